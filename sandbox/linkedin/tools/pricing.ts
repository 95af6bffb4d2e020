import { accountOf } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { invalidParam } from '../errors.ts'
import { idIn } from '../objects/objects.ts'
import { allow, recordParam, requiredText, wordParam } from '../restli/params.ts'

const optional = ['objectiveType', 'optimizationTargetType', 'dailyBudget', 'competingBid', 'currency']
const bids: Record<string, number> = { CPM: 30, CPC: 8, CPV: 0.1 }
const yen = 150

/** What others pay for the same people: made up, and the same for everybody. */
function price(call: ApiCall): ApiAnswer {
  allow(call, ['account', 'bidType', 'campaignType', 'matchType', 'targetingCriteria', ...optional])
  const account = accountOf(call, idIn(requiredText(call, 'account'), 'sponsoredAccount') ?? '')
  for (const name of ['bidType', 'campaignType', 'matchType']) requiredText(call, name)
  const bid = bids[wordParam(call, 'bidType', Object.keys(bids)) ?? ''] ?? 0
  wordParam(call, 'campaignType', ['SPONSORED_UPDATES', 'SPONSORED_INMAILS', 'TEXT_AD', 'DYNAMIC'])
  wordParam(call, 'matchType', ['EXACT', 'AUDIENCE_EXPANDED'])
  const criteria = recordParam(call, 'targetingCriteria')
  if (!(criteria?.get('include') instanceof Map))
    throw invalidParam('targetingCriteria', 'targetingCriteria must be (include:(and:List(...)))')
  const unit = account.currency === 'JPY' ? yen : 1
  const money = (amount: number) => ({ currencyCode: account.currency, amount: (amount * unit).toFixed(2) })
  const limits = (least: number, usual: number, most: number) => ({
    min: money(least),
    max: money(most),
    default: money(usual),
  })
  const { default: _, ...bidLimits } = limits(bid / 4, bid, bid * 40)
  const element = {
    suggestedBid: limits(bid * 0.8, bid, bid * 1.5),
    bidLimits,
    dailyBudgetLimits: limits(10, 50, 100_000),
  }
  return { body: { elements: [element], paging: { start: 0, count: 10, links: [] } } }
}

export const pricingOperations: Operations = { 'FINDER-criteriaV2': { scopes: ['r_ads', 'rw_ads'], handle: price } }
