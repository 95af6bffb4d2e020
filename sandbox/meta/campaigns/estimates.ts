import { hashText } from '../../core/figures/random.ts'
import type { GraphCall } from '../call.ts'
import { missingParameter } from '../errors.ts'
import type { Target } from '../graph/target.ts'
import { enumParam, objectOf, objectParam } from '../graph/params.ts'
import { optimizationGoals } from '../report/tables.ts'
import { readTargeting } from './targeting.ts'

type Spec = Record<string, unknown>

/** GET act_<id>/reachestimate: how many people a targeting could meet; narrower targeting meets fewer. */
export function reachEstimate(call: GraphCall): object {
  const spec = objectParam(call.params, 'targeting_spec')
  if (!spec) throw missingParameter('targeting_spec')
  const lower = peopleIn(call, spec)
  return { data: [{ users_lower_bound: lower, users_upper_bound: upper(lower), estimate_ready: true }] }
}

/** GET <account or ad set>/delivery_estimate. An account has neither goal nor audience, so both must be said. */
export function deliveryEstimate(call: GraphCall, { type, object }: Target): object {
  const isAdSet = type === 'AdSet'
  const goal = enumParam(call.params, 'optimization_goal', optimizationGoals)
  const spec = objectParam(call.params, 'targeting_spec') ?? (isAdSet ? objectOf(object['targeting']) : undefined)
  if (!goal && !isAdSet) throw missingParameter('optimization_goal')
  if (!spec) throw missingParameter('targeting_spec')
  const lower = peopleIn(call, spec)
  const day = Math.round(lower * 0.6)
  const curve = [0.01, 0.1, 1].map((share) => ({
    spend: Math.round(day * share * 0.8),
    reach: Math.round(day * share),
    impressions: Math.round(day * share * 1.4),
    actions: Math.round(day * share * 0.02),
  }))
  const estimate = {
    daily_outcomes_curve: curve,
    estimate_dau: day,
    estimate_mau_lower_bound: lower,
    estimate_mau_upper_bound: upper(lower),
    estimate_ready: true,
  }
  return { data: [estimate] }
}

function upper(lower: number): number {
  return Math.round(lower * 1.18)
}

function peopleIn(call: GraphCall, spec: Spec): number {
  readTargeting({ ...call, params: { targeting: spec } }, false)
  const geo = objectOf(spec['geo_locations']) ?? {}
  const list = (kind: string) => (Array.isArray(geo[kind]) ? geo[kind].length : 0)
  const people = list('countries') * 180e6 + list('regions') * 12e6 + list('cities') * 2e6 + list('zips') * 40e3
  const years = Number(spec['age_max'] ?? 65) - Number(spec['age_min'] ?? 18) + 1
  const isNarrow = Array.isArray(spec['flexible_spec']) && spec['flexible_spec'].length > 0
  const noise = 0.9 + (hashText(JSON.stringify(spec)) % 200) / 1000
  return Math.max(1000, Math.round((people * (years / 48) * noise * (isNarrow ? 0.2 : 1)) / 100) * 100)
}
