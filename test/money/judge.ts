import { shown } from './amounts.ts'
import type { Micros } from './amounts.ts'
import type { Moment } from './diary.ts'
import { previewed } from './previewed.ts'
import { fits, isCovered, measured, spentIn } from './measure.ts'
import type { Guard, Touch, View } from './measure.ts'
import { accounts, holdersOf } from './world.ts'
import type { Entity, Structure } from './world.ts'
import type { Aimed } from './writes.ts'

/** What rounding may do: a few of the smallest units that anybody here writes. */
const roundings: Micros = 30_000n

/**
 * Whether a write that was let through went beyond the guard's cap. It did when that follows from everything that the service
 * may have known: there is no way to see it in which the cap still holds, or in which the write added nothing.
 */
export function breachOf(guard: Guard, before: Moment, after: Moment, isBlind: boolean): string | null {
  const reported = new Set<string>()
  for (const [place, structure] of after.structures.entries())
    for (const spent of before.figures) {
      const stood = before.structures[place] ?? before.structures.at(-1)!
      const earlier = { ...before, spent, structure: stood, names: namesIn(stood, before.taken) }
      const view = { ...earlier, structure, names: namesIn(structure, after.taken) }
      if (guard.by === null && isRenamedAway(guard, earlier, view))
        return `${describe(guard)}: renamed out of its pattern`
      if (!grows(guard, earlier, view)) return null
      const [was, is] = [measured(guard, earlier, before.touches), measured(guard, view, after.touches)]
      const isKnown = is !== null && was !== null && !(isBlind && guard.by === null)
      if (isKnown && (is <= guard.cap + tolerance(guard) || is <= was + tolerance(guard))) return null
      reported.add(`${shown(was, guard.currency)} -> ${shown(is, guard.currency)}`)
    }
  return `guard ${describe(guard)}: ${[...reported].join(' or ')}`
}

/** What campaigns are called there, and were called before we renamed them. */
export function namesIn(structure: Structure, taken: View['names']): View['names'] {
  const campaigns = [...structure.values()].filter((entity) => entity.kind === 'campaign')
  return new Map(campaigns.map(({ id, name }) => [id, [name, ...(taken.get(id) ?? [])]]))
}

function isRenamedAway({ pattern, scope }: Guard, before: View, after: View): boolean {
  if (pattern === null) return false
  return [...before.structure.values()].some((old) => {
    const now = after.structure.get(old.id)
    if (old.kind !== 'campaign' || now?.kind !== 'campaign' || !scope.includes(old.account)) return false
    return fits(pattern, old.name) && !fits(pattern, now.name)
  })
}

/** Whether anything that the guard looks at may spend more than before. */
function grows(guard: Guard, before: View, after: View): boolean {
  const old = new Map(holdersOf(before.structure, before.time).map(({ id, amount }) => [id, amount]))
  return holdersOf(after.structure, before.time).some(
    (holder) => holder.amount > (old.get(holder.id) ?? 0n) && isCovered(guard, after, holder),
  )
}

/** Whether something was refused that fits in everything that the service may have known. */
export function needlessRefusal(guard: Guard, aimed: Aimed, before: Moment): string | null {
  const reported = new Set<string>()
  for (const structure of before.structures)
    for (const spent of before.figures) {
      const view = { ...before, structure, spent }
      const next = { ...view, structure: previewed(begun(structure, before.ours), aimed) }
      const is = measured(guard, next, touchesFor(guard, { view, next, aimed }, before))
      const already = spentIn(guard, view)
      if (is === null || already === null) return null
      const isReached = guard.by === null && already >= guard.cap - tolerance(guard)
      if (is > guard.cap - tolerance(guard) || isReached) return null
      reported.add(shown(is, guard.currency))
    }
  return `guard ${describe(guard)} refused what fits: ${[...reported].join(' or ')}`
}

/** Whoever lets a budget run means to spend it: what we switched on or made counts as if it had ads. */
function begun(structure: Structure, ours: ReadonlySet<string>): Structure {
  const next = new Map(structure)
  const show = (id: string, account: number) =>
    next.set(`${id} ad`, { kind: 'ad', account, id: `${id} ad`, adSetId: id, on: true })
  for (const entity of structure.values()) {
    if (entity.kind === 'ad' && ours.has(entity.id)) show(entity.adSetId, entity.account)
    if (entity.kind === 'adset' && (ours.has(entity.id) || ours.has(entity.campaignId))) show(entity.id, entity.account)
    if (entity.kind !== 'campaign' || !ours.has(entity.id)) continue
    const { id, account } = entity
    const inside = { account, on: true, daily: null, lifetime: null, end: null, campaignId: id }
    next.set(`${id} set`, { ...inside, kind: 'adset', id: `${id} set` })
    show(`${id} set`, account)
  }
  return next
}

interface Previewed {
  view: View
  next: View
  aimed: Aimed
}

function campaignOf(structure: Structure, entity: Entity): string | undefined {
  if (entity.kind === 'campaign') return entity.id
  const adSet = entity.kind === 'adset' ? entity : structure.get(entity.adSetId)
  return adSet?.kind === 'adset' ? adSet.campaignId : undefined
}

/** At the most: everything that the write would let run, as if nothing of it had run before where a key's writes are counted. */
function touchesFor(guard: Guard, { view: before, next: after, aimed }: Previewed, moment: Moment): Touch[] {
  const touches = moment.touches.map((touch) => (touch.isUnseen ? { ...touch, base: 0n } : touch))
  const campaigns = new Set(aimed.targets.map((target) => campaignOf(before.structure, target)))
  const ours = new Set(
    [...before.structure.values()]
      .filter(({ id }) => moment.ours.has(id))
      .map((one) => campaignOf(before.structure, one)),
  )
  const isOurs = (campaignId: string) => ours.has(campaignId)
  const old = new Map(holdersOf(before.structure, before.time).map((holder) => [holder.id, holder.amount]))
  const known = new Map(touches.map((touch) => [touch.holder, touch]))
  const fresh = holdersOf(after.structure, after.time).flatMap(
    ({ id, account, campaignId, amount, isLifetime }): Touch[] => {
      const base = old.get(id) ?? 0n
      const earlier = known.get(id)
      const isAbout = guard.by !== null && campaigns.has(campaignId)
      if (amount <= base && !earlier && !isAbout) return []
      // What a key only raised counts by the raise; what it ever switched on, made or launched into counts whole.
      const isRaise = (aimed.write.do === 'budget' || aimed.write.do === 'change') && !isOurs(campaignId)
      const highest = isLifetime ? { daily: 0n, lifetime: amount } : { daily: amount, lifetime: 0n }
      const byKey = new Map(guard.by === null ? [] : [[guard.by, { base: isRaise ? base : 0n, ...highest }]])
      const spentBefore = earlier?.spentBefore ?? 10n ** 18n
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: accounts[account]!.timezone }).format(after.time)
      return [{ ...(earlier ?? { holder: id, account, campaignId, base, spentBefore }), day, byKey }]
    },
  )
  const rest = touches.filter(({ holder }) => !fresh.some((touch) => touch.holder === holder))
  return [...rest, ...fresh]
}

function tolerance({ currency }: Guard): Micros {
  return currency === 'JPY' ? roundings * 150n : roundings
}

function describe({ id, span, cap, currency, basis, by, pattern, scope, overdelivery }: Guard): string {
  const about = [span, by === null ? basis : `by key ${by}`, pattern ?? 'all campaigns', `accounts ${scope.join(',')}`]
  if (overdelivery) about.push('overdelivery')
  return `${id} (${about.join(', ')}) cap ${shown(cap, currency)}`
}
