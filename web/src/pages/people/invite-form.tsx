import { useState } from 'react'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { Role } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { useWrite } from '../../data/write.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { MakeOnce } from '../../ui/make-once.tsx'
import { roleOptions } from './roles.ts'
import { WorkspaceBoxes } from './workspace-boxes.tsx'

export function InviteForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [workspaceIds, setIds] = useState<number[]>([])
  const send = useWrite({ run: () => flightdeck.invitePerson({ email, role, workspaceIds }), ages: ['invites'] })
  const problem =
    send.error instanceof FlightdeckError ? send.error.issues.find(({ path }) => path === 'email')?.message : null
  return (
    <MakeOnce
      title="Invite somebody"
      action="Make the invite"
      isReady={email !== ''}
      make={send}
      once={({ email: to, link }) => ({
        title: `Invite for ${to}`,
        label: 'Send them this link: it works once, within 7 days.',
        text: link,
        close: 'Done',
      })}
      onClose={onClose}
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
    </MakeOnce>
  )
}
