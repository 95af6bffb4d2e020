import { useState } from 'react'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { WebhookKind } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { useWrite } from '../../data/write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { Problem } from '../../ui/problem.tsx'
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
  const make = useWrite({
    run: () => flightdeck.createWebhook({ url, kind, events }),
    done: 'The webhook is on.',
    ages: ['webhooks', 'home'],
    then: ({ secret }) => secret === null && onClose(),
  })
  if (make.data?.secret) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new webhook"
        actions={<Button onClick={onClose}>I have kept it</Button>}
      >
        <ShownOnce
          label="Signing secret, shown once: the receiver checks signatures with it."
          text={make.data.secret}
        />
      </Dialog>
    )
  }
  const problem =
    make.error instanceof FlightdeckError ? make.error.issues.find(({ path }) => path === 'url')?.message : null
  return (
    <Dialog
      open
      onClose={onClose}
      title="New webhook"
      actions={
        <Button look="main" busy={make.isPending} disabled={url === ''} onClick={() => make.mutate()}>
          Add the webhook
        </Button>
      }
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
      {make.isError && <Problem error={make.error} />}
    </Dialog>
  )
}
