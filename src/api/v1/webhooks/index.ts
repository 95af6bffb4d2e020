import { z } from 'zod'
import { operation, OtherReply } from '../../../call/operation.ts'
import { attemptTimeoutMs, maxTries } from '../../../core/webhooks/schedule.ts'
import { createWebhook, listWebhooks, maxWebhooks } from '../../../core/webhooks/store.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import {
  SecretField,
  section,
  Webhook,
  webhookDeps,
  webhookFields,
  WebhookKindField,
  WebhookWithSecret,
} from './webhook-view.ts'

export const webhookList = operation({
  name: 'list_webhooks',
  rest: { method: 'GET', path: '/v1/webhooks' },
  section,
  summary: 'Where events of the company are sent.',
  scope: 'read',
  effect: 'reads',
  wholeCompany: true,
  tool: true,
  input: z.object(pageFields(100, 50)),
  example: {},
  reply: pageOf(Webhook),
  async handle(deps, call, paged) {
    return sliceOf(await listWebhooks(webhookDeps(deps), call), windowOf(paged), true)
  },
})

export const addWebhook = operation({
  name: 'create_webhook',
  rest: { method: 'POST', path: '/v1/webhooks', status: 201 },
  section,
  summary: 'Have events sent to an address as they happen.',
  description:
    'Signed as Standard Webhooks 1.0 says: headers webhook-id, webhook-timestamp, webhook-signature; the body is { type, timestamp, data }. ' +
    'Every event arrives at least once, the events of a batch in their order, always under the same webhook-id. An answer of 2xx within ' +
    `${attemptTimeoutMs / 1000} s takes it; anything else, a redirect too, is tried again, ${maxTries} times within some 28 hours. 410 switches the webhook off, and so do five days ` +
    `without a taken event. The secret is in this answer alone. A company has at most ${maxWebhooks}.`,
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({
    url: webhookFields.url,
    kind: WebhookKindField.default('standard'),
    events: webhookFields.events.default([]),
    enabled: webhookFields.enabled.default(true),
    secret: SecretField.optional(),
  }),
  // Names under .example lead nowhere, so trying this out reaches nobody.
  example: { url: 'https://hooks.example/flightdeck-events', events: ['batch.finished', 'ad.failed'], enabled: false },
  reply: WebhookWithSecret,
  async handle(deps, call, wanted) {
    return deps.db.transaction().execute(async (trx) => {
      const { webhook, secret } = await createWebhook({ ...webhookDeps(deps), db: trx }, call, wanted)
      // Whoever repeats the call gets the webhook, but not its secret: that lies nowhere in the open.
      await call.keepAnswer(trx, { ...webhook, secret: null })
      return new OtherReply(201, { ...webhook, secret })
    })
  },
})
