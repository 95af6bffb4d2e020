import { z } from 'zod'
import { operation, OtherReply } from '../../../call/operation.ts'
import { eventNames, kindOf } from '../../../core/events/catalogue.ts'
import { retentionKinds } from '../../../config/retention.ts'
import { maxReplayed, replaySince } from '../../../core/webhooks/replay.ts'
import { attemptOne } from '../../../core/webhooks/send-load.ts'
import { findWebhook, rotateSecret, targetOf } from '../../../core/webhooks/store.ts'
import { demo } from '../../examples.ts'
import { idField, idOf } from '../media/media-item.ts'
import { rotationNote, SecretField, section, ShownSecret, WebhookAttempt, webhookDeps } from './webhook-view.ts'

const what = 'webhook'
const id = idField(what)
const oldest = '1970-01-01T00:00:00Z'

export const testWebhook = operation({
  name: 'test_webhook',
  rest: { method: 'POST', path: '/v1/webhooks/{id}/test' },
  section,
  summary: 'Send an example of an event to a webhook, and see what it answers.',
  description:
    'Sent once, also to a webhook that is switched off; nothing is written down of it. Its id begins with evt_test_.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({
    id,
    type: z.enum(eventNames).default('batch.finished').meta({ description: 'Of which type of event.' }),
  }),
  example: { id: demo.webhook, type: 'batch.finished' as const },
  reply: z.object({
    delivered: z.boolean().meta({ description: 'Whether the receiver took it: it answered 2xx.' }),
    attempt: WebhookAttempt.meta({ description: 'What came of it.' }),
  }),
  async handle(deps, call, { id: given, type }) {
    call.touched({ before: await findWebhook(webhookDeps(deps), call, { id: idOf(what, given) }) })
    const target = await targetOf(webhookDeps(deps), call, { id: idOf(what, given) })
    const event = {
      id: `evt_test_${call.requestId}`,
      type,
      timestamp: call.now.toISOString(),
      data: { ...kindOf(type).example },
    }
    const { attempt, isTaken } = await attemptOne(deps.webhookPoster, target, event)
    return { delivered: isTaken, attempt }
  },
})

export const rotateWebhookSecret = operation({
  name: 'rotate_webhook_secret',
  rest: { method: 'POST', path: '/v1/webhooks/{id}/rotate-secret' },
  section,
  summary: 'Replace the secret that a webhook is signed with.',
  description: `The new secret is in this answer alone. ${rotationNote}`,
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({ id, secret: SecretField.optional() }),
  example: { id: demo.webhook },
  reply: z.object({
    id: z.number().int().meta({ description: 'Id of the webhook.' }),
    secret: ShownSecret,
  }),
  async handle(deps, call, { id: given, secret }) {
    const ref = { id: idOf(what, given) }
    return deps.db.transaction().execute(async (trx) => {
      const parts = { ...webhookDeps(deps), db: trx }
      call.touched({ before: await findWebhook(parts, call, ref) })
      const fresh = await rotateSecret(parts, call, { ...ref, secret, now: call.now })
      await call.keepAnswer(trx, { ...ref, secret: null })
      return new OtherReply(200, { ...ref, secret: fresh })
    })
  },
})

export const replayWebhook = operation({
  name: 'replay_webhook',
  rest: { method: 'POST', path: '/v1/webhooks/{id}/replay', status: 202 },
  section,
  summary: 'Send a webhook everything again that happened since a moment.',
  description:
    `Events come under the ids that they had, in their order, at most ${maxReplayed.toLocaleString('en')} of them, oldest first. Events are kept for ` +
    `${retentionKinds.events.default} days, unless this installation sets otherwise.`,
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({
    id,
    since: z.iso
      .datetime({ offset: true, error: 'must be a moment such as 2026-11-01T09:00:00Z' })
      .meta({ description: 'From when on.', format: 'date-time' }),
  }),
  example: { id: demo.webhook, since: oldest },
  reply: z.object({
    id: z.number().int().meta({ description: 'Id of the webhook.' }),
    queued: z.number().int().meta({ description: 'How many events are sent again.' }),
  }),
  async handle(deps, call, { id: given, since }) {
    const ref = { id: idOf(what, given) }
    call.touched({ before: await findWebhook(webhookDeps(deps), call, ref) })
    return { ...ref, queued: await replaySince(deps, call, { ...ref, since: new Date(since) }) }
  },
})
