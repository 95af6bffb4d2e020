import type { Operation } from '../../call/operation.ts'
import { addWebhook, webhookList } from '../v1/webhooks/index.ts'
import { replayWebhook, rotateWebhookSecret, testWebhook } from '../v1/webhooks/actions.ts'
import { replayWebhookDelivery, webhookDeliveries } from '../v1/webhooks/deliveries.ts'
import { patchWebhook, removeWebhook, webhookById } from '../v1/webhooks/id.ts'

export const webhookOperations: Operation[] = [
  webhookList,
  addWebhook,
  webhookById,
  patchWebhook,
  removeWebhook,
  testWebhook,
  rotateWebhookSecret,
  replayWebhook,
  webhookDeliveries,
  replayWebhookDelivery,
]
