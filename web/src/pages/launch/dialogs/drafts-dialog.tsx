import { Trash2 } from 'lucide-react'
import type { DraftLine } from '../../../../../client/src/index.ts'
import { deleteDraft, openDraft, useDrafts } from '../../../data/launch/drafts.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ago, count } from '../../../ui/words/format.ts'
import { Empty } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import type { SheetStore } from '../sheet/store.ts'
import { putDraft } from './put-draft.ts'
import { openDraftOf } from './use-draft.ts'
import type { useDraft } from './use-draft.ts'
import { t } from '../../../languages/t.ts'

interface DraftsProps {
  sheet: SheetStore
  drafting: ReturnType<typeof useDraft>
  onClose: () => void
}

export function DraftsDialog({ sheet, drafting, onClose }: DraftsProps) {
  const drafts = useDrafts()
  const open = useWrite(openDraft, {
    then: (draft) => {
      putDraft(sheet, draft)
      drafting.setDraft(openDraftOf(draft))
      onClose()
    },
  })
  const remove = useWrite(deleteDraft, {
    done: t('The draft is gone.'),
    then: (_gone, { id }) => id === drafting.draft?.id && drafting.letGo(),
  })
  const mayDelete = useMay('launch')
  const problem = open.error ?? remove.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Drafts')}
      lead={t('A draft takes the place of the sheet; Ctrl-Z brings that back.')}
    >
      <Problem error={problem} />
      <Answer
        of={drafts}
        what={t('drafts')}
        empty={<Empty title={t('There are no drafts.')}>{t('Save draft keeps a sheet for later.')}</Empty>}
      >
        {({ data }) => (
          <ul className="flex flex-col divide-y">
            {data.map((draft) => (
              <li key={draft.id} className="flex items-center gap-2 py-2">
                <div className="min-w-0 flex-1">
                  <p className="flex items-center gap-2 font-medium">
                    <span className="truncate">{draft.name ?? t('Draft {id}', { id: draft.id })}</span>
                    <SandboxOrLive of={draft.sandbox === null ? [] : [draft.sandbox]} />
                  </p>
                  <p className="text-[13px] text-muted">{about(draft)}</p>
                </div>
                <Button
                  small
                  busy={open.isPending && open.variables.id === draft.id}
                  onClick={() => open.mutate({ id: draft.id })}
                >
                  {t('Open')}
                </Button>
                <IconButton
                  small
                  label={t('Delete {name}', { name: draft.name ?? t('draft {id}', { id: draft.id }) })}
                  icon={<Trash2 size={15} aria-hidden />}
                  disabled={!mayDelete}
                  onClick={() => remove.mutate({ id: draft.id })}
                />
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Dialog>
  )
}

function about({ adCount, issueCount, updatedAt }: DraftLine): string {
  const problems =
    issueCount === 0 ? t('ready to launch') : t('{issueCount} to mend', { issueCount: count(issueCount) })
  return t(
    { one: '{count} ad · {problems} · saved {updatedAt}', other: '{count} ads · {problems} · saved {updatedAt}' },
    { count: adCount, problems, updatedAt: ago(updatedAt) },
  )
}
