import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { listDeliveries, replayDelivery } from '../../../core/webhooks/replay.ts'
import { deliveriesKeptDays } from '../../../core/webhooks/schedule.ts'
import { findWebhook } from '../../../core/webhooks/store.ts'
import { badRequest } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { demo } from '../../examples.ts'
import { limitField, pageOf } from '../../pages.ts'
import { idField, idOf } from '../media/media-item.ts'
import { section, WebhookAttempt, webhookDeps } from './webhook-view.ts'

const DeliveryState = z.enum(['waiting', 'delivered', 'failed']).meta({
  id: 'DeliveryState',
  description:
    'Where it stands. waiting: it is tried again, or waits for an earlier event of its batch; failed: given up.',
})

const Delivery = z
  .object({
    id: z.number().int().meta({ description: 'Id of the delivery.' }),
    webhookId: z.number().int().meta({ description: 'Id of the webhook.' }),
    eventId: z.string().meta({ description: 'Id of the event.' }),
    type: z.string().meta({ description: 'Type of the event.' }),
    state: DeliveryState,
    tries: z.number().int().meta({ description: 'How often it was tried, since it was last asked for.' }),
    nextAttemptAt: z
      .string()
      .nullable()
      .meta({ description: 'When it is tried next; null where that is at once or never.', format: 'date-time' }),
    updatedAt: z.string().meta({ description: 'When something last became of it.', format: 'date-time' }),
    attempts: z.array(WebhookAttempt).meta({ description: 'The last attempts, newest last.' }),
  })
  .meta({ id: 'WebhookDelivery' })

export const webhookDeliveries = operation({
  name: 'list_webhook_deliveries',
  rest: { method: 'GET', path: '/v1/webhooks/{id}/deliveries' },
  section,
  summary: `What was sent to a webhook in the last ${deliveriesKeptDays} days, newest first.`,
  scope: 'read',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({
    id: idField('webhook'),
    state: DeliveryState.optional().meta({ description: 'Only those that stand there.' }),
    limit: limitField(200, 50),
    cursor: z.string().max(60).optional().meta({ description: 'Where to go on: the nextCursor of the page before.' }),
  }),
  example: { id: demo.webhook },
  reply: pageOf(Delivery),
  async handle(deps, call, { id: given, state, limit, cursor }) {
    const ref = { id: idOf('webhook', given) }
    await findWebhook(webhookDeps(deps), call, ref)
    const before = cursor === undefined ? undefined : numberIn(cursor)
    const { deliveries, hasMore } = await listDeliveries(deps, call, { ...ref, state, before, limit })
    const nextCursor = hasMore ? `before-${required(deliveries.at(-1), 'last delivery').seq}` : null
    const data = deliveries.map(({ seq: _seq, ...delivery }) => delivery)
    return { data, count: data.length, pagination: { limit, hasMore, nextCursor } }
  },
})

function numberIn(cursor: string): number {
  const seq = /^before-(\d{1,15})$/.exec(cursor)?.[1]
  if (seq === undefined) throw badRequest([{ path: 'cursor', message: 'is not the nextCursor of a page of this list' }])
  return Number(seq)
}

export const replayWebhookDelivery = operation({
  name: 'replay_webhook_delivery',
  rest: { method: 'POST', path: '/v1/webhooks/deliveries/{id}/replay', status: 202 },
  section,
  summary: 'Send one delivery again, now.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({ id: idField('delivery') }),
  example: { id: demo.delivery },
  reply: Delivery,
  async handle(deps, call, { id }) {
    const { before, after } = await replayDelivery(deps, call, { id: idOf('delivery', id) })
    call.touched({ before, after })
    return after
  },
})
