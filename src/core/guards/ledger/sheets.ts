import type { Rates } from '../../currency/convert.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { SpendChange } from '../changes/change.ts'
import type { Guard } from '../guard.ts'
import type { CampaignSpend } from '../look.ts'
import type { Answered } from '../read-spend.ts'
import { placeOf } from './books.ts'
import type { Books } from './books.ts'
import type { AccountDay } from './exposure.ts'
import { holdersOf } from './holders.ts'
import type { LedgerHolder } from './view.ts'
import { spentByCampaign } from './view.ts'
import { isMoved, withEffects } from './with-effects.ts'
import type { BudgetEffect, View } from './view.ts'

/** What one guard is judged with. */
export interface CapFacts {
  guard: Guard
  books: Books
  /** The accounts that it counts. */
  accounts: CachedAccount[]
  /** What of the write it looks at; none: it is only looked how things stand. */
  covered: SpendChange[]
  /** What campaigns spent of the day. */
  spent: CampaignSpend[]
  rates: Rates
  now: Date
  dayIn: (account: CachedAccount) => AccountDay
  /** Whether the guard's pattern fits a campaign of the account. */
  isNamed: (account: CachedAccount, campaignId: string, name: string | null) => boolean
}

/** An account's running budgets, before and after. */
export interface Sheet {
  account: CachedAccount
  /** No: what was let through there before counts as it was let through. */
  isRead: boolean
  day: AccountDay
  before: LedgerHolder[]
  after: LedgerHolder[]
  /** What the read of what runs says that campaigns spent beyond the figures of spend: what is taken off for it counts nowhere yet. */
  spentBeyond: ReadonlyMap<string, bigint>
  effects: readonly BudgetEffect[]
  views: { before: View; after: View }
}

/** Whether it counts everything that runs, whoever let it. */
export function countsAllThatRuns({ basis, by }: Guard): boolean {
  return basis === 'commitments' && by === null
}

/** What of a view such effects can change. */
type ViewPart = (view: View, effects: BudgetEffect[]) => View

const noView: View = { campaigns: new Map(), adSets: new Map() }

/** One for each account that counts: of what our own writes let run, only those that they were made in. */
export function sheetsOf(facts: CapFacts, part: ViewPart = (view) => view): Answered<Sheet[]> {
  const { guard, books, covered, accounts } = facts
  const touched = new Set(covered.map(({ account }) => placeOf(account)))
  const countsAll = countsAllThatRuns(guard)
  const sheets: Sheet[] = []
  for (const account of accounts) {
    const place = placeOf(account)
    if (!countsAll && !touched.has(place) && books.grants.in(account).length === 0) continue
    const view = books.viewIn(account)
    if ('unknown' in view) {
      if (countsAll || touched.has(place)) return view
      sheets.push({ ...sheetOf(facts, account, { before: noView, after: noView }, []), isRead: false })
      continue
    }
    const mine = covered.filter((change) => placeOf(change.account) === place)
    if (mine.some(({ effects }) => effects === null))
      return { unknown: 'Nobody can tell which budget it lets be spent.' }
    const effects = mine.flatMap((change) => change.effects ?? [])
    const stood = books.viewBefore(account, effects)
    if ('unknown' in stood) return stood
    sheets.push(sheetOf(facts, account, viewsAround(stood.known, view.known, { effects, part }), effects))
  }
  return { known: sheets }
}

interface Moving {
  effects: BudgetEffect[]
  part: ViewPart
}

function viewsAround(stood: View, taken: View, { effects, part }: Moving): Sheet['views'] {
  // Where nothing moves, what was counted of the whole is at hand.
  if (stood === taken && !isMoved(stood, effects)) return { before: stood, after: stood }
  const before = part(stood, effects)
  const standing = stood === taken ? before : part(taken, effects)
  return { before, after: withEffects(standing, effects) }
}

function sheetOf(facts: CapFacts, account: CachedAccount, views: Sheet['views'], effects: BudgetEffect[]): Sheet {
  const { now, spent, dayIn, isNamed } = facts
  const { before, after } = views
  const ofCampaign = new Map(
    spent.filter((part) => placeOf(part.account) === placeOf(account)).map((part) => [part.campaignId, part.micros]),
  )
  const inScope = (view: View) => {
    const all = holdersOf(view, now.getTime(), (id) => ofCampaign.get(id) ?? 0n)
    if (facts.guard.campaignPattern === null) return all
    return all.filter(({ campaignIds }) => {
      if (campaignIds.length === 0) return true
      return campaignIds.some((id) => isNamed(account, id, view.campaigns.get(id)?.name ?? null))
    })
  }
  const standing = inScope(before)
  const then = after === before ? standing : inScope(after)
  const spentBeyond = beyondFigures(facts, { account, view: before, figures: ofCampaign })
  return { account, isRead: true, day: dayIn(account), before: standing, after: then, spentBeyond, effects, views }
}

interface Read {
  account: CachedAccount
  view: View
  figures: ReadonlyMap<string, bigint>
}

/** Spend and what runs are read at two moments: money that only the later one knows of was spent all the same. */
function beyondFigures({ isNamed }: CapFacts, { account, view, figures }: Read): ReadonlyMap<string, bigint> {
  const beyond = new Map<string, bigint>()
  for (const [id, spent] of spentByCampaign(view)) {
    const more = spent - (figures.get(id) ?? 0n)
    if (more > 0n && isNamed(account, id, view.campaigns.get(id)?.name ?? null)) beyond.set(id, more)
  }
  return beyond
}
