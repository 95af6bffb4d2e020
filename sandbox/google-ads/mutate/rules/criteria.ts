import { hashText } from '../../../core/figures/random.ts'
import { isCountry } from '../../objects/countries.ts'
import { idOf, keywordKey, sameText, textOf } from '../../objects/objects.ts'
import type { Entity, Fields, Keyword } from '../../objects/objects.ts'
import { checkStatus, fail, firstStatus, linked, refuseRemoved, required } from '../step.ts'
import type { Step } from '../step.ts'
import { checkBid } from './ad-groups.ts'
import type { NewEntity, Rules } from './rules.ts'

const maxKeywordLetters = 80
const maxKeywordWords = 10

/** The same text and match type have the same number wherever they stand: only with its ad group does it name one keyword. */
export function keywordNumber({ text, matchType }: Keyword, isNegative: boolean): string {
  const [one, other] = [
    hashText(`${sameText(text)} ${matchType}`),
    hashText(`${matchType} ${isNegative} ${sameText(text)}`),
  ]
  return String(300_000_000_000 + (one % 1_000_000) * 1_000_000 + (other % 1_000_000))
}

function readKeyword(step: Step, given: Fields): Keyword {
  const { text = '', matchType } = (given['keyword'] ?? {}) as Partial<Keyword>
  const refuse = (code: string, message: string) =>
    fail(step, `criterionError.${code}`, message, { path: 'keyword.text', trigger: text })
  if (text.trim() === '') throw required(step, 'keyword.text')
  if (matchType === undefined) throw required(step, 'keyword.match_type')
  if (matchType === 'UNSPECIFIED' || matchType === 'UNKNOWN')
    throw fail(step, 'enumError.ENUM_VALUE_NOT_PERMITTED', 'The enum value is not permitted.', 'keyword.match_type')
  if ([...text].length > maxKeywordLetters) throw refuse('KEYWORD_TEXT_TOO_LONG', 'Keyword text is too long.')
  if (text.trim().split(/\s+/).length > maxKeywordWords)
    throw refuse('KEYWORD_HAS_TOO_MANY_WORDS', 'Keyword text has too many words.')
  if (/(^|\s)\+\S/.test(text))
    throw refuse('BROAD_MATCH_MODIFIER_KEYWORD_NOT_ALLOWED', 'Broad match modifier keywords are not allowed.')
  if (/[!@%^()={};~`<>?\\|,*"[\]\p{Cc}\p{Extended_Pictographic}]/u.test(text) && !/^[\d\s\p{L}]+$/u.test(text))
    throw refuse('KEYWORD_HAS_INVALID_CHARS', 'Keyword text has invalid characters or symbols.')
  return { text: text.trim().replace(/\s+/g, ' '), matchType }
}

/** What stands there already with the same text and match type, on the same side. */
function sameAs(step: Step, probe: Fields): Entity | undefined {
  const { world } = step.draft
  const kind = step.kind.kind as 'adGroupCriteria' | 'campaignCriteria' | 'sharedCriteria'
  const key = keywordKey({ name: '', customer: '', created: 0, history: [], fields: probe })
  return key === undefined ? undefined : world[kind].lookup('keyword', key)[0]
}

function refuseDuplicate(step: Step, probe: Fields): void {
  const same = sameAs(step, probe)
  if (same && step.draft.world.settings().duplicateKeywords === 'refused')
    throw fail(step, 'mutateError.RESOURCE_ALREADY_EXISTS', 'The resource being created already exists.', {
      path: 'keyword',
      trigger: same.name,
    })
}

function refuseOtherSide(step: Step, probe: Fields): void {
  const isNegative = probe['negative'] === true
  if (!sameAs(step, { ...probe, negative: !isNegative })) return
  throw isNegative
    ? fail(
        step,
        'adGroupCriterionError.CANNOT_TARGET_AND_EXCLUDE',
        'Cannot target and exclude the same criterion at once.',
        'keyword',
      )
    : fail(
        step,
        'adGroupCriterionError.CANT_UPDATE_NEGATIVE',
        'The negative field is immutable: there is a negative criterion like this.',
        'negative',
      )
}

export const adGroupCriterionRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const group = linked(step, 'adGroups', given, 'adGroup')
    refuseRemoved(step, group, 'ad_group')
    if (given['keyword'] === undefined) throw required(step, 'criterion')
    const keyword = readKeyword(step, given)
    const isNegative = given['negative'] === true
    for (const [field, path] of [
      ['status', 'status'],
      ['cpcBidMicros', 'cpc_bid_micros'],
      ['finalUrls', 'final_urls'],
    ] as const)
      if (isNegative && given[field] !== undefined)
        throw fail(
          step,
          'criterionError.FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING',
          'The field cannot be set for a negative criterion.',
          path,
        )
    checkBid(step, given)
    const criterionId = keywordNumber(keyword, isNegative)
    const probe = { ...given, adGroup: group.name, keyword, negative: isNegative, status: firstStatus(step, given) }
    refuseDuplicate(step, probe)
    refuseOtherSide(step, probe)
    return { id: `${idOf(group.name)}~${criterionId}`, fields: { ...probe, criterionId, type: 'KEYWORD' } }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    if (before.fields['negative'] === true)
      throw fail(step, 'adGroupCriterionError.CANT_UPDATE_NEGATIVE', 'A negative criterion cannot be updated.')
    if (changed.includes('status')) checkStatus(step, after['status'])
    if (changed.includes('cpcBidMicros')) checkBid(step, after)
  },
}

function readLocation(step: Step, given: Fields): string {
  const name = textOf((given['location'] as Fields | undefined)?.['geoTargetConstant'])
  if (!isCountry(name))
    throw fail(step, 'criterionError.INVALID_CRITERION_ID', 'The criterion id is not valid.', {
      path: 'location.geo_target_constant',
      trigger: name,
    })
  return idOf(name)
}

function refuseKnownPlace(step: Step, name: string): void {
  const known = step.draft.world.campaignCriteria.get(name)
  if (known && known.fields['status'] !== 'REMOVED')
    throw fail(step, 'mutateError.RESOURCE_ALREADY_EXISTS', 'The resource being created already exists.', {
      path: 'location',
      trigger: name,
    })
}

export const campaignCriterionRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const campaign = linked(step, 'campaigns', given, 'campaign')
    refuseRemoved(step, campaign, 'campaign')
    const isNegative = given['negative'] === true
    const base = { ...given, campaign: campaign.name, negative: isNegative }
    if (isNegative && given['status'] !== undefined)
      throw fail(
        step,
        'campaignCriterionError.CANNOT_SET_STATUS_FOR_EXCLUDED_CRITERIA',
        'Excluded criteria have no status to set.',
        'status',
      )
    const status = firstStatus(step, given)
    if (given['location'] !== undefined) {
      const criterionId = readLocation(step, given)
      refuseKnownPlace(step, `${campaign.name.replace('/campaigns/', '/campaignCriteria/')}~${criterionId}`)
      return { id: `${idOf(campaign.name)}~${criterionId}`, fields: { ...base, status, criterionId, type: 'LOCATION' } }
    }
    if (given['keyword'] === undefined) throw required(step, 'criterion')
    if (!isNegative)
      throw fail(
        step,
        'criterionError.CANNOT_ADD_CRITERIA_TYPE',
        'Keywords of a campaign can only be negative.',
        'keyword',
      )
    const keyword = readKeyword(step, given)
    const criterionId = keywordNumber(keyword, true)
    const fields = { ...base, keyword, status, criterionId, type: 'KEYWORD' }
    refuseDuplicate(step, fields)
    return { id: `${idOf(campaign.name)}~${criterionId}`, fields }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    if (before.fields['negative'] === true)
      throw fail(
        step,
        'campaignCriterionError.CANNOT_UPDATE_NEGATIVE_CRITERION',
        'A negative criterion cannot be updated.',
      )
    if (changed.includes('status')) checkStatus(step, after['status'])
  },
}

export const sharedCriterionRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const set = linked(step, 'sharedSets', given, 'sharedSet')
    if (set.fields['status'] === 'REMOVED')
      throw fail(step, 'sharedSetError.SHARED_SET_REMOVED', 'Removed shared sets cannot be changed.', 'shared_set')
    if (given['keyword'] === undefined) throw required(step, 'criterion')
    const keyword = readKeyword(step, given)
    const criterionId = keywordNumber(keyword, true)
    const fields = { ...given, sharedSet: set.name, keyword, criterionId, type: 'KEYWORD' }
    refuseDuplicate(step, fields)
    return { id: `${idOf(set.name)}~${criterionId}`, fields }
  },
}
