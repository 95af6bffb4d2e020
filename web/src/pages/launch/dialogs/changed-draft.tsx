import { openDraft } from '../../../data/launch/drafts.ts'
import type { OpenDraft } from '../../../data/launch/drafts.ts'
import { refusalIn } from '../../../data/client/refusal.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Button } from '../../../ui/button.tsx'
import { moment } from '../../../ui/words/format.ts'
import { Problem } from '../../../ui/problem.tsx'
import type { SheetStore } from '../sheet/store.ts'
import { putDraft } from './put-draft.ts'
import { openDraftOf } from './use-draft.ts'
import type { useDraft } from './use-draft.ts'
import { t } from '../../../languages/t.ts'

/** When somebody has saved a draft since it was opened here; null: that is not what was refused. */
export function changedAtIn(error: unknown): string | null {
  const refusal = refusalIn(error)
  const savedAt = refusal?.is('conflict') ? refusal.details.updatedAt : null
  return typeof savedAt === 'string' ? savedAt : null
}

interface ChangedDraftProps {
  sheet: SheetStore
  drafting: ReturnType<typeof useDraft>
  /** When it was saved. */
  at: string
  /** What the button says that goes on with what stands here. */
  mine: string
  onMine: (draft: OpenDraft) => void
  onTheirs: () => void
}

/** Nothing that somebody else has saved is overwritten before a person has said so. */
export function ChangedDraft({ sheet, drafting, at, mine, onMine, onTheirs }: ChangedDraftProps) {
  const open = useWrite(openDraft, {
    done: () => [t('The draft is in the sheet as it was saved last.'), t('Ctrl-Z brings back what stood there.')],
    then: (theirs) => {
      putDraft(sheet, theirs)
      drafting.setDraft(openDraftOf(theirs))
      onTheirs()
    },
  })
  const { draft } = drafting
  if (!draft) return null
  const goOn = () => {
    const seen = { ...draft, updatedAt: at }
    drafting.setDraft(seen)
    onMine(seen)
  }
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg border border-warn bg-warn-soft p-3 text-warn">
      <p>
        {t(
          'The draft “{name}” was saved somewhere else at {at}, after it was opened here. Nothing of either was lost.',
          { name: draft.name, at: moment(at) },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button small busy={open.isPending} onClick={() => open.mutate({ id: draft.id })}>
          {t('Show what was saved')}
        </Button>
        <Button small onClick={goOn}>
          {mine}
        </Button>
      </div>
      <Problem error={open.error} />
    </div>
  )
}
