import { useState } from 'react'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { Role } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { useWrite } from '../../data/write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { Problem } from '../../ui/problem.tsx'
import { roleOptions } from './roles.ts'
import { WorkspaceBoxes } from './workspace-boxes.tsx'

export function InviteForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [workspaceIds, setIds] = useState<number[]>([])
  const send = useWrite({ run: () => flightdeck.invitePerson({ email, role, workspaceIds }), ages: ['invites'] })
  const problem =
    send.error instanceof FlightdeckError ? send.error.issues.find(({ path }) => path === 'email')?.message : null
  if (send.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Invite for ${send.data.email}`}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <ShownOnce label="Send them this link: it works once, within 7 days." text={send.data.link} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite somebody"
      actions={
        <Button look="main" busy={send.isPending} disabled={email === ''} onClick={() => send.mutate()}>
          Make the invite
        </Button>
      }
    >
      <TextField
        label="E-mail"
        type="email"
        value={email}
        problem={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SelectField label="Role" options={roleOptions} value={role} onChange={(next) => setRole(next as Role)} />
      <WorkspaceBoxes chosen={workspaceIds} onChange={setIds} />
      {send.isError && <Problem error={send.error} />}
    </Dialog>
  )
}
