import type { Operation } from '../../../call/operation.ts'
import { addWebhook, webhookList } from './index.ts'
import { replayWebhook, rotateWebhookSecret, testWebhook } from './actions.ts'
import { replayWebhookDelivery, webhookDeliveries } from './deliveries.ts'
import { patchWebhook, removeWebhook, webhookById } from './id.ts'

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
