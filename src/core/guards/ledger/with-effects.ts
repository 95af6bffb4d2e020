import { copied, inMicros, momentOf } from './view.ts'
import type { AdSetBudget, AdSetEntry, BudgetEffect, CampaignEntry, Entry, State, View } from './view.ts'

/** Whether writes make something else of what is known. */
export function isMoved(view: View, effects: readonly BudgetEffect[]): boolean {
  return effects.some((effect) => !isSoAlready(view, effect))
}

/** The larger of what is known and of what writes make of it, thing by thing. */
export function withEffects(view: View, effects: readonly BudgetEffect[]): View {
  const moving = effects.filter((effect) => !isSoAlready(view, effect))
  if (moving.length === 0) return view
  const next = copied(view)
  for (const effect of moving) apply(next, effect)
  return next
}

/** One more ad where others run changes nothing. */
function isSoAlready({ adSets }: View, { level, id }: BudgetEffect): boolean {
  return level === 'ads' && (adSets.get(id)?.hasAds ?? false)
}

function apply(view: View, effect: BudgetEffect): void {
  if (effect.level === 'ads') beginAds(view, effect.id)
  else if (effect.level === 'adset') setAdSet(view, effect, stateOf(effect))
  else setCampaign(view, effect, stateOf(effect))
}

/** Below a switch that is off nothing begins to run; should it be switched on, it counts then. */
function beginAds({ campaigns, adSets }: View, id: string): void {
  const campaignId = adSets.get(id)?.campaignId ?? null
  const inCopies = copiesOf(campaigns, campaignId).map((copy) => idIn(copy.id, id))
  for (const each of [id, ...inCopies]) {
    const adSet = adSets.get(each)
    if (adSet) adSets.set(each, { ...adSet, hasAds: true })
  }
}

/** What is written to, but for what it becomes. */
type Written = Pick<BudgetEffect, 'id' | 'campaignId' | 'name' | 'budgetId' | 'copyOf' | 'inherits' | 'adSets'>

/** Nobody knows whether it is copied before or after: it counts for the copies too. */
function setAdSet(view: View, write: Written, state: State): void {
  putAdSet(view, write, withSource(view.adSets, write, state))
  for (const { id, campaignId, runs, inherits } of copiesOf(view.adSets, write.id))
    putAdSet(view, { id, campaignId }, inherits ? state : { ...state, runs })
}

function putAdSet(view: View, write: Written, state: State): void {
  const campaignId = write.campaignId ?? view.adSets.get(write.id)?.campaignId ?? null
  enterAdSet(view, { ...write, campaignId }, state)
  for (const copy of copiesOf(view.campaigns, campaignId)) {
    if (copy.daily !== null || copy.lifetime !== null) continue
    enterAdSet(view, { id: idIn(copy.id, write.id), campaignId: copy.id }, copy.inherits ? state : on(state))
  }
}

function enterAdSet({ adSets, rested }: View, write: Written, state: State): void {
  const { id, campaignId } = write
  const known = adSets.get(id)
  const entry = { ...entered(known, write, state), ...(known ? {} : rested?.get(id)) }
  const name = known?.name ?? write.name ?? null
  // Nobody asks whether what is switched on has ads: it counts until a read shows that it has none.
  const hasAds = known ? known.hasAds || !known.runs : state.runs
  adSets.set(id, { ...entry, id, campaignId, name, hasAds })
}

function setCampaign(view: View, write: Written, state: State): void {
  const { campaigns } = view
  const whole = withSource(campaigns, write, state)
  enterCampaign(view, write, whole)
  if (whole.daily === null && whole.lifetime === null) copyAdSets(view, write)
  for (const { id, runs, inherits } of copiesOf(campaigns, write.id))
    enterCampaign(view, { id, campaignId: id }, inherits ? state : { ...state, runs })
}

function enterCampaign({ campaigns }: View, write: Written, state: State): void {
  const known = campaigns.get(write.id)
  const begins = state.runs && !known?.runs
  const isAlone = (known?.isAlone ?? false) || (begins && (state.daily !== null || state.lifetime !== null))
  const budgetId = write.budgetId ?? known?.budgetId ?? null
  const name = known?.name ?? write.name ?? null
  campaigns.set(write.id, { ...entered(known, write, state), id: write.id, name, budgetId, isAlone })
}

/** `adSets`: those that were found in it, all of which begin to run; what our writes make of them meanwhile comes with them. */
function copyAdSets(view: View, { id: to, copyOf, adSets: found }: Written): void {
  const { adSets } = view
  const inSource = copyOf === undefined ? [] : [...adSets.values()].filter(({ campaignId }) => campaignId === copyOf)
  for (const adSet of inSource) {
    const id = idIn(to, adSet.id)
    if (!found) adSets.set(id, { ...adSet, id, campaignId: to, spent: 0n, life: 0n })
    else if (adSet.written) enterAdSet(view, { id, campaignId: to }, on(adSet.written))
  }
  for (const each of found ?? [])
    enterAdSet(view, { id: idIn(to, each.id), campaignId: to }, stateOf({ ...each, runs: true }))
}

function idIn(copyId: string, id: string): string {
  return `${copyId} ${id}`
}

function on(state: State): State {
  return { ...state, runs: true }
}

function copiesOf<T extends CampaignEntry | AdSetEntry>(entries: Map<string, T>, sourceId: string | null): T[] {
  return sourceId === null
    ? []
    : [...entries.values()].filter(({ id, copyOf }) => copyOf === sourceId && id !== sourceId)
}

/** With what our writes make of that which it is copied from. */
function withSource(entries: ReadonlyMap<string, Entry>, { copyOf, inherits }: Written, state: State): State {
  const source = copyOf === undefined ? undefined : entries.get(copyOf)?.written
  if (!source) return state
  return larger(inherits ? source : { ...source, runs: false }, state)
}

function stateOf({ runs, daily, lifetime, end }: Omit<AdSetBudget, 'id'> & { runs: boolean }): State {
  return { runs, daily: inMicros(daily), lifetime: inMicros(lifetime), end: momentOf(end) }
}

function entered(known: Entry | undefined, { copyOf, inherits }: Written, state: State): Entry {
  const written = known?.written ? larger(known.written, state) : state
  const marks = copyOf === undefined ? {} : { copyOf, inherits }
  if (!known) return { ...state, start: null, spent: 0n, life: null, written, ...marks }
  return { ...known, ...larger(known, state), written, ...marks }
}

function larger(one: State, other: State): State {
  return {
    runs: one.runs || other.runs,
    daily: more(one.daily, other.daily),
    lifetime: more(one.lifetime, other.lifetime),
    end: one.end === null || other.end === null ? null : Math.max(one.end, other.end),
  }
}

function more(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
