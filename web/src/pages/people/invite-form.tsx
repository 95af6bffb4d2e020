import { useState } from 'react'
import type { Role } from '../../../../client/src/index.ts'
import { invitePerson } from '../../data/session/people.ts'
import { issueAt } from '../../data/client/refusal.ts'
import { useWrite } from '../../data/client/write.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { MakeOnce } from '../../ui/make-once.tsx'
import { roleOptions } from './roles.ts'
import { WorkspaceBoxes } from './workspace-boxes.tsx'

export function InviteForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [workspaceIds, setIds] = useState<number[]>([])
  const send = useWrite(invitePerson)
  const problem = issueAt(send.error, 'email')
  return (
    <MakeOnce
      title="Invite somebody"
      action="Make the invite"
      isReady={email !== ''}
      make={send}
      onMake={() => send.mutate({ email, role, workspaceIds })}
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
