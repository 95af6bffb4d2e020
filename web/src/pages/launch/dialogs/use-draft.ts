import { flightdeck } from '../../../data/flightdeck.ts'
import { useKept } from '../../../data/kept.ts'
import { isGone } from '../../../data/refusal.ts'
import { useWrite } from '../../../data/write.ts'
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
  const save = useWrite({
    run: ({ name, asNew }: { name: string; asNew: boolean }) => {
      const ads = rowsToLaunch(sheet).map(adAsWritten)
      const anew = () => flightdeck.createDraft({ name, ads })
      if (!draft || asNew) return anew()
      return flightdeck.updateDraft({ id: draft.id, name, ads }).catch((error: unknown) => {
        // Somebody has launched or deleted it: what stands here is saved all the same.
        if (isGone(error)) return anew()
        throw error
      })
    },
    done: 'The draft is saved.',
    ages: ['batches'],
    then: ({ id, name }) => setDraft({ id, name: name ?? '' }),
  })
  return { draft, setDraft, letGo: () => setDraft(null), save }
}
