import { z } from 'zod'
import { accountStates } from '../../../platforms/contract/health.ts'
import { keySpends, scopes } from '../../context.ts'
import { eventKind } from '../event-kind.ts'

const platform = z.string().meta({ description: 'Which platform, by its name here, such as primary.' })
const endsAt = z.string().meta({ description: 'When it ends.', format: 'date-time' })
const reason = z.string().meta({ description: 'Why, for people.' })

const ofConnection = {
  connectionId: z.number().int().meta({ description: 'Id of the connection.' }),
  platform,
  label: z.string().meta({ description: 'What the connection is called.' }),
}
const leadsToSandbox = z.boolean().meta({ description: 'Whether it leads to the sandbox: nothing there costs money.' })
const connection = { connectionId: 3, platform: 'primary', label: 'Main' }

const ofAccount = {
  connectionId: z.number().int().meta({ description: 'Id of the connection that it is reached through.' }),
  platform,
  accountId: z.string().meta({ description: 'The ad account.' }),
  accountName: z.string().meta({ description: 'Its name on the platform.' }),
}
const account = {
  connectionId: 3,
  platform: 'primary',
  accountId: 'act_566148315000001',
  accountName: 'Main',
}

const ofKey = {
  keyId: z.number().int().meta({ description: 'Id of the API key. The key itself is nowhere.' }),
  name: z.string().meta({ description: 'What the key is called.' }),
}

