import { z } from 'zod'
import { PlatformId } from '../launch/plan/request.ts'

/** Money in the account's main unit; text that is a number is taken too. */
export const Money = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, 'must be an amount of money')])
  .transform(Number)
  .meta({ description: "In the account's main currency unit." })

export { Time, timeNote } from './given-time.ts'

export const Word = z.string().trim().min(1).max(200)
export const Name = z.string().trim().min(1).max(1000)

/** A platform's own object, passed on as it is. */
export const SpecObject = z.record(z.string(), z.unknown())

const Places = z.array(z.unknown()).max(2000).optional()

export const Location = z
  .looseObject({
    countries: Places,
    regions: Places,
    cities: Places.meta({ description: 'Each { key, radius, distance_unit }.' }),
    zips: Places.meta({ description: 'Keys such as US:10001.' }),
    geo_markets: Places,
    electoral_districts: Places,
    excluded_locations: SpecObject.optional(),
  })
  .meta({
    description:
      'Where to show ads: at least one country, region, city or postal code. Wins over targeting.geo_locations.',
  })

/** Who asks for what where: on every write of this group. */
export const accountField = {
  accountId: PlatformId.meta({ description: 'Ad account id.' }),
  workspaceId: PlatformId.optional(),
}

export const dryRunField = {
  dryRun: z.boolean().optional().meta({ description: 'Check everything, change nothing.' }),
}

/** What a rehearsal adds to an answer. */
export const rehearsalReply = {
  dryRun: z.literal(true).optional(),
  depth: z.enum(['rules', 'platform']).optional(),
}

const levels: Record<string, 'ad' | 'adset' | 'campaign'> = {
  ad: 'ad',
  adset: 'adset',
  adgroup: 'adset',
  adsquad: 'adset',
  campaign: 'campaign',
}

/** ad, adset or campaign, however it is spelled; `adgroup` is another platform's word for an ad set. */
export const EntityTypeWord = z
  .string()
  .transform((word, context) => {
    const level = levels[word.toLowerCase().replace(/[\s_-]/g, '')]
    if (level) return level
    context.addIssue({ code: 'custom', message: 'must be ad, adset or campaign' })
    return z.NEVER
  })
  .meta({ description: 'ad, adset or campaign.' })
