import type { Draft } from '../../../../../client/src/index.ts'
import { saveDraft } from '../../../data/launch/drafts.ts'
import type { OpenDraft } from '../../../data/launch/drafts.ts'
import { useKept } from '../../../data/client/kept.ts'
import { useWrite } from '../../../data/client/write.ts'
import { adAsWritten } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'
import { rowsToLaunch } from '../start/launching.ts'
import { t } from '../../../languages/t.ts'

const noDraft: OpenDraft | null = null

export function useDraft(sheet: SheetStore) {
  const [draft, setDraft] = useKept<OpenDraft | null>('launch-draft', noDraft, { isShared: true })
  const save = useWrite(saveDraft, {
    done: t('The draft is saved.'),
    then: (saved) => setDraft(openDraftOf(saved)),
  })
  const ads = () => rowsToLaunch(sheet).map(adAsWritten)
  return { draft, setDraft, letGo: () => setDraft(null), save, ads }
}

export const openDraftOf = ({ id, name, updatedAt }: Pick<Draft, 'id' | 'name' | 'updatedAt'>): OpenDraft => {
  return { id, name: name ?? '', updatedAt }
}
