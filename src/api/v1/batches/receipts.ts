import { z } from 'zod'
import { keptEndFields } from '../../../core/ends/listed.ts'
import { findBatch } from '../../../core/batches/find.ts'
import { receiptsOf } from '../../../core/launch/batch/receipts.ts'
import { adFields } from '../../../core/events/catalogue/launching.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { sandboxField } from '../../shapes.ts'
import { batchFields, BatchId } from '../batch-status.ts'
import { Destination, destinationsMeta, fatesMeta, FieldFate } from '../launch/field-fates.ts'

const PlatformObject = z.record(z.string(), z.unknown())

const ReceiptDifference = z
  .object({
    field: z.string().meta({ description: 'Which field, with dots between its parts.' }),
    asked: z.unknown().meta({ description: 'The value that was asked for.' }),
    stored: z.unknown().meta({ description: 'The value that the platform has; null: none.' }),
    reason: z.string().optional().meta({ description: 'Why what was asked for was not sent as it was.' }),
  })
  .meta({ id: 'ReceiptDifference' })

const SecondAd = z
  .object({
    adId: z.string().meta({ description: 'Its id on the platform.' }),
    how: z.enum(['late', 'same_id']).meta({
      description:
        'late: it appeared after its request was given up. same_id: the platform answered with the id of another ad.',
    }),
    foundAt: z.string().meta({ description: 'When it was noticed.', format: 'date-time' }),
  })
  .meta({ id: 'SecondAd' })

const EnhancementFate = z
  .object({
    name: z.string().meta({ description: 'Its name.' }),
    asked: z.enum(['on', 'off', 'platform']).meta({ description: 'platform: left to it.' }),
    stored: z.enum(['on', 'off']).nullable().meta({ description: 'null: not told.' }),
  })
  .meta({ id: 'EnhancementFate' })

const Receipt = z
  .object({
    ...adFields,
    adAccountId: z.string().meta({ description: 'The ad account that it is in.' }),
    ...sandboxField,
    adId: z.string().meta({ description: 'Its id on the platform.' }),
    asked: PlatformObject.meta({ description: "What was asked for, in the platform's own words." }),
    stored: PlatformObject.nullable().meta({
      description: 'What the platform stored, in its own words; null: it could not be read.',
    }),
    differences: z.array(ReceiptDifference).meta({ description: 'Where the two differ.' }),
    fields: z.array(FieldFate).optional().meta(fatesMeta),
    destinations: z.array(Destination).optional().meta(destinationsMeta),
    enhancements: z
      .array(EnhancementFate)
      .optional()
      .meta({ description: 'The flags of what the platform changes by itself.' }),
    readAt: z.string().meta({ description: 'When it was read.', format: 'date-time' }),
    undoneAt: z.string().optional().meta({
      description: 'When undo removed the ad again; the receipt shows what was stored until then.',
      format: 'date-time',
    }),
    ...keptEndFields,
    alsoFound: z
      .array(SecondAd)
      .optional()
      .meta({ description: 'Other ads that the platform has for it. Nothing is removed by itself: look at them.' }),
    error: z.string().optional().meta({ description: 'Why the platform could not be read.' }),
  })
  .meta({ id: 'Receipt' })

export const batchReceipts = operation({
  name: 'get_receipts',
  rest: { method: 'GET', path: '/v1/batches/{id}/receipts' },
  section: 'Launching',
  summary: 'For every launched ad: what was asked, what the platform stored, and where the two differ.',
  description:
    'Read back from the platform on the first call and kept; refresh=true reads again. Fields are named in the words of the platform; ' +
    'what of the request was not sent as it was asked for is named in its own words, with a reason. fields, destinations and enhancements ' +
    'tell the whole request in its own words; refresh=true adds them to receipts that an older version read.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    id: BatchId,
    ...pageFields(200, 50),
    refresh: z.stringbool().default(false).meta({ description: 'true: read from the platform again.' }),
  }),
  example: { id: demo.batch },
  reply: pageOf(Receipt).extend({ adBatchId: batchFields.adBatchId, name: batchFields.name }),
  async handle(deps, call, { id, refresh, ...paged }) {
    const batch = await findBatch(deps, call, { id })
    const window = windowOf(paged)
    const receipts = await receiptsOf(deps, call, { batchId: batch.id, refresh, ...window })
    return { adBatchId: batch.id, name: batch.name, ...pageWith(receipts, window, batch.launched_ads) }
  },
})
