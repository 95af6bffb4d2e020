import { z } from 'zod'
import { sandboxField } from '../../shapes.ts'
import { Warning } from './warning.ts'

/** The answer to every call that sets a batch of ads on its way. */
export const LaunchStarted = z
  .object({
    message: z.string().meta({ description: 'For people.' }),
    adBatchSlug: z.string().meta({ description: 'Name of the batch; it may stand wherever its id may.' }),
    adBatchId: z.number().int().meta({ description: 'Id of the batch, for GET /v1/batch-status/{id}.' }),
    isAsync: z.literal(true).meta({ description: 'The ads are made after this answer.' }),
    totalAds: z.number().int().meta({ description: 'How many ads the batch has: one for each ad set of each ad.' }),
    ...sandboxField,
    warnings: z.array(Warning).meta({ description: 'What keeps nobody from launching, and is better known.' }),
  })
  .meta({ id: 'LaunchStarted' })

export function launchingMessage(count: number): string {
  return `${count} ${count === 1 ? 'ad is' : 'ads are'} being launched.`
}