/** What becomes of the service's own ways and means. */
export const serviceEvents = [
  eventKind({
    name: 'connection.connected',
    seenBy: 'whole',
    description: 'A platform was connected: somebody consented there, or pasted what opens it.',
    data: z.object({
      ...ofConnection,
      sandbox: leadsToSandbox,
      again: z.boolean().meta({ description: 'Whether the connection was there before, and is opened anew.' }),
    }),
    example: { ...connection, sandbox: false, again: false },
  }),
  eventKind({
    name: 'connection.removed',
    seenBy: 'whole',
    description: 'A connection was removed: what opened the platform is forgotten, and what was done through it stays.',
    data: z.object({ ...ofConnection, sandbox: leadsToSandbox }),
    example: { ...connection, sandbox: false },
  }),
  eventKind({
    name: 'connection.expiring',
    seenBy: 'whole',
    description: 'What opens a platform ends soon: told 14, 7, 3 and 1 days before, once each. Connect it again.',
    data: z.object({
      ...ofConnection,
      endsAt,
      daysLeft: z.number().int().meta({ description: 'It ends in less than so many days: 14, 7, 3 or 1.' }),
    }),
    example: { ...connection, endsAt: '2026-12-01T00:00:00.000Z', daysLeft: 7 },
  }),
  eventKind({
    name: 'connection.broken',
    seenBy: 'whole',
    description:
      'What opens a platform has ended, or the platform refuses it: found by a check, or by a call that was refused. Told once for each time it breaks.',
    data: z.object({ ...ofConnection, reason }),
    example: { ...connection, reason: 'It ended 2026-12-01 00:00 UTC.' },
  }),
  eventKind({
    name: 'account.state_changed',
    seenBy: 'account',
    description:
      'A look at a connection found an ad account in another state than the one before: ads run only in an active one. Told once for each change.',
    data: z.object({
      ...ofAccount,
      state: z.enum(accountStates).meta({ description: 'How the ad account is.' }),
      before: z.enum(accountStates).meta({ description: 'How it was.' }),
      reason: z.string().nullable().meta({ description: 'Why, for people; null: the platform does not say.' }),
    }),
    example: { ...account, state: 'disabled', before: 'active', reason: 'Its last bill is not paid.' },
  }),
  eventKind({
    name: 'account.limited',
    seenBy: 'account',
    description:
      'An ad account has spent 90 % of its spend limit, or more: its ads stop at the limit. Told once for each limit, and again when it was raised and is reached again.',
    data: z.object({
      ...ofAccount,
      limit: z.number().meta({ description: 'What the ad account may spend, in main units.' }),
      spent: z.number().meta({ description: 'What of that it has spent.' }),
      currency: z.string().meta({ description: 'Currency of both.' }),
    }),
    example: { ...account, limit: 5000, spent: 4620.5, currency: 'EUR' },
  }),
  eventKind({
    name: 'platform.version_ending',
    seenBy: 'everybody',
    description:
      'The version of a platform’s interface that this service uses is switched off soon: update the service.',
    data: z.object({
      platform,
      version: z.string().meta({ description: "The platform's own name for the version." }),
      endsOn: z.string().meta({ description: 'The day it is switched off.', format: 'date' }),
    }),
    example: { platform: 'primary', version: 'v24.0', endsOn: '2027-05-01' },
  }),
  eventKind({
    name: 'sync.failed',
    seenBy: 'account',
    description:
      'The daily figures of an ad account could not be read. Told when it begins to fail, not for every try.',
    data: z.object({
      platform,
      accountId: z.string().meta({ description: 'The ad account.' }),
      reason,
    }),
    example: { platform: 'primary', accountId: 'act_566148315000001', reason: 'The token does not open this account.' },
  }),
  eventKind({
    name: 'sync.mended',
    seenBy: 'account',
    description:
      'Sums of an account were not those of its days: they were made again. Figures of days were right all the time.',
    data: z.object({
      platform,
      accountId: z.string().meta({ description: 'The ad account.' }),
      month: z.string().meta({ description: 'The first day of the month.', format: 'date' }),
    }),
    example: { platform: 'primary', accountId: 'act_566148315000001', month: '2026-10-01' },
  }),
  eventKind({
    name: 'sync.differs',
    seenBy: 'account',
    description:
      'What is kept of the ads of an account is not what its platform says of the whole account, though these days were read again. Told once for each day.',
    data: z.object({
      platform,
      accountId: z.string().meta({ description: 'The ad account.' }),
      currency: z.string().meta({ description: 'Its currency.' }),
      startDate: z.string().meta({ description: 'The first of the days.', format: 'date' }),
      endDate: z.string().meta({ description: 'The last of them.', format: 'date' }),
      days: z.number().int().meta({ description: 'How many days differ.' }),
      keptSpend: z.number().meta({ description: 'What its ads spent on them, as it is kept.' }),
      platformSpend: z.number().meta({ description: 'What the platform says it spent on them.' }),
    }),
    example: {
      ...{ platform: 'primary', accountId: 'act_566148315000001', currency: 'USD' },
      ...{ startDate: '2026-11-03', endDate: '2026-11-04', days: 2, keptSpend: 811.2, platformSpend: 842.95 },
    },
  }),
  eventKind({
    name: 'webhook.disabled',
    seenBy: 'whole',
    description: 'A webhook was switched off, because its receiver failed for days or said that it is gone.',
    data: z.object({
      webhookId: z.number().int().meta({ description: 'Id of the webhook.' }),
      reason: z.enum(['failing', 'gone']).meta({
        id: 'WebhookDisabledReason',
        description: 'failing: nothing was taken for five days; gone: the receiver answered 410.',
      }),
    }),
    example: { webhookId: 2, reason: 'gone' },
  }),
  eventKind({
    name: 'key.created',
    seenBy: 'whole',
    description: 'An API key was made.',
    data: z.object({
      ...ofKey,
      scopes: z.array(z.enum(scopes)).meta({ description: 'What it may do.' }),
    }),
    example: { keyId: 7, name: 'CI', scopes: ['read', 'launch'] },
  }),
  eventKind({
    name: 'key.changed',
    seenBy: 'whole',
    description: 'An API key acts, or asks before it spends, from now on.',
    data: z.object({
      ...ofKey,
      spends: z
        .enum(keySpends)
        .meta({ description: 'ask: whatever spends waits for a person first; act: it does not.' }),
    }),
    example: { keyId: 7, name: 'CI', spends: 'ask' },
  }),
  eventKind({
    name: 'key.revoked',
    seenBy: 'whole',
    description: 'An API key was revoked: it opens nothing any more.',
    data: z.object(ofKey),
    example: { keyId: 7, name: 'CI' },
  }),
  eventKind({
    name: 'audit.head',
    seenBy: 'whole',
    description: 'After every hour in which something was changed: the end of the audit log, signed.',
    data: z.object({
      seq: z.number().int().meta({ description: 'Number of the last entry.' }),
      hash: z.string().meta({ description: 'Its hash, in hexadecimal.' }),
      at: z.string().meta({ description: 'When it was written, to the microsecond.', format: 'date-time' }),
      signature: z.string().meta({ description: 'Ed25519 signature of "company seq hash", in base64.' }),
      publicKey: z.string().meta({ description: 'By what the signature is checked: an Ed25519 key, SPKI in base64.' }),
    }),
    example: {
      seq: 120,
      hash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
      at: '2026-11-01T09:00:00.000001Z',
      signature: 'sgxMqM3cKBzt7CJpZTC…',
      publicKey: 'MCowBQYDK2VwAyEA…',
    },
  }),
  eventKind({
    name: 'ad.doubled',
    seenBy: 'account',
    description:
      'The platform has another ad for one that was asked for, or called two by one id. Nothing is removed by itself: look at both.',
    data: z.object({
      platform,
      accountId: z.string().meta({ description: 'The ad account.' }),
      adBatchId: z.number().int().meta({ description: 'The batch that asked for it.' }),
      index: z.number().int().meta({ description: 'Which ad of the request, counted from 0.' }),
      adName: z.string().meta({ description: 'Its name.' }),
      adSetId: z.string().meta({ description: 'The ad set that it goes into.' }),
      adId: z
        .string()
        .nullable()
        .meta({ description: 'The ad that is known as its own; null: it was told not to exist.' }),
      otherAdId: z.string().meta({ description: 'The other one.' }),
      how: z.enum(['late', 'same_id']).meta({
        description:
          'late: it appeared after its request was given up. same_id: the platform answered with the id of another ad.',
      }),
    }),
    example: {
      ...{
        platform: 'primary',
        accountId: 'act_566148315000001',
        adBatchId: 812,
        index: 0,
        adName: 'Spring sale, square',
      },
      ...{ adSetId: '120206614831500052', adId: '120206614831500099', otherAdId: '120206614831500123', how: 'late' },
    },
  }),
  eventKind({
    name: 'write.often_tried',
    seenBy: 'account',
    description: 'A write was tried more than 5 times: its account rests.',
    data: z.object({
      platform,
      accountId: z.string().meta({ description: 'The ad account.' }),
      kind: z
        .string()
        .meta({ description: 'What is written, in the words of the journal: media, creative, ad, status.' }),
      attempts: z.number().int().meta({ description: 'How often it was tried.' }),
      restsUntil: z.string().meta({ description: 'When launches in the account go on.', format: 'date-time' }),
      adBatchId: z.number().int().nullable().meta({ description: 'The batch that it is for; null: it is for none.' }),
    }),
    example: {
      ...{ platform: 'primary', accountId: 'act_566148315000001', kind: 'media', attempts: 6 },
      ...{ restsUntil: '2026-11-01T09:00:05.000Z', adBatchId: 812 },
    },
  }),
] as const
