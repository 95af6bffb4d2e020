import { exchanged, positive, sumOf } from './amounts.ts'
import type { Currency, Micros } from './amounts.ts'
import { dayIn, furtherDays } from './days.ts'
import { accounts, holdersOf } from './world.ts'
import type { Holder, Spent, Structure } from './world.ts'

/** A guard as the model knows it. */
export interface Guard {
  id: number
  /** Which accounts it looks at. */
  scope: number[]
  pattern: string | null
  span: 'day' | 'month'
  /** In its own currency. */
  cap: Micros
  currency: Currency
  basis: 'spend' | 'commitments'
  /** The key whose writes alone it counts; null: everybody's. */
  by: number | null
  /** `ask`: what goes beyond it waits for a person, and is done when they approve it. */
  mode: 'refuse' | 'ask'
  /** Whether a daily budget counts with what the platform may spend beyond it on a day. */
  overdelivery: boolean
  /** By how many per cent of what it was first on its day a budget may be raised; null: by any. */
  raisePercent: number | null
}

/** How far this platform may exceed a daily budget on a day: by 75 %, it says. */
const dayFactor = [7n, 4n] as const

/** What a moment looks like to whoever measures. */
export interface View {
  time: number
  structure: Structure
  spent: Spent[]
  /** Every name that a campaign had lately. */
  names: ReadonlyMap<string, readonly string[]>
}

/** What our own writes of an account's day did to a budget. */
export interface Touch {
  holder: string
  account: number
  day: string
  campaignId: string
  /** What ran before the first of them. */
  base: Micros
  /** What it had spent by then. */
  spentBefore: Micros
  /** Nobody could read what ran or was spent when it was touched first: it may count as if nothing had run. */
  isUnseen?: boolean
  byKey: ReadonlyMap<number, OwnTouch>
}

/** What ran before a key's first write, and the highest that its writes let run: a day, and once. */
interface OwnTouch {
  base: Micros
  daily: Micros
  lifetime: Micros
}

export function isCovered(
  { scope, pattern }: Guard,
  view: Pick<View, 'names'>,
  at: { account: number; campaignId: string },
): boolean {
  if (!scope.includes(at.account)) return false
  if (pattern === null) return true
  const names = view.names.get(at.campaignId)
  return names === undefined || names.some((name) => fits(pattern, name))
}

/** Those that count what all writes let run, and nothing that runs besides. */
export function countingWrites(guards: Guard[]): Guard[] {
  return guards.filter(({ basis, by }) => basis === 'spend' && by === null)
}

/** Whether one of the guards counts what these keys write there. */
export function isGuardedBy(guards: Guard[], names: View['names'], keys: ReadonlySet<number | null>) {
  const looking = guards.filter(({ by }) => by === null || keys.has(by))
  return (at: { account: number; campaignId: string }) => looking.some((guard) => isCovered(guard, { names }, at))
}

/** `*` alone means something in the patterns of the model. */
export function fits(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return text === first
  return text.startsWith(first) && text.endsWith(last) && text.length >= first.length + last.length
}

/** What was spent in the guard's span, in each account's own days. */
export function spentIn(guard: Guard, view: View): Micros | null {
  const parts = view.spent.filter((each) => {
    const today = dayIn(accounts[each.account]!.timezone, view.time)
    const isNow =
      guard.span === 'day' ? each.day === today : each.day.slice(0, 7) === today.slice(0, 7) && each.day <= today
    return isNow && isCovered(guard, view, each)
  })
  return inGuard(guard, parts)
}

/** What the guard compares with its cap. null: nobody can tell, because there is no rate. */
export function measured(guard: Guard, view: View, touches: readonly Touch[]): Micros | null {
  const ofToday = touches.filter(({ account, day }) => day === dayIn(accounts[account]!.timezone, view.time))
  const covered = ofToday.filter((touch) => isCovered(guard, view, touch))
  if (guard.by !== null) return byKey(guard, covered)
  const spent = spentIn(guard, view)
  const holders = holdersOf(view.structure, view.time)
  const running =
    guard.basis === 'commitments'
      ? holders.filter((holder) => isCovered(guard, view, holder)).map((holder) => stillIn(guard, view, holder))
      : covered.map((touch) => letRun(guard, view, touch, holders))
  const open = inGuard(guard, running)
  return spent === null || open === null ? null : spent + open
}

function byKey(guard: Guard, touches: Touch[]): Micros | null {
  const parts = touches.map(({ account, day, byKey: keys }) => {
    const own = keys.get(guard.by ?? -1)
    if (!own) return { account, micros: 0n }
    const days = guard.span === 'day' ? 1n : BigInt(1 + furtherDays(day))
    const [daily, lifetime] = [positive(own.daily - own.base) * days, positive(own.lifetime - own.base)]
    return { account, micros: daily > lifetime ? daily : lifetime }
  })
  return inGuard(guard, parts)
}

/** What a running budget may still spend in the guard's span. */
function stillIn(guard: Guard, view: View, holder: Holder): { account: number; micros: Micros } {
  const { account, amount, isLifetime } = holder
  if (isLifetime) return { account, micros: positive(amount - spentBy(view, holder.adSetIds, 'ever')) }
  const max = guard.overdelivery ? (amount * dayFactor[0]) / dayFactor[1] : amount
  const today = positive(max - spentBy(view, holder.adSetIds, 'today', account))
  return { account, micros: guard.span === 'day' ? today : today + amount * laterDays(view, holder) }
}

/** What our writes let run above what ran before, less what was spent of it since. */
function letRun(guard: Guard, view: View, touch: Touch, holders: Holder[]): { account: number; micros: Micros } {
  const { account, base, spentBefore } = touch
  const holder = holders.find(({ id }) => id === touch.holder)
  if (!holder) return { account, micros: 0n }
  const raised = positive(holder.amount - base)
  const since = positive(spentBy(view, holder.adSetIds, 'today', account) - spentBefore)
  const today = positive(raised - since)
  const isDay = guard.span === 'day' || holder.isLifetime
  return { account, micros: isDay ? today : today + raised * laterDays(view, holder) }
}

function laterDays(view: View, { account, end }: Holder): bigint {
  const zone = accounts[account]!.timezone
  const left = furtherDays(dayIn(zone, view.time))
  if (end === null) return BigInt(left)
  const days = Math.floor((Date.parse(dayIn(zone, end)) - Date.parse(dayIn(zone, view.time))) / 86_400_000)
  return BigInt(Math.max(0, Math.min(left, days)))
}

export function spentBy(view: View, adSetIds: string[], when: 'today' | 'ever', account = 0): Micros {
  const today = dayIn(accounts[account]!.timezone, view.time)
  const own = view.spent.filter(({ adSetId, day }) => adSetIds.includes(adSetId) && (when === 'ever' || day === today))
  return sumOf(own.map(({ micros }) => micros))
}

function inGuard({ currency }: Guard, parts: { account: number; micros: Micros }[]): Micros | null {
  let sum = 0n
  for (const { account, micros } of parts) {
    const amount = exchanged(micros, accounts[account]!.currency, currency)
    if (amount === null) return null
    sum += amount
  }
  return sum
}
