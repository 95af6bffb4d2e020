import { useForm } from '../../../data/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { SheetStore } from '../sheet/store.ts'
import { ChangedDraft, changedAtIn } from './changed-draft.tsx'
import type { useDraft } from './use-draft.ts'
import { t } from '../../../languages/t.ts'

interface SaveDialogProps {
  sheet: SheetStore
  drafting: ReturnType<typeof useDraft>
  onClose: () => void
}

export function SaveDialog({ sheet, drafting, onClose }: SaveDialogProps) {
  const { draft, save, ads } = drafting
  const form = useForm('createDraft', { name: draft?.name ?? '' }, save.error)
  const run = (over: typeof draft) =>
    save.mutate({ over, name: form.values.name?.trim() ?? '', ads: ads() }, { onSuccess: onClose })
  const changedAt = changedAtIn(save.error)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save as a draft')}
      lead={t('A draft may be incomplete. Everybody in the company can open and launch it.')}
      actions={
        <>
          {draft && (
            <Button disabled={save.isPending} onClick={() => run(null)}>
              {t('Save as another')}
            </Button>
          )}
          <Button look="main" type="submit" form="save-draft" busy={save.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {changedAt === null ? (
        <Problem error={save.error} />
      ) : (
        <ChangedDraft
          {...{ sheet, drafting }}
          at={changedAt}
          mine={t('Save mine over it')}
          onMine={run}
          onTheirs={onClose}
        />
      )}
      <form id="save-draft" onSubmit={(event) => (event.preventDefault(), run(draft))}>
        <TextField label={t('Name')} {...form.text('name')} required />
      </form>
    </Dialog>
  )
}
