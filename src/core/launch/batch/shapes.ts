import { z } from 'zod'
import { adFields, failureFields } from '../../events/catalogue/launching.ts'
import { waitReasons } from '../engine/waits.ts'
import type { WaitReason } from '../engine/waits.ts'

/** What is told of a batch and of its ads, the same wherever it is told. */
const BatchStatusWord = z.enum(['draft', 'queued', 'processing', 'success', 'error', 'cancelled']).meta({
  id: 'BatchStatusWord',
  description: 'Where the batch stands. error: not every ad was launched.',
})

const BatchLifecycle = z.enum(['in_progress', 'success', 'error']).meta({
  id: 'BatchLifecycle',
  description: 'The same in three words. A draft is error, because nothing is on its way.',
})

const BatchRawStatus = z
  .enum(['Draft', 'Queued', 'Processing', 'Success', 'Error', 'Partial', 'Cancelled'])
  .meta({ id: 'BatchRawStatus', description: 'The same in full. Partial: some ads were launched and some failed.' })

/** The words under which the outside knows a state. */
export const statusFields = { status: BatchStatusWord, summaryStatus: BatchLifecycle, rawStatus: BatchRawStatus }
export type StatusWords = z.output<z.ZodObject<typeof statusFields>>

const placeFields = {
  platform: z.string().meta({ description: 'The platform that it goes to.' }),
  adAccountId: z.string().meta({ description: 'The ad account that it goes into.' }),
}

const PlatformCode = z.union([z.number(), z.string()])

const LaunchFailure = z
  .object({
    step: z.string().meta({ description: 'At which step of making the ad.' }),
    ...failureFields,
    field: z.string().optional().meta({ description: 'Which field of the ad it is about.' }),
    platformCode: PlatformCode.optional().meta({ description: "The platform's own code." }),
    platformSubcode: PlatformCode.optional().meta({ description: "The platform's own second code." }),
    traceId: z.string().optional().meta({ description: 'By what the platform finds the call.' }),
    retryable: z.boolean().meta({ description: 'Whether it may pass when the ad is launched again as it is.' }),
    hint: z.string().optional().meta({ description: 'What to do about it.' }),
  })
  .meta({ id: 'LaunchFailure' })

export const FailedAd = z
  .object({ ...adFields, ...placeFields, ...LaunchFailure.shape })
  .meta({ id: 'FailedAd', description: 'An ad that was not made, and why.' })
export type FailedAd = z.output<typeof FailedAd>

export const WaitingFor = z.enum(Object.keys(waitReasons) as [WaitReason, ...WaitReason[]])

const adStates = ['waiting', 'running', 'launched', 'failed', 'unsure', 'cancelled', 'undone'] as const

export const BatchAd = z
  .object({
    ...adFields,
    ...placeFields,
    adSetName: z.string().nullable().meta({
      description:
        'What its ad set is called; null: its platform has not described it yet, and the launch gave no label.',
    }),
    sandbox: z.boolean().meta({ description: 'Whether its account is made up: nothing there costs money.' }),
    status: z.enum(adStates).meta({
      id: 'BatchAdStatus',
      description:
        'Where the ad stands. unsure: the answer to a write was lost, and what it made is being looked for; undone: removed again.',
    }),
    step: z.string().nullable().meta({ description: 'The step it is at; null before the first and after the last.' }),
    adId: z.string().optional().meta({ description: 'Its id on the platform, once it exists.' }),
    creativeId: z.string().optional().meta({ description: 'The id of its creative on the platform.' }),
    adsManagerUrl: z
      .string()
      .optional()
      .meta({ description: "Where people find it: in the platform's own tool, or on the sandbox's page of the ad." }),
    undoneAt: z.string().optional().meta({ description: 'When undo removed the ad again.', format: 'date-time' }),
    error: LaunchFailure.optional().meta({ description: 'Why it failed.' }),
    waitingFor: WaitingFor.optional().meta({
      description: `What the ad waits for. ${Object.entries(waitReasons)
        .map(([reason, words]) => `${reason}: ${words}`)
        .join('; ')}.`,
    }),
    waitsUntil: z
      .string()
      .optional()
      .meta({ description: 'When the ad goes on, where that is known.', format: 'date-time' }),
  })
  .meta({ id: 'BatchAd', description: 'One ad of a batch: the ad of the request in one of its ad sets.' })
export type BatchAd = z.output<typeof BatchAd>
