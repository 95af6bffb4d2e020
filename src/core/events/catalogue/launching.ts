import { z } from 'zod'
import { eventKind } from '../event-kind.ts'

/** What is told of an ad of a batch, the same wherever it is told. */
export const adFields = {
  index: z.number().int().meta({ description: 'Which ad of the request, counted from 0.' }),
  adName: z.string().meta({ description: 'Its name.' }),
  clientRef: z.string().optional().meta({ description: "The caller's own name for it." }),
  adSetId: z.string().meta({ description: 'The ad set that it goes into.' }),
}

export const failureFields = {
  code: z.string().meta({ description: 'What went wrong, in a word that programs can go by.' }),
  message: z.string().meta({ description: 'What went wrong, for people.' }),
}

const adBatchId = z.number().int().meta({ description: 'Id of the batch.' })

const ofAd = {
  adBatchId,
  ...adFields,
  platform: z.string().meta({ description: 'The platform that the ad goes to.' }),
  adAccountId: z.string().meta({ description: 'The ad account that it goes into.' }),
}

const ad = {
  adBatchId: 812,
  index: 0,
  adName: 'Spring sale, square',
  adSetId: '120206614831500052',
  platform: 'primary',
  adAccountId: 'act_566148315000001',
}

/** What becomes of launches. */
export const launchingEvents = [
  eventKind({
    name: 'batch.finished',
    seenBy: 'batch',
    description: 'The last ad of a batch has come to its end. A batch that is launched again finishes again.',
    data: z.object({
      adBatchId,
      adBatchSlug: z.string().meta({ description: 'Its short name.' }),
      state: z.enum(['success', 'error', 'partial', 'cancelled']).meta({
        id: 'BatchEndState',
        description: 'How it ended. partial: some ads were launched, some failed.',
      }),
      totalAds: z.number().int().meta({ description: 'How many ads the batch has.' }),
      successfulAds: z.number().int().meta({ description: 'How many of them were launched.' }),
      failedCount: z.number().int().meta({ description: 'How many of them failed.' }),
      cancelledCount: z.number().int().meta({ description: 'How many of them were stopped before they were sent.' }),
    }),
    example: {
      adBatchId: 812,
      adBatchSlug: 'k3f9a0b2c1',
      state: 'partial',
      totalAds: 12,
      successfulAds: 11,
      failedCount: 1,
      cancelledCount: 0,
    },
  }),
  eventKind({
    name: 'ad.launched',
    seenBy: 'batch',
    description: 'An ad exists on its platform.',
    data: z.object({ ...ofAd, adId: z.string().meta({ description: 'The id of the ad on the platform.' }) }),
    example: { ...ad, adId: '120206614831500099' },
  }),
  eventKind({
    name: 'ad.failed',
    seenBy: 'batch',
    description: 'An ad was not made, and is not tried again by itself.',
    data: z.object({ ...ofAd, ...failureFields }),
    example: { ...ad, code: 'platform_error', message: 'The ad set was archived.' },
  }),
  eventKind({
    name: 'ad.unsure',
    seenBy: 'batch',
    description:
      'The answer to the write that makes an ad was lost: whether it exists is being looked for. Told once, until the ad ends.',
    data: z.object({
      ...ofAd,
      step: z.string().meta({ description: 'The step whose answer was lost.' }),
      until: z.string().meta({ description: 'When it is looked for again.', format: 'date-time' }),
    }),
    example: { ...ad, step: 'ad', until: '2026-11-01T09:05:00.000Z' },
  }),
  eventKind({
    name: 'batch.undone',
    seenBy: 'batch',
    description: 'An undo has gone through the ads that a batch had launched.',
    data: z.object({
      adBatchId,
      adBatchSlug: z.string().meta({ description: 'Its short name.' }),
      removed: z.number().int().meta({ description: 'How many ads were removed, or were gone already.' }),
      notRemoved: z.number().int().meta({ description: 'How many could not be removed.' }),
    }),
    example: { adBatchId: 812, adBatchSlug: 'k3f9a0b2c1', removed: 11, notRemoved: 0 },
  }),
] as const
