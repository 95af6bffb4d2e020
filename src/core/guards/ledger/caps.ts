import { convert } from '../../currency/convert.ts'
import type { Rates } from '../../currency/convert.ts'
import type { Answered, SpendKind } from '../read-spend.ts'
import { furtherDays, leftOfAll } from './exposure.ts'
import { amountsOf, isGrantBy, none } from './grants.ts'
import type { Amounts, Grant } from './grants.ts'
import type { Left, LedgerHolder } from './view.ts'
import { sheetsOf } from './sheets.ts'
import type { CapFacts, Sheet } from './sheets.ts'
import { touchedHolders } from './touched.ts'

/** An amount in some currency. */
export interface CurrencyAmount {
  micros: bigint
  currency: string
}

/** Besides what was spent: what may still be spent, before the write and after it, in the guard's currency. */
export interface Running {
  before: Answered<bigint>
  after: Answered<bigint>
}

/** What may still be spent of the day or the month, by what the guard counts. */
export function runningOf(facts: CapFacts): (kind: SpendKind) => Running {
  const sheets = sheetsOf(facts)
  if ('unknown' in sheets) return () => ({ before: sheets, after: sheets })
  const count = facts.guard.by !== null ? ownWrites : facts.guard.basis === 'commitments' ? commitments : letThrough
  const isStill = count === commitments && sheets.known.every(({ before, after }) => before === after)
  const counted = (side: Side) => sheets.known.map((sheet) => ({ sheet, left: count(facts, sheet, side) }))
  const before = counted('before')
  const after = isStill ? before : counted('after')
  return (kind) => ({ before: sumOf(before, kind, facts.rates), after: sumOf(after, kind, facts.rates) })
}

type Side = 'before' | 'after'
/** null: nothing bounds it. */
type Count = (facts: CapFacts, sheet: Sheet, side: Side) => Left | null

/** What every running budget may still spend. */
const commitments: Count = (_facts, sheet, side) => {
  const left = leftOfAll(sheet[side], sheet.day, sheet.views[side])
  if (!left) return null
  let beyond = 0n
  for (const more of sheet.spentBeyond.values()) beyond += more
  return { day: left.day + beyond, month: left.month + beyond }
}

/** What our own writes of the day let run, above what stood before the first of them, less what was spent since. */
const letThrough: Count = (facts, sheet, side) => {
  const firsts = firstGrants(facts, sheet)
  const standing = new Map(sheet.before.map((holder) => [holder.key, holder]))
  const changed = side === 'after' ? changedHolders(sheet).map(({ key }) => key) : []
  const sum: Left = { day: 0n, month: 0n }
  for (const key of new Set([...firsts.keys(), ...changed])) {
    const first = firsts.get(key)
    const holder = find(sheet[side], key, first?.campaignId ?? null)
    const from = first?.from ?? amountsOf(standing.get(key))
    // What is still called by the name it was asked for under is in no list yet.
    const counts = first && (!sheet.isRead || key.includes(' new '))
    const stands = holder ? amountsOf(holder) : counts ? first.to : none
    const since = holder ? atLeastNone(holder.spent - (first?.spentBefore ?? holder.spent) - beyond(sheet, holder)) : 0n
    const extra = { daily: atLeastNone(stands.daily - from.daily), once: atLeastNone(stands.once - from.once) }
    const today = atLeastNone(extra.daily + extra.once - since)
    const days = holder ? furtherDays(holder, sheet.day) : sheet.day.daysLeft - 1
    sum.day += today
    sum.month += today + extra.daily * BigInt(days)
  }
  return sum
}

function beyond({ spentBeyond }: Sheet, { campaignIds }: LedgerHolder): bigint {
  return campaignIds.reduce((sum, id) => sum + (spentBeyond.get(id) ?? 0n), 0n)
}

