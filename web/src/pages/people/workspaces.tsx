import { useState } from 'react'
import type { Workspace } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.tsx'
import { flightdeck } from '../../data/flightdeck.ts'
import { useMay } from '../../data/session.ts'
import { useWrite } from '../../data/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { useWorkspaces } from './workspace-boxes.tsx'

export function Workspaces() {
  const admin = useMay('admin')
  const workspaces = useWorkspaces()
  const [changing, setChanging] = useState<Workspace | null>(null)
  const [removing, setRemoving] = useState<Workspace | null>(null)
  const remove = useWrite({
    run: (id: string) => flightdeck.deleteWorkspace({ id }),
    done: 'The workspace is gone.',
    ages: ['workspaces', 'people', 'accounts'],
    then: () => setRemoving(null),
  })
  return (
    <div className="flex flex-col gap-3">
      <Answer of={workspaces} what="workspaces">
        {(rows) => (
          <Table
            label="Workspaces"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Name', cell: ({ name }) => name },
              { head: 'Ad accounts', cell: ({ accountIds }) => accountIds.length, figure: true },
              {
                head: 'Actions',
                cell: (workspace) => (
                  <span className="flex gap-1">
                    <Button
                      small
                      disabled={!admin}
                      aria-label={`Change ${workspace.name}`}
                      onClick={() => setChanging(workspace)}
                    >
                      Change
                    </Button>
                    <Button
                      small
                      disabled={!admin}
                      aria-label={`Delete ${workspace.name}`}
                      onClick={() => setRemoving(workspace)}
                    >
                      Delete
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
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Delete ${removing?.name ?? ''}?`}
        action="Delete it"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing.id)}
      >
        Its ad accounts stay; people who worked only here lose sight of them.
      </Confirm>
    </div>
  )
}

function NewWorkspace() {
  const [name, setName] = useState('')
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const make = useWrite({
    run: () => flightdeck.createWorkspace({ name, slug }),
    done: 'The workspace is there.',
    ages: ['workspaces'],
    then: () => setName(''),
  })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label="New workspace" value={name} onChange={(event) => setName(event.target.value)} />
      <Button disabled={slug === ''} busy={make.isPending} onClick={() => make.mutate()}>
        Add
      </Button>
      {make.isError && <Problem error={make.error} />}
    </div>
  )
}

function ChangeWorkspace({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const accounts = useAccounts().data ?? []
  const [name, setName] = useState(workspace.name)
  const [accountIds, setIds] = useState(workspace.accountIds)
  const keep = useWrite({
    run: () => flightdeck.updateWorkspace({ id: workspace.id, name, accountIds }),
    done: 'Kept.',
    ages: ['workspaces', 'accounts'],
    then: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${workspace.name}`}
      actions={
        <Button look="main" busy={keep.isPending} onClick={() => keep.mutate()}>
          Keep
        </Button>
      }
    >
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-[13px] font-medium">Its ad accounts</legend>
        {accounts.map(({ id, name: account, platform }) => (
          <Checkbox
            key={id}
            label={`${account} · ${platform}`}
            checked={accountIds.includes(id)}
            onChange={(event) =>
              setIds(event.target.checked ? [...accountIds, id] : accountIds.filter((other) => other !== id))
            }
          />
        ))}
      </fieldset>
      {keep.isError && <Problem error={keep.error} />}
    </Dialog>
  )
}
