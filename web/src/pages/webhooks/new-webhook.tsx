import { useForm } from '../../data/form/use-form.ts'
import { createWebhook } from '../../data/webhooks.ts'
import { useWrite } from '../../data/client/write.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { MakeOnce } from '../../ui/dialogs/make-once.tsx'
import { EventBoxes } from './event-boxes.tsx'
import { t } from '../../languages/t.ts'

const kinds = {
  standard: t('Standard Webhooks (your own system)'),
  ...{ slack: 'Slack', discord: 'Discord', telegram: 'Telegram' },
}

export function NewWebhook({ onClose }: { onClose: () => void }) {
  const make = useWrite(createWebhook, {
    done: t('The webhook is on.'),
    then: ({ secret }) => secret === null && onClose(),
  })
  const form = useForm('createWebhook', { url: '', kind: 'standard', events: [] }, make.error)
  return (
    <MakeOnce
      title={t('New webhook')}
      action={t('Add the webhook')}
      isReady={form.isReady}
      make={make}
      onMake={() => make.mutate(form.values)}
      once={({ secret }) =>
        secret === null
          ? null
          : {
              title: t('Your new webhook'),
              label: t('Signing secret, shown once: the receiver checks signatures with it.'),
              text: secret,
            }
      }
      onClose={onClose}
    >
      <TextField label={t('Address')} type="url" placeholder="https://example.com/hook" {...form.text('url')} />
      <SelectField label={t('Kind')} {...form.choice('kind', kinds)} />
      <EventBoxes chosen={form.values.events} onChange={(events) => form.set({ events })} />
    </MakeOnce>
  )
}
