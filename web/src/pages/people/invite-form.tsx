import { invitePerson } from '../../data/session/people.ts'
import { useForm } from '../../data/form/use-form.ts'
import { useWrite } from '../../data/client/write.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { MakeOnce } from '../../ui/dialogs/make-once.tsx'
import { roleTitles } from './roles.ts'
import { WorkspaceBoxes } from './workspace-boxes.tsx'
import { t } from '../../languages/t.ts'

export function InviteForm({ onClose }: { onClose: () => void }) {
  const send = useWrite(invitePerson)
  const form = useForm('invitePerson', { email: '', role: 'member', workspaceIds: [] }, send.error)
  return (
    <MakeOnce
      title={t('Invite somebody')}
      action={t('Make the invite')}
      isReady={form.isReady}
      make={send}
      onMake={() => send.mutate(form.values)}
      once={({ email: to, link }) => ({
        title: t('Invite for {to}', { to }),
        label: t('Send them this link: it works once, within 7 days.'),
        text: link,
        close: t('Done##closes what is filled in'),
      })}
      onClose={onClose}
    >
      <TextField label={t('E-mail')} type="email" {...form.text('email')} />
      <SelectField label={t('Role')} {...form.choice('role', roleTitles)} />
      <WorkspaceBoxes chosen={form.values.workspaceIds} onChange={(workspaceIds) => form.set({ workspaceIds })} />
    </MakeOnce>
  )
}