/** What the writes of one key or assistant let run today: the most that they set, and nothing given back. */
const ownWrites: Count = (facts, sheet, side) => {
  const mine = grantsIn(facts, sheet).filter((grant) => isGrantBy(facts.guard.by ?? '', grant))
  const byHolder = new Map<string, { own: Amounts; to: Amounts }>()
  for (const { holder, own, to } of mine) {
    const known = byHolder.get(holder)
    byHolder.set(holder, known ? { own: smaller(known.own, own), to: larger(known.to, to) } : { own, to })
  }
  if (side === 'after') {
    for (const { holder, before, isBegun } of touchedHolders(sheet)) {
      const known = byHolder.get(holder.key)
      const own = isBegun ? none : (known?.own ?? before)
      const to = amountsOf(holder)
      byHolder.set(holder.key, { own: known ? smaller(known.own, own) : own, to: known ? larger(known.to, to) : to })
    }
  }
  const sum: Left = { day: 0n, month: 0n }
  for (const { own, to } of byHolder.values()) {
    const daily = atLeastNone(to.daily - own.daily)
    const once = atLeastNone(to.once - own.once)
    sum.day += daily + once
    sum.month += daily * BigInt(sheet.day.daysLeft) + once
  }
  return sum
}

/** What was let through in the account, of campaigns that the guard looks at. */
function grantsIn({ books, isNamed }: CapFacts, { account, views }: Sheet): Grant[] {
  const nameOf = (campaignId: string) => views.before.campaigns.get(campaignId)?.name ?? null
  return books.grants
    .in(account)
    .filter(({ campaignId }) => campaignId === null || isNamed(account, campaignId, nameOf(campaignId)))
}

/** The first of the day of each budget, whoever wrote. */
function firstGrants(facts: CapFacts, sheet: Sheet): Map<string, Grant> {
  const firsts = new Map<string, Grant>()
  for (const grant of grantsIn(facts, sheet)) {
    for (const holder of isShownCopy(sheet, grant) ? budgetsIn(sheet, grant.campaignId) : [grant.holder]) {
      const first = firsts.get(holder)
      firsts.set(holder, first ? { ...first, to: larger(first.to, grant.to) } : { ...grant, holder })
    }
  }
  return firsts
}

/** Whether it is about something in a copied campaign that the last read shows: by budgets of its own, under ids of its own. */
function isShownCopy({ isRead, views }: Sheet, { holder, campaignId }: Grant): boolean {
  if (!isRead || !holder.startsWith('adset new ') || (campaignId?.startsWith('new ') ?? true)) return false
  return !views.before.adSets.has(holder.replace('adset ', ''))
}

function budgetsIn({ before, after }: Sheet, campaignId: string | null): string[] {
  const inside = [...before, ...after].filter(({ campaignIds }) => campaignIds.includes(campaignId ?? ''))
  return inside.map(({ key }) => key)
}

/** A campaign that was made today may have been told its budget's own id since. */
function find(holders: LedgerHolder[], key: string, campaignId: string | null): LedgerHolder | undefined {
  const same = holders.find((holder) => holder.key === key)
  if (same || campaignId === null || !key.startsWith('campaign ')) return same
  return holders.find((holder) => holder.key.startsWith('budget ') && holder.campaignIds.includes(campaignId))
}

function changedHolders({ before, after }: Sheet): LedgerHolder[] {
  if (after === before) return []
  const standing = new Map(before.map((holder) => [holder.key, amountsOf(holder)]))
  return after.filter((holder) => {
    const [was, is] = [standing.get(holder.key) ?? none, amountsOf(holder)]
    return is.daily > was.daily || is.once > was.once
  })
}

function sumOf(counted: { sheet: Sheet; left: Left | null }[], kind: SpendKind, rates: Rates): Answered<bigint> {
  const parts: CurrencyAmount[] = []
  for (const { sheet, left } of counted) {
    const { account } = sheet
    if (left === null) return { unknown: `Something runs in ${account.account_id} that no budget bounds.` }
    parts.push({ micros: left[kind], currency: account.currency })
  }
  return total(parts, rates)
}

/** The sum in the currency of the rates. A part without a rate makes it unknown. */
export function total(parts: CurrencyAmount[], rates: Rates): Answered<bigint> {
  let known = 0n
  for (const { micros, currency } of parts) {
    // Nothing is nothing in every currency: it needs no rate.
    const converted = micros === 0n ? { amount: 0n } : convert(rates, micros, currency)
    if ('missing' in converted) return { unknown: converted.missing }
    known += converted.amount
  }
  return { known }
}

function atLeastNone(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}

function larger(one: Amounts, other: Amounts): Amounts {
  return {
    daily: one.daily > other.daily ? one.daily : other.daily,
    once: one.once > other.once ? one.once : other.once,
  }
}

function smaller(one: Amounts, other: Amounts): Amounts {
  return {
    daily: one.daily < other.daily ? one.daily : other.daily,
    once: one.once < other.once ? one.once : other.once,
  }
}
