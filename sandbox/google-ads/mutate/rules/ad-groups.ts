import type { Entity, Fields } from '../../objects/objects.ts'
import { minimumUnit } from '../../report/metrics.ts'
import { checkStatus, checkText, fail, firstStatus, isMultiple, linked, refuseRemoved } from '../step.ts'
import type { Step } from '../step.ts'
import type { NewEntity, Rules } from './rules.ts'

const maxLetters = 255
const maxBid = 10n ** 12n

/** A bid is at least the currency's smallest unit, and a multiple of it. */
export function checkBid(step: Step, given: Fields): void {
  if (given['cpcBidMicros'] === undefined) return
  const bid = BigInt(given['cpcBidMicros'] as string)
  const refuse = (name: string, message: string) =>
    fail(step, name, message, { path: 'cpc_bid_micros', trigger: String(bid) })
  if (bid <= 0n) throw refuse('biddingError.BID_TOO_SMALL', 'The bid is too small.')
  if (bid > maxBid) throw refuse('biddingError.BID_TOO_BIG', 'The bid is too big.')
  if (!isMultiple(bid, minimumUnit(step.draft.customer.currency)))
    throw refuse(
      'currencyError.VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT',
      'The value is not a multiple of the billable unit.',
    )
}

function checkName(step: Step, given: Fields, campaign: string, own?: string): void {
  const name = checkText(step, given, 'name', maxLetters)
  const others = step.draft.world.adGroups.lookup('name', `${campaign} ${name.toLowerCase()}`)
  if (others.some((other) => other.name !== own))
    throw fail(
      step,
      'adGroupError.DUPLICATE_ADGROUP_NAME',
      'AdGroup with the same name already exists for the campaign.',
      { path: 'name', trigger: name },
    )
}

export const adGroupRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const campaign = linked(step, 'campaigns', given, 'campaign')
    refuseRemoved(step, campaign, 'campaign')
    if (campaign.fields['advertisingChannelType'] === 'PERFORMANCE_MAX')
      throw fail(
        step,
        'adGroupError.CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE',
        'Ad groups cannot be added to campaigns of this type.',
        'campaign',
      )
    checkName(step, given, campaign.name)
    checkBid(step, given)
    const id = step.draft.world.newId()
    const fields = { type: 'SEARCH_STANDARD', ...given, id, campaign: campaign.name, status: firstStatus(step, given) }
    return { id, fields }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    if (changed.includes('status')) checkStatus(step, after['status'])
    if (changed.includes('name')) checkName(step, after, String(before.fields['campaign']), before.name)
    if (changed.includes('cpcBidMicros')) checkBid(step, after)
  },
}

export const assetGroupRules: Rules = {
  create(step: Step): NewEntity {
    throw fail(step, 'mutateError.MUTATE_NOT_ALLOWED', 'Asset groups cannot be created here.')
  },
  update(step: Step, _before: Entity, after: Fields, changed: string[]): void {
    if (changed.includes('status')) checkStatus(step, after['status'])
    if (changed.includes('name')) checkText(step, after, 'name', maxLetters)
  },
}
