import { dayIn, minute } from './days.ts'
import { spentBy } from './measure.ts'
import type { Touch, View } from './measure.ts'
import { noteFirsts } from './firsts.ts'
import type { Firsts } from './firsts.ts'
import { accounts, difference, holdersOf, patched } from './world.ts'
import type { Entity, Holder, Patch, Spent, Structure, Truth } from './world.ts'

/** How old what the service knows of the platform may be. */
const freshFor = 5 * minute

interface WrittenBy {
  key: number | null
  ids: string[]
  /** What ran or was spent could not be read then. */
  isUnseen?: boolean
  /** Whether a guard looked at it: what nobody guarded was let run before anybody counted. */
  isGuarded: (holder: Holder) => boolean
  /** Whether one looked at it that counts what our writes let run: nobody else asks what stood before something is lowered. */
  isCounted: (holder: Holder) => boolean
}

/** What happened, as the platform tells it. */
export interface Diary {
  now(): Truth
  /** Others changed something, or time has passed. */
  seen(truth: Truth): void
  /** We tried to change these, by one key or by several at once (null). */
  written(truth: Truth, by: WrittenBy): void
  at(time: number): Moment
}

/** Every way in which the service may see a moment: what others did in the last minutes may not be known to it yet. */
export interface Moment {
  time: number
  structures: Structure[]
  figures: Spent[][]
  /** Every name that campaigns ever had. */
  names: View['names']
  /** Names that our own writes took away: the service knows of these for sure. */
  taken: View['names']
  touches: readonly Touch[]
  /** What our writes were about, and made. */
  ours: ReadonlySet<string>
  firsts: Firsts
}

interface Entry {
  at: number
  isOurs: boolean
  patch: Patch
}

export function openDiary(begun: Truth): Diary {
  let last = begun
  let touches: readonly Touch[] = []
  const entries: Entry[] = []
  const figures: Truth[] = []
  const names = new Map<string, string[]>()
  const ours = new Set<string>()
  const taken = new Map<string, string[]>()
  const firsts: Firsts = new Map()
  const keep = (truth: Truth, isOurs: boolean) => {
    const patch = difference(last.structure, truth.structure)
    if (patch.size > 0) entries.push({ at: truth.at, isOurs, patch })
    figures.push(truth)
    last = truth
    for (const entity of truth.structure.values())
      if (entity.kind === 'campaign') names.set(entity.id, [...new Set([...(names.get(entity.id) ?? []), entity.name])])
  }
  keep(begun, false)
  noteFirsts(firsts, begun.at, { is: begun.structure, ours: null })
  return {
    now: () => last,
    seen(truth) {
      const known = last.structure
      const isNewDay = (entity: Entity) => !sameDay(entity.account, last.at, truth.at)
      const theirs = difference(known, truth.structure)
      const changed = [...truth.structure].filter(([id, now]) => isNewDay(now) || theirs.has(id))
      noteFirsts(firsts, truth.at, { is: new Map(changed), ours: null })
      keep(truth, false)
    },
    written(truth, { key, ids, isUnseen = false, isGuarded, isCounted }) {
      const before = last
      noteFirsts(firsts, truth.at, { is: truth.structure, ours: before.structure })
      const untouched = [...before.structure].filter(([, { account }]) => !sameDay(account, before.at, truth.at))
      noteFirsts(firsts, truth.at, { is: new Map(untouched), ours: null })
      const made = [...truth.structure.keys()].filter((id) => !before.structure.has(id))
      for (const id of [...ids, ...made]) ours.add(id)
      for (const entity of before.structure.values()) {
        const now = truth.structure.get(entity.id)
        if (entity.kind === 'campaign' && now?.kind === 'campaign' && now.name !== entity.name)
          taken.set(entity.id, [...(taken.get(entity.id) ?? []), entity.name])
      }
      keep(truth, true)
      touches = touched(touches, { before, after: truth, key, isUnseen, isGuarded, isCounted })
    },
    at: (time) => ({
      ...{ time, names: new Map(names), taken: new Map(taken), touches, ours: new Set(ours), firsts: new Map(firsts) },
      structures: structuresOf(begun.structure, entries, time),
      figures: figuresAt(figures, time),
    }),
  }
}

function sameDay(account: number, one: number, other: number): boolean {
  const { timezone } = accounts[account]!
  return dayIn(timezone, one) === dayIn(timezone, other)
}

