import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import { companyCurrency } from '../../currency/company-currency.ts'
import type { Rates } from '../../currency/convert.ts'
import { ratesOn } from '../../currency/rates.ts'
import { todayIn } from '../../../days.ts'
import type { SpendChange } from '../changes/change.ts'
import { placeOf } from '../ledger/books.ts'
import type { CampaignSpend, Look } from '../look.ts'
import type { Answered } from '../read-spend.ts'
import type { GuardDeps } from '../terms.ts'

/** What is asked for besides, where somebody is to see what a write costs. */
export interface Shown {
  /** Today, in each account whose budgets it moves. */
  spentIn(account: CachedAccount): Answered<CampaignSpend[]>
  /** In the company's currency; null: it has none yet. */
  rates: Rates | null
}

/** The accounts whose budgets it may let be spent, or be spent faster. Nothing is asked of others. */
export function movedAccounts(changes: readonly SpendChange[]): CachedAccount[] {
  const moving = changes.filter(isMoving).map(({ account }) => [placeOf(account), account] as const)
  return [...new Map(moving).values()]
}

export function isMoving({ spends, effects }: Pick<SpendChange, 'spends' | 'effects'>): boolean {
  return spends && effects?.length !== 0
}

export async function shownOf(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  accounts: CachedAccount[],
  look: Look,
): Promise<Shown> {
  if (accounts.length === 0) return { spentIn: notAsked, rates: null }
  const [spends, currency] = await Promise.all([
    Promise.all(accounts.map(async (each) => [placeOf(each), await look.spendOf(each, 'day')] as const)),
    companyCurrency(deps, context, deps.connections.platforms.names),
  ])
  const from = accounts.map((account) => account.currency)
  const rates = currency === null ? null : await ratesOn(deps, context, { from, to: currency, day: todayIn('UTC') })
  const byPlace = new Map(spends)
  return { spentIn: (account) => byPlace.get(placeOf(account)) ?? notAsked(), rates }
}

function notAsked(): Answered<CampaignSpend[]> {
  return { unknown: 'It was not looked at.' }
}
