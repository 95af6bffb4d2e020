import { useState } from 'react'
import type { WebhookKind } from '../../../../client/src/index.ts'
import { issueAt } from '../../data/client/refusal.ts'
import { createWebhook } from '../../data/webhooks.ts'
import { useWrite } from '../../data/client/write.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { MakeOnce } from '../../ui/make-once.tsx'
import { EventBoxes } from './event-boxes.tsx'
import type { EventName } from './event-boxes.tsx'

const kinds = [
  { value: 'standard', label: 'Standard Webhooks (your own system)' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
  { value: 'telegram', label: 'Telegram' },
]

export function NewWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [kind, setKind] = useState<WebhookKind>('standard')
  const [events, setEvents] = useState<EventName[]>([])
  const make = useWrite(createWebhook, {
    done: 'The webhook is on.',
    then: ({ secret }) => secret === null && onClose(),
  })
  const problem = issueAt(make.error, 'url')
  return (
    <MakeOnce
      title="New webhook"
      action="Add the webhook"
      isReady={url !== ''}
      make={make}
      onMake={() => make.mutate({ url, kind, events })}
      once={({ secret }) =>
        secret === null
          ? null
          : {
              title: 'Your new webhook',
              label: 'Signing secret, shown once: the receiver checks signatures with it.',
              text: secret,
            }
      }
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        placeholder="https://example.com/hook"
        value={url}
        problem={problem}
        onChange={(event) => setUrl(event.target.value)}
      />
      <SelectField label="Kind" options={kinds} value={kind} onChange={(next) => setKind(next as WebhookKind)} />
      <EventBoxes chosen={events} onChange={setEvents} />
    </MakeOnce>
  )
}
