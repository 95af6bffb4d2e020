import { hashText } from '../random.ts'
import type { GraphCall } from './call.ts'
import { missingParameter } from './errors.ts'
import { objectOf, objectParam } from './params.ts'
import { readTargeting } from './targeting.ts'

/** GET act_<id>/reachestimate: how many people a targeting could meet; narrower targeting meets fewer. */
export function reachEstimate(call: GraphCall): object {
  const spec = objectParam(call.params, 'targeting_spec')
  if (!spec) throw missingParameter('targeting_spec')
  readTargeting({ ...call, params: { targeting: spec } }, false)
  const geo = objectOf(spec['geo_locations']) ?? {}
  const list = (kind: string) => (Array.isArray(geo[kind]) ? geo[kind].length : 0)
  const people = list('countries') * 180e6 + list('regions') * 12e6 + list('cities') * 2e6 + list('zips') * 40e3
  const years = Number(spec['age_max'] ?? 65) - Number(spec['age_min'] ?? 18) + 1
  const isNarrow = Array.isArray(spec['flexible_spec']) && spec['flexible_spec'].length > 0
  const noise = 0.9 + (hashText(JSON.stringify(spec)) % 200) / 1000
  const lower = Math.max(1000, Math.round((people * (years / 48) * noise * (isNarrow ? 0.2 : 1)) / 100) * 100)
  return { data: { users_lower_bound: lower, users_upper_bound: Math.round(lower * 1.18), estimate_ready: true } }
}
