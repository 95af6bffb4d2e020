import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { GetWebhookReply } from '../../../../client/src/index.ts'
import { isGone } from '../../data/client/refusal.ts'
import { useMay } from '../../data/session/session.ts'
import { deleteWebhook, rotateSecret, testWebhook, updateWebhook, useWebhook } from '../../data/webhooks.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { ShownOnce } from '../../ui/dialogs/once.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NotFound } from '../not-found.tsx'
import { Deliveries } from './deliveries.tsx'
import { EventBoxes } from './event-boxes.tsx'
import type { EventName } from './event-boxes.tsx'
import { t } from '../../languages/t.ts'

export function Webhook() {
  const { id } = useParams({ from: '/webhooks/$id' })
  const webhook = useWebhook(id)
  if (!webhook.data && isGone(webhook.error)) return <NotFound />
  return (
    <Page title={t('Webhook')} lead={webhook.data?.url}>
      <Answer of={webhook} what={t('the webhook')}>
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
  const change = useWrite(updateWebhook, { done: t('Changed.') })
  const test = useWrite(testWebhook, {
    done: ({ delivered, attempt }) =>
      delivered
        ? t('It arrived in {ms} ms.', { ms: attempt.ms })
        : t('It did not arrive: {problem}.', {
            problem: attempt.problem ?? t('status {status}', { status: attempt.status ?? '?' }),
          }),
  })
  const rotate = useWrite(rotateSecret, { done: t('For 24 hours everything is signed with both secrets.') })
  const remove = useWrite(deleteWebhook, { done: t('The webhook is gone.'), then: () => navigate({ to: '/webhooks' }) })
  const error = change.error ?? test.error ?? rotate.error
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Switch
            label={t('On##switched on')}
            checked={webhook.enabled}
            disabled={!admin}
            onChange={(enabled) => change.mutate({ id, enabled })}
          />
          {webhook.enabled
            ? t('On##switched on')
            : t('Off{which}', { which: webhook.disabledReason ? `: ${webhook.disabledReason}` : '' })}
        </span>
      }
      actions={
        <span className="flex flex-wrap gap-2">
          <Button small disabled={!admin} busy={test.isPending} onClick={() => test.mutate({ id })}>
            {t('Send a test')}
          </Button>
          <Button small disabled={!admin} busy={rotate.isPending} onClick={() => rotate.mutate({ id })}>
            {t('New secret')}
          </Button>
          <Button small look="danger" disabled={!admin} onClick={() => setRemoving(true)}>
            {t('Delete')}
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        {rotate.data?.secret && <ShownOnce label={t('The new secret, shown once.')} text={rotate.data.secret} />}
        <Problem error={error} />
        <EventBoxes chosen={events} onChange={setEvents} />
        <Button
          className="self-start"
          disabled={!admin}
          busy={change.isPending}
          onClick={() => change.mutate({ id, events })}
        >
          {t('Keep these events')}
        </Button>
      </div>
      {removing && (
        <Confirm
          onClose={() => setRemoving(false)}
          title={t('Delete this webhook?')}
          action={t('Delete it')}
          danger
          of={remove}
          input={{ id }}
        >
          {t('Nothing is told to this address any more, and its log of deliveries goes with it.')}
        </Confirm>
      )}
    </Card>
  )
}
