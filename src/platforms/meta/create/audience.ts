import type { Spec } from '../../contract/manage.ts'
import { isObject } from './targeting-location.ts'

/** Did the caller narrow who sees the ads? Then an audience that widens itself is not what was asked for. */
function isNarrowed(targeting: Spec): boolean {
  const { age_min: youngest = 18, age_max: oldest = 65 } = targeting
  if (Number(youngest) > 18 || Number(oldest) < 65) return true
  const narrowing = ['genders', 'interests', 'behaviors', 'flexible_spec', 'custom_audiences', 'exclusions', 'locales']
  return narrowing.some((field) => Array.isArray(targeting[field]) && targeting[field].length > 0)
}

export interface AudienceChoice {
  name: 'automated_audience_on' | 'automated_audience_off'
  targeting: Spec
}

/** With the automated audience on, the youngest may be of these ages only, and the oldest of no other than the last. */
const automatedAges = { min: [18, 25], max: 65 } as const

function fitsAutomation({ age_min: youngest = 18, age_max: oldest = automatedAges.max }: Spec): boolean {
  const [min, max] = automatedAges.min
  return Number(youngest) >= min && Number(youngest) <= max && Number(oldest) >= automatedAges.max
}

function turnOff(targeting: Spec): AudienceChoice {
  // Replaced whole: without the key the platform would ask for it again.
  return {
    name: 'automated_audience_off',
    targeting: { ...targeting, targeting_automation: { advantage_audience: 0 } },
  }
}

/**
 * The platform wants a yes or no to its automated audience with every new ad set, and refuses the yes beside some ages. So both
 * are decided before anything is sent: narrow targeting means no. null: the caller has said it, and it can be taken.
 */
export function decideAudience(targeting: Spec): AudienceChoice | null {
  const automation = isObject(targeting.targeting_automation) ? targeting.targeting_automation : {}
  const said = automation.advantage_audience
  if (said === undefined || said === null) {
    if (isNarrowed(targeting)) return turnOff(targeting)
    const on = { ...targeting, targeting_automation: { ...automation, advantage_audience: 1 } }
    return { name: 'automated_audience_on', targeting: on }
  }
  return Number(said) === 1 && !fitsAutomation(targeting) ? turnOff(targeting) : null
}

/** Should it miss the word all the same, the choice is made anew. */
const flagMissing = 1870227
/** It was switched on, but these ages or settings do not go with it. */
const flagIncompatible = new Set([1870188, 1870189, 1870196])

/** The targeting to try next after this refusal; null when the refusal is about something else. */
export function audienceFallback(targeting: Spec, subcode: number | string | undefined): AudienceChoice | null {
  if (flagIncompatible.has(Number(subcode))) return turnOff(targeting)
  if (Number(subcode) !== flagMissing) return null
  const { targeting_automation: _said, ...unsaid } = targeting
  return decideAudience(unsaid)
}
