import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { GetWebhookReply } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { useMay } from '../../data/session.ts'
import { useWrite } from '../../data/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Deliveries } from './deliveries.tsx'
import { EventBoxes } from './event-boxes.tsx'
import type { EventName } from './event-boxes.tsx'

export function Webhook() {
  const { id } = useParams({ from: '/webhooks/$id' })
  const webhook = useQuery({ queryKey: ['webhooks', id], queryFn: () => flightdeck.getWebhook({ id }) })
  return (
    <Page title="Webhook" lead={webhook.data?.url}>
      <Answer of={webhook} what="the webhook">
        {(data) => (
          <>
            <Controls webhook={data} />
            <Deliveries id={id} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Controls({ webhook }: { webhook: GetWebhookReply }) {
  const { id } = webhook
  const admin = useMay('admin')
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const [events, setEvents] = useState<EventName[]>(webhook.events)
  const ages = ['webhooks']
  const change = useWrite({
    run: (part: { enabled?: boolean; events?: EventName[] }) => flightdeck.updateWebhook({ id, ...part }),
    done: 'Changed.',
    ages,
  })
  const test = useWrite({
    run: () => flightdeck.testWebhook({ id }),
    done: ({ delivered, attempt }) =>
      delivered
        ? `It arrived in ${attempt.ms} ms.`
        : `It did not arrive: ${attempt.problem ?? `status ${attempt.status ?? '?'}`}.`,
    ages,
  })
  const rotate = useWrite({
    run: () => flightdeck.rotateWebhookSecret({ id }),
    done: 'For 24 hours everything is signed with both secrets.',
    ages,
  })
  const remove = useWrite({
    run: () => flightdeck.deleteWebhook({ id }),
    done: 'The webhook is gone.',
    ages,
    then: () => void navigate({ to: '/webhooks' }),
  })
  const error = change.error ?? test.error ?? rotate.error
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Switch
            label="On"
            checked={webhook.enabled}
            disabled={!admin}
            onChange={(enabled) => change.mutate({ enabled })}
          />
          {webhook.enabled ? 'On' : `Off${webhook.disabledReason ? `: ${webhook.disabledReason}` : ''}`}
        </span>
      }
      actions={
        <span className="flex flex-wrap gap-2">
          <Button small disabled={!admin} busy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Button small disabled={!admin} busy={rotate.isPending} onClick={() => rotate.mutate()}>
            New secret
          </Button>
          <Button small look="danger" disabled={!admin} onClick={() => setRemoving(true)}>
            Delete
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        {rotate.data?.secret && <ShownOnce label="The new secret, shown once." text={rotate.data.secret} />}
        {error && <Problem error={error} />}
        <EventBoxes chosen={events} onChange={setEvents} />
        <Button
          className="self-start"
          disabled={!admin}
          busy={change.isPending}
          onClick={() => change.mutate({ events })}
        >
          Keep these events
        </Button>
      </div>
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title="Delete this webhook?"
        action="Delete it"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Nothing is told to this address any more, and its log of deliveries goes with it.
      </Confirm>
    </Card>
  )
}
