import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { workspaceField } from '../fields.ts'

export const maxAds = 50
const rule = `takes from 1 to ${maxAds} ids`

/** Which ads. */
export const adIdsField = {
  adIds: z
    .array(PlatformId)
    .min(1, rule)
    .max(maxAds, rule)
    .meta({ description: `1 to ${maxAds} ad ids.` }),
  ...workspaceField,
}

/** An ad that cannot be read does not hold up the others. */
export const UnreadAd = z
  .object({
    adId: z.string().meta({ description: 'Id of the ad.' }),
    success: z.literal(false).meta({ description: 'The ad could not be read.' }),
    error: z.string().meta({ description: 'Why.' }),
  })
  .meta({ id: 'UnreadAd' })

/** A platform's own object, as it stores it. */
export const rawSpec = (what: string) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: `${what}, raw, as the platform stores it.` })
