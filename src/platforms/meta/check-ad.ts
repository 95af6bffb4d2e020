import type { Issue } from '../../errors.ts'
import type { LaunchAd } from '../launch.ts'
import { callsToAction } from './cta.ts'

const longestName = 400

/** What this platform would refuse, or what would not do what the caller means, said before any call. */
export function checkAd(ad: LaunchAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong = (field: string, message: string) => issues.push({ path: `${path}.${field}`, message })
  if (ad.adName.length > longestName) wrong('adName', `is longer than ${longestName} characters`)
  if (!ad.page) wrong('page', 'is required: the page that speaks in the ad (GET /v1/profiles lists them)')
  if (!ad.secondary)
    wrong('secondary', 'is required: the profile on the secondary network (GET /v1/profiles lists them)')
  for (const field of ['page', 'secondary'] as const) {
    const value = ad[field]
    if (value !== undefined && !/^\d{1,30}$/.test(value)) wrong(field, 'must be an id made of digits')
  }
  if (ad.cta !== undefined && !callsToAction.has(ad.cta)) {
    wrong('cta', `is not a call to action of this platform; use one of ${[...callsToAction].join(', ')}`)
  }
  if (!ad.link) wrong('link', 'is required: where a click on the ad leads')
  if (ad.type === 'single' && ad.media.length > 1) {
    wrong('media', `a single ad has one media item, not ${ad.media.length}; use type multi, carousel or flexible`)
  }
  return issues
}
