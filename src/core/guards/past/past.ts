import type { Db } from '../../../db/connect.ts'
import { dayMs, todayIn } from '../../../days.ts'
import { lookUp } from '../../../lookup.ts'
import type { AuditRow } from '../../audit/read.ts'
import type { Context } from '../../context.ts'
import type { SpendChange } from '../changes/change.ts'
import type { FigureOrUnknown } from '../figure.ts'
import { limitNames } from '../guard.ts'
import type { Guard, LimitName } from '../guard.ts'
import { judge } from '../judge.ts'
import type { GuardFacts } from '../judge.ts'
import { placeOf } from '../ledger/books.ts'
import type { Look } from '../look.ts'
import { readPast } from './entries.ts'
import type { PastDeed, Stood } from './reading.ts'
import { pastReaders } from './table.ts'

const pastDays = 7
const maxNamed = 5

/** A write of the last days that a guard would not have let through as it was. */
interface PastHeld {
  at: Date
  by: AuditRow['actor']
  action: string
  /** What it was about, by name; null: nobody kept it. */
  name: string | null
  platform: string
  accountId: string
  accountName: string
  limit: LimitName
  /** What the limit is compared with. */
  value: FigureOrUnknown
  cap: number
  message: string
}

/** What a guard would have said to what was done lately: by all of its limits but caps, which go by how each day stood. */
export interface PastVerdict {
  days: number
  /** Since when everything was looked at. */
  since: Date
  /** How many writes it would have looked at, and how many it would have held up. */
  looked: number
  held: number
  /** How many by each limit; one can be beyond several. */
  limits: { limit: LimitName; count: number }[]
  /** The newest of them. */
  newest: PastHeld[]
}

/** Caps are told of by how they stand today. */
const withoutCaps = { dailyCap: null, monthlyCap: null }

const hasOtherLimits = ({ largestBudget, largestRaise, largestRaisePercent, largestBatch, notAfterHour }: Guard) =>
  [largestBudget, largestRaise, largestRaisePercent, largestBatch, notAfterHour].some((limit) => limit !== null)

/** null: it has caps alone. */
export async function pastVerdict(
  deps: { db: Db },
  context: Pick<Context, 'company' | 'now'>,
  guard: Guard,
  look: Look,
): Promise<PastVerdict | null> {
  if (!hasOtherLimits(guard)) return null
  const accounts = await look.accountsIn({ platform: null, accountId: null, campaignPattern: null })
  const from = new Date(context.now.getTime() - pastDays * dayMs)
  const { entries, since } = await readPast(deps, context, { actions: Object.keys(pastReaders), accounts, from })
  const rates = await look.ratesIn(guard.currency)
  const firsts = firstsOfDays()
  const judged: { count: number; held: PastHeld[] }[] = []
  for (const read of entries) {
    const { entry } = read
    const deed = lookUp(pastReaders, entry.action)?.(read) ?? null
    if (!deed) continue
    const now = new Date(entry.at)
    const firstOf = firsts.before(deed, now)
    if (guard.by !== null && !isOf(guard.by, entry.actor)) continue
    const covered = await coveredIn(look, guard, deed.changes)
    if (covered.length === 0) continue
    const facts: GuardFacts = {
      guard: { ...guard, ...withoutCaps },
      covered,
      rates,
      firstOf,
      now,
      day: null,
      month: null,
    }
    judged.push({ count: covered.length, held: heldIn(facts, deed, entry) })
  }
  const held = judged.flatMap(({ held: some }) => (some.length > 0 ? [some] : []))
  return {
    ...{ days: pastDays, since, looked: judged.length, held: held.length },
    limits: countsOf(held),
    newest: held
      .toReversed()
      .flatMap((some) => some[0] ?? [])
      .slice(0, maxNamed),
  }
}

/** What is not known to lie elsewhere is looked at, as with a write of today. No platform is asked where an ad set is. */
async function coveredIn(look: Look, guard: Guard, changes: SpendChange[]): Promise<SpendChange[]> {
  const isCovered = await Promise.all(
    changes.map(({ account, campaign: { id, name } }) => look.covers(guard, { account, campaign: { id, name } })),
  )
  return changes.filter((_, place) => isCovered[place])
}

function isOf(by: string, { kind, id }: AuditRow['actor']): boolean {
  const [word, keyId] = by.split(':')
  const isAssistant = kind === 'agent'
  return id === Number(keyId) && (isAssistant || (word === 'key' && kind === 'key'))
}

/** One for each limit that it is beyond. */
function heldIn(facts: GuardFacts, { name }: PastDeed, { at, actor, action }: AuditRow): PastHeld[] {
  const [first] = facts.covered
  if (!first) return []
  const { platform, account_id: accountId, name: accountName } = first.account
  const byLimit = new Map(judge(facts).map((finding) => [finding.limit, finding]))
  return [...byLimit.values()].map(({ limit, spend, cap, message }) => {
    const about = { name, platform, accountId, accountName }
    return { at: new Date(at), by: actor, action, ...about, limit, value: spend, cap, message }
  })
}

function countsOf(held: PastHeld[][]): PastVerdict['limits'] {
  const all = held.flat()
  const counts = limitNames.map((limit) => ({ limit, count: all.filter((each) => each.limit === limit).length }))
  return counts.filter(({ count }) => count > 0)
}

/** What budgets were before they were changed for the first time on their day. */
function firstsOfDays() {
  const firsts = new Map<string, Stood>()
  const keyOf = ({ account }: Pick<Stood, 'account'>, entityId: string, now: Date) =>
    `${placeOf(account)} ${todayIn(account.time_zone, now)} ${entityId}`
  return {
    /** Writes must come in their order. */
    before({ stood }: PastDeed, now: Date): GuardFacts['firstOf'] {
      if (stood) {
        const key = keyOf(stood, stood.entityId, now)
        if (!firsts.has(key)) firsts.set(key, stood)
      }
      return ({ account, raise }) => raise && firsts.get(keyOf({ account }, raise.entityId, now))?.[raise.kind]
    },
  }
}
