import { z } from 'zod'
import { lookUp } from '../../../lookup.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { AccountIdField, sandboxField, WorkspaceIdField } from '../../shapes.ts'
import { forecastReply } from '../forecast.ts'
import { guardNotes } from '../spend-guards/guard-note.ts'

/** Money in the account's main unit; text that is a number is taken too. */
export const Money = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, 'must be an amount of money')])
  .transform(Number)
  .refine((amount) => amount > 0, 'must be more than 0')
  .meta({ description: "In the account's main currency unit, more than 0." })

/** The same with a description of what it is for. */
export function money(what: string) {
  return Money.optional().meta({ description: `${what} In the account's main currency unit, more than 0.` })
}

export { Time, timeNote } from '../../../core/manage/given-time.ts'

export const Word = z.string().trim().min(1).max(200)
export const Name = z.string().trim().min(1).max(1000)

/** A platform's own object, passed on as it is. */
export const SpecObject = z.record(z.string(), z.unknown())

const maxPlaces = 2000
const places = (description: string) => z.array(z.unknown()).max(maxPlaces).optional().meta({ description })

const placeFields = {
  countries: places('Codes of countries, such as US.'),
  regions: places('Keys of regions, or objects with a key; so are those that follow cities.'),
  cities: places('Each { key, radius, distance_unit }.'),
  zips: places('Postal codes such as US:10001.'),
  geo_markets: places('Markets such as DMA:501.'),
  electoral_districts: places('Electoral districts such as US:NY01.'),
}

export const Location = z
  .looseObject({
    ...placeFields,
    excluded_locations: z
      .looseObject(placeFields)
      .meta({ id: 'ExcludedPlaces' })
      .optional()
      .meta({ description: 'Where not to show ads, in the same words.' }),
  })
  .meta({ id: 'Places', description: 'Where to show ads: at least one country, region, city or postal code.' })

export const workspaceField = { workspaceId: WorkspaceIdField }

/** Who asks for what where: on every write of this group. */
export const accountField = {
  accountId: AccountIdField,
  ...workspaceField,
}

/** Where the account may be left out: the entity is looked for. */
export const ownerField = {
  accountId: PlatformId.optional().meta({
    description: 'Ad account id, which tells the platform. Left out: all accounts are looked through.',
  }),
  ...workspaceField,
}

export const dryRunField = {
  dryRun: z.boolean().optional().meta({ description: 'Check everything, change nothing.' }),
}

/** What an answer tells besides what was made: where, and what a rehearsal adds. */
export const rehearsalReply = {
  ...sandboxField,
  dryRun: z.literal(true).optional().meta({ description: 'Nothing was changed: it was a rehearsal.' }),
  depth: z
    .enum(['rules', 'platform'])
    .meta({ id: 'RehearsalDepth' })
    .optional()
    .meta({ description: 'How far a rehearsal looked: at the rules alone, or the platform was asked as well.' }),
  guards: guardNotes,
  ...forecastReply,
}

const levels: Record<string, 'ad' | 'adset' | 'campaign'> = {
  ad: 'ad',
  adset: 'adset',
  adgroup: 'adset',
  adsquad: 'adset',
  campaign: 'campaign',
}

const plainLevel = (word: unknown) =>
  typeof word === 'string' ? (lookUp(levels, word.toLowerCase().replace(/[\s_-]/g, '')) ?? word) : word

/** What entities are of, however it is spelled; `adgroup` and `adsquad` are other platforms' words for an ad set. */
export const EntityTypeWord = levelWord('EntityType', ['ad', 'adset', 'campaign'])

/** For operations that find out what an id names. */
export const kindNote =
  'ad, adset or campaign (adgroup and adsquad mean adset). May be left out where the id tells it: on the primary platform, ' +
  'and for what reports have seen.'

/** What can have a budget. */
export const BudgetLevelWord = levelWord('BudgetLevel', ['campaign', 'adset'])

function levelWord<const L extends ('ad' | 'adset' | 'campaign')[]>(id: string, allowed: L) {
  const list = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`
  const error = ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : `must be ${list}`)
  return z
    .preprocess(plainLevel, z.enum(allowed, { error }).meta({ id }))
    .meta({ description: `What it is: ${list}; adgroup and adsquad mean adset.` })
}
