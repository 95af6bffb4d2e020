import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import type { Account, CustomAudience, SavedAudience } from '../campaigns/objects.ts'
import { badParameter, GraphError, missingParameter, refusal } from '../errors.ts'
import { enumParam, integerParam, isValidateOnly, objectParam, requiredText, textParam } from '../graph/params.ts'
import type { Target } from '../graph/target.ts'
import { newMediaId } from '../world.ts'

const subtypes = new Set(['CUSTOM', 'WEBSITE', 'ENGAGEMENT', 'LOOKALIKE'])
const sources = new Set(['USER_PROVIDED_ONLY', 'PARTNER_PROVIDED_ONLY', 'BOTH_USER_AND_PARTNER_PROVIDED'])
const maxDays = 180
const maxPeople = 10_000

/** What each kind cannot be without. */
const needs: Record<string, (call: GraphCall, account: Account) => void> = {
  CUSTOM({ params }) {
    if (!enumParam(params, 'customer_file_source', sources)) throw missingParameter('customer_file_source')
  },
  WEBSITE({ world, params }, account) {
    const rule = objectParam(params, 'rule')
    if (!rule) throw missingParameter('rule')
    const named = JSON.stringify(rule).match(/"event_sources":\[.*?"id":"?(\d+)/)?.[1]
    if (named !== undefined && world.pixels.get(named)?.account_id !== account.account_id)
      throw badParameter(`Pixel ${named} does not belong to this ad account`, 'rule')
  },
  ENGAGEMENT({ params }) {
    if (!objectParam(params, 'rule')) throw missingParameter('rule')
  },
  LOOKALIKE({ world, params }, account) {
    const origin = requiredText(params, 'origin_audience_id')
    if (world.customAudiences.get(origin)?.account_id !== account.account_id)
      throw refusal(1713146, 'Source audience not found', 'The source audience does not exist.', 'origin_audience_id')
    const { ratio = 0.01, country, location_spec: places } = objectParam(params, 'lookalike_spec') ?? {}
    if (country === undefined && places === undefined) throw missingParameter('lookalike_spec')
    if (Number(ratio) < 0.01 || Number(ratio) > 0.2)
      throw badParameter('Param ratio must be from 0.01 to 0.20', 'lookalike_spec', 'ratio')
  },
}

/** POST act_<id>/customaudiences. */
export function createAudience(call: GraphCall, account: Account): Created | object {
  const { world, params } = call
  const name = requiredText(params, 'name')
  const subtype = enumParam(params, 'subtype', subtypes) ?? (objectParam(params, 'rule') ? 'WEBSITE' : 'CUSTOM')
  needs[subtype]?.(call, account)
  const days = integerParam(params, 'retention_days')
  if (days !== undefined && (days < 1 || days > maxDays))
    throw badParameter(`Param retention_days must be from 1 to ${maxDays}`, 'retention_days')
  if (isValidateOnly(params)) return { success: true }
  const now = world.now()
  const audience: CustomAudience = {
    ...{ id: newMediaId(world), tenant: account.tenant, account_id: account.account_id, created: now, updated: now },
    ...{ name, subtype, approximate_count_lower_bound: -1, approximate_count_upper_bound: -1 },
    ...{ description: textParam(params, 'description') ?? '', time_created: Math.floor(now / 1000) },
  }
  return new Created('CustomAudience', world.customAudiences.put(audience.id, audience))
}

const hash = /^[0-9a-f]{64}$/

/** POST <audience>/users: people by the hashes of what is known of them; nobody of them is kept. */
export function addPeople(call: GraphCall, { object }: Target): object {
  if (object['subtype'] !== 'CUSTOM')
    throw refusal(1870145, 'Audience takes no people', 'People are added to audiences of customer files alone.')
  const payload = objectParam(call.params, 'payload')
  if (!payload) throw missingParameter('payload')
  const { schema, data } = payload
  if (schema === undefined) throw badParameter('Param payload must have a schema', 'payload', 'schema')
  if (!Array.isArray(data)) throw badParameter('Param payload must have data', 'payload', 'data')
  if (data.length > maxPeople)
    throw badParameter(`Param data must have at most ${maxPeople} entries`, 'payload', 'data')
  const invalid = data.filter((entry: unknown) => ![entry].flat().every((value) => hash.test(String(value))))
  return {
    ...{ audience_id: object.id, session_id: newMediaId(call.world), num_received: data.length },
    ...{ num_invalid_entries: invalid.length, invalid_entry_samples: invalid.slice(0, 5) },
  }
}

/** POST act_<id>/saved_audiences: targeting under a name. */
export function createSavedAudience(call: GraphCall, account: Account): Created | object {
  const { world, params } = call
  const name = requiredText(params, 'name')
  const targeting = objectParam(params, 'targeting')
  if (!targeting) throw missingParameter('targeting')
  if (targeting['geo_locations'] === undefined)
    throw refusal(1885364, 'Location missing', 'The targeting has no location.', 'targeting', 'geo_locations')
  if (isValidateOnly(params)) return { success: true }
  const now = world.now()
  const audience: SavedAudience = {
    ...{ id: newMediaId(world), tenant: account.tenant, account_id: account.account_id, created: now, updated: now },
    ...{ name, targeting, run_status: 'ACTIVE' },
  }
  return new Created('SavedAudience', world.savedAudiences.put(audience.id, audience))
}

/** POST act_<id>/adspixels: an ad account has one. */
export function createPixel(call: GraphCall, account: Account): Created | object {
  const { world, params } = call
  const name = requiredText(params, 'name')
  if (world.pixels.count('account', account.account_id) > 0)
    throw new GraphError({ code: 6200, message: '(#6200) A pixel already exists for this account' })
  if (isValidateOnly(params)) return { success: true }
  const id = newMediaId(world)
  const now = world.now()
  return new Created(
    'AdsPixel',
    world.pixels.put(id, {
      ...{ id, tenant: account.tenant, account_id: account.account_id, created: now, updated: now, name },
    }),
  )
}
