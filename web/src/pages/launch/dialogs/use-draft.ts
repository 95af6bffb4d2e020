import { saveDraft } from '../../../data/launch/drafts.ts'
import { useKept } from '../../../data/client/kept.ts'
import { useWrite } from '../../../data/client/write.ts'
import { adAsWritten } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'
import { rowsToLaunch } from '../start/launching.ts'

/** The draft that the sheet came from, or was saved as. */
export interface OpenDraft {
  id: number
  name: string
}

const noDraft: OpenDraft | null = null

export function useDraft(sheet: SheetStore) {
  const [draft, setDraft] = useKept<OpenDraft | null>('launch-draft', noDraft)
  const save = useWrite(saveDraft, {
    done: 'The draft is saved.',
    then: ({ id, name }) => setDraft({ id, name: name ?? '' }),
  })
  const ads = () => rowsToLaunch(sheet).map(adAsWritten)
  return { draft, setDraft, letGo: () => setDraft(null), save, ads }
}
