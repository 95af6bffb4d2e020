import { z } from 'zod'
import { eventNames } from '../../../core/events/catalogue.ts'
import type { WebhookDeps } from '../../../core/webhooks/store.ts'
import { bothSignHours, webhookKinds } from '../../../core/webhooks/target.ts'
import type { Services } from '../../../services.ts'

export const section = 'Events and safety'

export const webhookFields = {
  url: z.string().trim().min(1).max(2_000).meta({
    description:
      'Where events are sent: an https address on the public internet, or a host that ALLOW_PRIVATE_URLS names. telegram: https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>.',
  }),
  events: z
    .array(z.enum(eventNames))
    .max(eventNames.length)
    .meta({ description: 'Which types of events it is told of. Empty: all.' }),
  enabled: z.boolean().meta({
    description: 'Whether events are sent. One that is switched on again is told of what happens from then on.',
  }),
}

export const WebhookKindField = z.enum(webhookKinds).meta({
  id: 'WebhookKind',
  description:
    'What is sent. standard: the event itself, signed as Standard Webhooks 1.0 says; slack, discord, telegram: a message for people.',
})

export const SecretField = z
  .string()
  .max(200)
  .meta({ description: 'A secret of your own: whsec_ and 24 to 64 bytes in base64. Left out: one is made.' })

const When = z.string().meta({ format: 'date-time' })

export const Webhook = z
  .object({
    id: z.number().int().meta({ description: 'Id of the webhook.' }),
    url: z.string().meta({ description: 'Where events are sent, without what could open something.' }),
    kind: WebhookKindField,
    events: webhookFields.events,
    enabled: z.boolean().meta({ description: 'Whether events are sent.' }),
    disabledReason: z
      .enum(['failing', 'gone'])
      .nullable()
      .meta({ id: 'WebhookOffReason', description: 'Why the service switched it off; null where it did not.' }),
    failingSince: When.nullable().meta({
      description: 'Since when nothing was taken; null where the last attempt was.',
    }),
    createdAt: When.meta({ description: 'When it was made.' }),
    updatedAt: When.meta({ description: 'When it was last changed.' }),
  })
  .meta({ id: 'Webhook' })

export const ShownSecret = z
  .string()
  .nullable()
  .meta({ description: 'The secret that signatures are checked with, this once; null on a repeat, and for chats.' })

export const WebhookWithSecret = Webhook.extend({ secret: ShownSecret }).meta({ id: 'WebhookWithSecret' })

export const rotationNote = `For ${bothSignHours} hours the secret before signs as well, so that receivers can change at leisure.`

/** What webhooks are kept and sent with. */
export function webhookDeps({ db, seal, webhookPoster: poster }: Services): WebhookDeps {
  return { db, seal, poster }
}

/** One attempt to deliver something. */
export const WebhookAttempt = z
  .object({
    at: When.meta({ description: 'When it was made.' }),
    ms: z.number().int().meta({ description: 'How long it took, in milliseconds.' }),
    status: z.number().int().optional().meta({ description: 'The status that the receiver answered with, if it did.' }),
    answer: z.string().optional().meta({ description: 'How its answer began.' }),
    problem: z.string().optional().meta({
      description: 'Why there was no answer, in a word, such as timeout, dns, connect, tls or private_address.',
    }),
  })
  .meta({ id: 'WebhookAttempt' })
