import { textOf } from '../../objects/objects.ts'
import type { Entity, Fields } from '../../objects/objects.ts'
import { customerName } from '../../objects/show.ts'
import { checkStatus, fail, firstStatus, linked, refuseRemoved, required } from '../step.ts'
import type { Step } from '../step.ts'
import { idOf } from '../../objects/objects.ts'
import type { NewEntity, Rules } from './rules.ts'

/** Enabled responsive search ads that an ad group holds. */
const maxEnabled = 3
const texts = {
  headlines: { min: 3, max: 15, letters: 30 },
  descriptions: { min: 2, max: 4, letters: 90 },
}
const pathLetters = 15

function checkTexts(step: Step, given: Fields, name: keyof typeof texts): void {
  const { min, max, letters } = texts[name]
  const list = (given[name] ?? []) as { text?: string }[]
  const path = `ad.responsive_search_ad.${name}`
  if (list.length === 0) throw required(step, path)
  if (list.length < min) throw fail(step, 'collectionSizeError.TOO_FEW', `Too few: at least ${min}.`, path)
  if (list.length > max) throw fail(step, 'collectionSizeError.TOO_MANY', `Too many: at most ${max}.`, path)
  list.forEach(({ text = '' }, index) => {
    const at = `${path}[${index}].text`
    if (text.trim() === '') throw required(step, at)
    if ([...text].length > letters)
      throw fail(step, 'stringLengthError.TOO_LONG', `Too long: at most ${letters} characters.`, {
        path: at,
        trigger: text,
      })
  })
  const different = new Set(list.map(({ text }) => text))
  if (different.size < list.length)
    throw fail(step, 'distinctError.DUPLICATE_ELEMENT', 'Elements are duplicated.', path)
}

function checkUrls(step: Step, ad: Fields): void {
  const urls = (ad['finalUrls'] ?? []) as string[]
  if (urls.length === 0) throw required(step, 'ad.final_urls')
  urls.forEach((url, index) => {
    const at = `ad.final_urls[${index}]`
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url))
      throw fail(step, 'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL', 'The final url has no protocol.', {
        path: at,
        trigger: url,
      })
    if (!/^https?:/i.test(url))
      throw fail(
        step,
        'urlFieldError.INVALID_PROTOCOL_IN_FINAL_URL',
        'The final url has a protocol that it must not have.',
        { path: at, trigger: url },
      )
    if (!URL.canParse(url))
      throw fail(step, 'urlFieldError.MALFORMED_FINAL_URL', 'The final url is malformed.', { path: at, trigger: url })
  })
}

function checkCount(step: Step, adGroup: string, own?: string): void {
  const enabled = step.draft.world.adGroupAds
    .lookup('adGroup', adGroup)
    .filter(({ name, fields }) => fields['status'] === 'ENABLED' && name !== own)
  if (enabled.length < maxEnabled) return
  const details = {
    resourceCountDetails: {
      enclosingId: idOf(adGroup),
      enclosingResource: 'AdGroup',
      limit: maxEnabled,
      limitType: 'ENABLED_RESPONSIVE_SEARCH_ADS_PER_AD_GROUP',
      existingCount: enabled.length,
    },
  }
  throw fail(
    step,
    'resourceCountLimitExceededError.RESOURCE_LIMIT',
    'The limit of enabled responsive search ads of the ad group is reached.',
    { details },
  )
}

export const adRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const { world, customer } = step.draft
    const group = linked(step, 'adGroups', given, 'adGroup')
    refuseRemoved(step, group, 'ad_group')
    const ad = given['ad'] as Fields | undefined
    if (!ad) throw required(step, 'ad')
    const content = ad['responsiveSearchAd'] as Fields | undefined
    if (!content) throw required(step, 'ad.ad_data')
    checkUrls(step, ad)
    checkTexts(step, content, 'headlines')
    checkTexts(step, content, 'descriptions')
    for (const name of ['path1', 'path2'])
      if ([...textOf(content[name])].length > pathLetters)
        throw fail(
          step,
          'stringLengthError.TOO_LONG',
          `Too long: at most ${pathLetters} characters.`,
          `ad.responsive_search_ad.${name}`,
        )
    const status = firstStatus(step, given)
    if (status === 'ENABLED') checkCount(step, group.name)
    const id = world.newId()
    const made = { ...ad, id, resourceName: `${customerName(customer.id)}/ads/${id}`, type: 'RESPONSIVE_SEARCH_AD' }
    const fields = { ...given, adGroup: group.name, ad: made, status, adStrength: 'PENDING' }
    return { id: `${idOf(group.name)}~${id}`, fields }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    if (!changed.includes('status')) return
    checkStatus(step, after['status'])
    if (after['status'] === 'ENABLED' && before.fields['status'] !== 'ENABLED')
      checkCount(step, textOf(before.fields['adGroup']), before.name)
  },
}
