import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { changeWebhook, deleteWebhook, findWebhook } from '../../../core/webhooks/store.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import { idField, idOf } from '../media/media-item.ts'
import { section, Webhook, webhookDeps, webhookFields } from './webhook-view.ts'

const what = 'webhook'
const path = '/v1/webhooks/{id}'
const id = idField(what)

export const webhookById = operation({
  name: 'get_webhook',
  rest: { method: 'GET', path },
  section,
  summary: 'One webhook.',
  scope: 'read',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({ id }),
  example: { id: demo.webhook },
  reply: Webhook,
  handle: (deps, call, asked) => findWebhook(webhookDeps(deps), call, { id: idOf(what, asked.id) }),
})

export const patchWebhook = operation({
  name: 'update_webhook',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Change where a webhook goes and what it is told of, or switch it on or off.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({
    id,
    url: webhookFields.url.optional(),
    events: webhookFields.events.optional(),
    enabled: webhookFields.enabled.optional(),
  }),
  example: { id: demo.webhook, events: ['batch.finished'] },
  reply: Webhook,
  async handle(deps, call, { id: given, ...changes }) {
    const { before, after } = await changeWebhook(webhookDeps(deps), call, { id: idOf(what, given), ...changes })
    call.touched({ before, after })
    return after
  },
})

export const removeWebhook = operation({
  name: 'delete_webhook',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Delete a webhook, with what is known of its deliveries.',
  scope: 'admin',
  effect: 'destroys',
  wholeCompany: true,
  input: z.object({ id }),
  example: { id: demo.webhook },
  reply: Deleted,
  async handle(deps, call, asked) {
    const ref = { id: idOf(what, asked.id) }
    call.touched({ before: await findWebhook(webhookDeps(deps), call, ref) })
    await deleteWebhook(deps, call, ref)
    return { ...ref, deleted: true as const }
  },
})