/** What others did in the last minutes is known up to some point, and what we did is known. */
function structuresOf(begun: Structure, entries: Entry[], time: number): Structure[] {
  const isYoung = ({ at, isOurs }: Entry) => !isOurs && at > time - freshFor
  const young = entries.filter(isYoung)
  return Array.from({ length: young.length + 1 }, (_, known) => {
    const unknown = new Set(young.slice(known))
    return entries.filter((entry) => !unknown.has(entry)).reduce((all, { patch }) => patched(all, patch), begun)
  })
}

/** What was reported in the last minutes, and just before. */
function figuresAt(figures: { at: number; spent: Spent[] }[], time: number): Spent[][] {
  const first = figures.findLastIndex(({ at }) => at <= time - freshFor)
  return figures.slice(Math.max(0, first)).map(({ spent }) => spent)
}

interface Written {
  before: Truth
  after: Truth
  key: number | null
  isUnseen: boolean
  isGuarded: WrittenBy['isGuarded']
  isCounted: WrittenBy['isCounted']
}

/** What a write did to budgets that run, added to what earlier ones of the day did. */
function touched(touches: readonly Touch[], written: Written): Touch[] {
  const { before, after, key, isGuarded, isCounted } = written
  const [was, is] = [before, after].map(
    ({ structure, at }) => new Map(holdersOf(structure, at).map((one) => [one.id, one])),
  )
  const next = [...touches]
  const begun = begunBetween(before.structure, after.structure)
  const stopped = begunBetween(after.structure, before.structure)
  for (const id of new Set([...was!.keys(), ...is!.keys()])) {
    const [old, now] = [was!.get(id), is!.get(id)]
    const isBegun = now?.adSetIds.some((adSetId) => begun.has(adSetId)) ?? false
    const isStopped = old?.adSetIds.some((adSetId) => stopped.has(adSetId)) ?? false
    if ((old?.amount ?? 0n) === (now?.amount ?? 0n) && !isBegun && !isStopped) continue
    const holder = (now ?? old)!
    const day = dayIn(accounts[holder.account]!.timezone, after.at)
    const place = next.findIndex((touch) => touch.holder === id && touch.day === day)
    if (place === -1 && !isGuarded(holder)) continue
    const isLowered = (now?.amount ?? 0n) < (old?.amount ?? 0n)
    const isUnseen = written.isUnseen || (isLowered && !isCounted(holder))
    const earlier = next[place] ?? { ...firstTouch(holder, old?.amount ?? 0n, { before, day }), isUnseen }
    next[place === -1 ? next.length : place] = withKey(earlier, key, {
      was: isBegun ? 0n : (old?.amount ?? 0n),
      is: now,
    })
  }
  return next
}

/** Ad sets that were switched on, or in which something was, or that got an ad: all of their budget is let run by who did that. */
function begunBetween(before: Structure, after: Structure): Set<string> {
  const begun = new Set<string>()
  for (const now of after.values()) {
    const old = before.get(now.id)
    const isOn = now.on && (now.kind === 'ad' ? !old?.on : old !== undefined && !old.on)
    if (!isOn) continue
    if (now.kind === 'ad') begun.add(now.adSetId)
    if (now.kind === 'adset') begun.add(now.id)
    if (now.kind === 'campaign')
      for (const each of after.values()) if (each.kind === 'adset' && each.campaignId === now.id) begun.add(each.id)
  }
  return begun
}

function firstTouch(holder: Holder, base: bigint, { before, day }: { before: Truth; day: string }): Touch {
  const view = { time: before.at, structure: before.structure, spent: before.spent, names: new Map<string, string[]>() }
  const spentBefore = spentBy(view, holder.adSetIds, 'today', holder.account)
  const { id, account, campaignId } = holder
  return { holder: id, account, day, campaignId, base, spentBefore, byKey: new Map() }
}

function withKey(touch: Touch, key: number | null, { was, is }: { was: bigint; is: Holder | undefined }): Touch {
  if (key === null) return touch
  const known = touch.byKey.get(key)
  const own = { daily: 0n, lifetime: 0n, ...known, base: known && known.base < was ? known.base : was }
  const kind = is?.isLifetime ? 'lifetime' : 'daily'
  const highest = is && is.amount > own[kind] ? is.amount : own[kind]
  return { ...touch, byKey: new Map([...touch.byKey, [key, { ...own, [kind]: highest }]]) }
}
