import { badParameter, notOneOf, refusal } from '../errors.ts'
import { creativeFeatures } from '../graph/read/field-names.ts'
import type { MetaSettings } from '../world.ts'
import { isObject, objectOf, textOf } from '../graph/params.ts'

type Spec = Record<string, unknown>

/** Switches of the platform's own changes to an ad. */
export function checkFeatures(
  spec: Spec | undefined,
  { disclosureFeature, unknownFeatures }: Pick<MetaSettings, 'disclosureFeature' | 'unknownFeatures'>,
): void {
  for (const [feature, setting] of Object.entries(objectOf(spec?.['creative_features_spec']) ?? {})) {
    const choice = textOf(objectOf(setting)?.['enroll_status'])
    const blame = ['degrees_of_freedom_spec', 'creative_features_spec', feature]
    const isKnown = creativeFeatures.has(feature) && !unknownFeatures.includes(feature)
    if (!isKnown && feature !== disclosureFeature) throw badParameter(`${feature} is not a creative feature`, ...blame)
    if (choice === undefined)
      throw refusal(3858082, 'Enrolment missing', `${feature} needs an enroll_status.`, ...blame)
    if (choice !== 'OPT_IN' && choice !== 'OPT_OUT') throw notOneOf('enroll_status', ['OPT_IN', 'OPT_OUT'])
    if (feature === 'standard_enhancements' && choice === 'OPT_IN')
      throw refusal(
        3858504,
        'Feature is gone',
        'standard_enhancements can no longer be used; choose single features.',
        ...blame,
      )
  }
}

const promotionKeys = new Set([
  'manual_coupon_codes',
  'allowed_coupon_code_sources',
  'is_auto_update_allowed',
  'allowed_promo_offer_ids',
  'product_catalog_id',
  'coupon_codes',
  'excluded_offers',
  'offer_details',
  'pre_click_ad_containers',
])

/** `asset_feed_spec.promotional_metadata`: a code that buyers may use. */
export function checkPromotion(value: unknown): void {
  if (value === undefined) return
  const blame = ['asset_feed_spec', 'promotional_metadata']
  if (!isObject(value)) throw badParameter('Param promotional_metadata must be an object', ...blame)
  const unknown = Object.keys(value).find((key) => !promotionKeys.has(key))
  if (unknown) throw badParameter(`${unknown} is not part of promotional_metadata`, ...blame, unknown)
  const codes = value['manual_coupon_codes']
  if (codes === undefined) return
  const isList = Array.isArray(codes) && codes.length > 0 && codes.every((code) => textOf(code) !== undefined)
  if (!isList) throw badParameter('manual_coupon_codes must be a list of codes', ...blame, 'manual_coupon_codes')
  const sources = value['allowed_coupon_code_sources']
  if (!Array.isArray(sources) || !sources.includes('AD_CREATIVE_MANUAL_COUPON_CODES'))
    throw badParameter(
      'manual_coupon_codes need AD_CREATIVE_MANUAL_COUPON_CODES among allowed_coupon_code_sources',
      ...blame,
      'allowed_coupon_code_sources',
    )
}

/** Polls left the platform with v26. */
export function refusePolls(spec: Spec | undefined, version: string): void {
  if (version === 'v25.0' || !spec || !/"(poll|poll_spec|POLL)"/.test(JSON.stringify(spec))) return
  throw refusal(undefined, 'Polls are gone', 'Ads can no longer hold polls.', 'interactive_components_spec')
}
