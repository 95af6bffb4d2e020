import { useState } from 'react'
import type { Workspace } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { useMay } from '../../data/session/session.ts'
import { titleOf } from '../../data/platforms.ts'
import { createWorkspace, deleteWorkspace, updateWorkspace, useWorkspaces } from '../../data/session/workspaces.ts'
import { useForm } from '../../data/form/use-form.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { t } from '../../languages/t.ts'

export function Workspaces() {
  const admin = useMay('admin')
  const workspaces = useWorkspaces()
  const [changing, setChanging] = useState<Workspace | null>(null)
  const [removing, setRemoving] = useState<Workspace | null>(null)
  const remove = useWrite(deleteWorkspace, {
    done: t('The workspace is gone.'),
    then: () => setRemoving(null),
  })
  return (
    <div className="flex flex-col gap-3">
      <Answer of={workspaces} what={t('workspaces')}>
        {(rows) => (
          <Table
            label={t('Workspaces')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: t('Name'), cell: ({ name }) => name },
              { head: t('Ad accounts'), cell: ({ accountIds }) => accountIds.length, figure: true },
              {
                head: t('Actions'),
                cell: (workspace) => (
                  <span className="flex gap-1">
                    <Button
                      small
                      disabled={!admin}
                      aria-label={t('Change {name}', { name: workspace.name })}
                      onClick={() => setChanging(workspace)}
                    >
                      {t('Change')}
                    </Button>
                    <Button
                      small
                      disabled={!admin}
                      aria-label={t('Delete {name}', { name: workspace.name })}
                      onClick={() => setRemoving(workspace)}
                    >
                      {t('Delete')}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </Answer>
      {admin && <NewWorkspace />}
      {changing && <ChangeWorkspace workspace={changing} onClose={() => setChanging(null)} />}
      {removing && (
        <Confirm
          onClose={() => setRemoving(null)}
          title={t('Delete {name}?', { name: removing.name })}
          action={t('Delete it')}
          danger
          of={remove}
          input={{ id: removing.id }}
        >
          {t('Its ad accounts stay; people who worked only here lose sight of them.')}
        </Confirm>
      )}
    </div>
  )
}

function NewWorkspace() {
  const make = useWrite(createWorkspace, {
    done: t('The workspace is there.'),
    then: (): void => form.reset(),
  })
  const form = useForm('createWorkspace', { name: '' }, make.error)
  const { name } = form.values
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label={t('New workspace')} {...form.text('name')} />
      <Button disabled={slug === ''} busy={make.isPending} onClick={() => make.mutate({ name, slug })}>
        {t('Add')}
      </Button>
      <Problem error={make.error} />
    </div>
  )
}

function ChangeWorkspace({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const accounts = useAccounts().data ?? []
  const keep = useWrite(updateWorkspace, {
    done: t('Kept.'),
    then: onClose,
  })
  const form = useForm('updateWorkspace', { name: workspace.name, accountIds: workspace.accountIds }, keep.error)
  const { accountIds } = form.values
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Change {name}', { name: workspace.name })}
      actions={
        <Button look="main" busy={keep.isPending} onClick={() => keep.mutate({ id: workspace.id, ...form.values })}>
          {t('Keep')}
        </Button>
      }
    >
      <TextField label={t('Name')} {...form.text('name')} />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-[13px] font-medium">{t('Its ad accounts')}</legend>
        {accounts.map(({ id, name: account, platform }) => (
          <Checkbox
            key={id}
            label={`${account} · ${titleOf(platform)}`}
            checked={accountIds.includes(id)}
            onChange={(event) =>
              form.set({
                accountIds: event.target.checked ? [...accountIds, id] : accountIds.filter((other) => other !== id),
              })
            }
          />
        ))}
      </fieldset>
      <Problem error={keep.error} />
    </Dialog>
  )
}
