import { mainOf } from './platform.ts'
import type { RuleAction } from './steps.ts'
import type { Aimed } from './writes.ts'
import type { AdSet, Campaign, Entity, Structure } from './world.ts'

/** Whether it puts ads that run into an ad set. What is undone was launched before, or just before. */
function lets(write: Aimed['write']): boolean {
  return write.do === 'undo' || ((write.do === 'launch' || write.do === 'again') && write.on)
}

/** What would be, at the most, if the write were done: what is switched on or made counts as if it had ads. */
export function previewed(structure: Structure, { write, targets }: Aimed): Structure {
  const next = new Map(structure)
  const put = (...entities: Entity[]) => entities.forEach((entity) => next.set(entity.id, entity))
  const showing = ({ account, id }: AdSet) => put({ kind: 'ad', account, id: `${id} ad`, adSetId: id, on: true })
  const setsOf = (id: string) =>
    [...next.values()].filter((one) => one.kind === 'adset').filter((one) => one.campaignId === id)
  const amount = 'amount' in write && write.amount !== null ? micros(mainOf(write.account, write.amount)) : null
  for (const target of targets.map(({ id }) => next.get(id)!)) {
    if (write.do === 'budget' && target.kind !== 'ad') put(withBudget(target, write.kind, amount ?? 0n, write.amount))
    else if (write.do === 'change' && target.kind !== 'ad' && amount !== null)
      put({ ...target, daily: amount, lifetime: null })
    else if (write.do === 'status') switched(target, write.on)
    else if (write.do === 'rule') byRule(target, write.action)
    else if (lets(write) && target.kind === 'adset') showing(target)
    else if (write.do === 'make' && target.kind === 'campaign' && write.on) {
      const id = 'foreseen set'
      const made: AdSet = {
        kind: 'adset',
        account: write.account,
        id,
        campaignId: target.id,
        on: true,
        daily: amount,
        lifetime: null,
        end: null,
      }
      put(made)
      showing(made)
    } else if (write.do === 'copy' && write.on) copied(target, write.count)
  }
  if (write.do === 'make' && write.level === 'campaign' && write.on) madeCampaign()
  return next

  function switched(target: Entity, on: boolean): void {
    put({ ...target, on })
    if (target.kind === 'adset' && on) showing(target)
    if (target.kind !== 'campaign' || !on) return
    setsOf(target.id)
      .filter((adSet) => adSet.on)
      .forEach(showing)
  }

  function byRule(target: Entity, action: RuleAction): void {
    if (action === 'pause' || action === 'resume') switched(target, action === 'resume')
    else if (action === 'raise' && target.kind !== 'ad') put(more(target, amount ?? 0n))
  }

  function madeCampaign(): void {
    const id = 'foreseen campaign'
    const common = { account: write.account, on: true, lifetime: null }
    put({ ...common, kind: 'campaign', id, name: 'Alpha made', daily: amount })
    const adSet: AdSet = { ...common, kind: 'adset', id: `${id} set`, campaignId: id, daily: null, end: null }
    put(adSet)
    if (amount !== null) showing(adSet)
  }

  function copied(target: Entity, count: number): void {
    if (target.kind === 'ad') {
      put({ ...target, id: `${target.id} copy`, on: true })
      return
    }
    for (let copy = 0; copy < count; copy++) {
      if (target.kind === 'adset') copySet(target, target.campaignId, copy)
      else {
        const id = `${target.id} copy ${copy}`
        const own = setsOf(target.id)
        put({ ...(target satisfies Campaign), id, on: true })
        own.forEach((adSet) => copySet(adSet, id, copy))
      }
    }
  }

  function copySet(adSet: AdSet, campaignId: string, copy: number): void {
    const made = { ...adSet, id: `${adSet.id} copy ${copy} ${campaignId}`, campaignId, on: true }
    put(made)
    showing(made)
  }
}

function more(target: AdSet | Campaign, amount: bigint): AdSet | Campaign {
  const raised = (before: bigint | null) => (before === null ? null : before + amount)
  return { ...target, daily: raised(target.daily), lifetime: raised(target.lifetime) }
}

function withBudget(target: AdSet | Campaign, kind: string, amount: bigint, given: number): AdSet | Campaign {
  if (kind === 'lifetime') return { ...target, daily: null, lifetime: amount }
  if (kind === 'daily') return { ...target, daily: amount, lifetime: null }
  if (kind === 'more') return { ...target, daily: (target.daily ?? 0n) + amount, lifetime: null }
  const smallest = target.account === 1 ? 1_000_000n : 10_000n
  const raised = (before: bigint | null) => (before === null ? null : (before * BigInt(100 + given)) / 100n + smallest)
  return { ...target, daily: raised(target.daily), lifetime: raised(target.lifetime) }
}

function micros(main: number): bigint {
  return BigInt(Math.round(main * 1e6))
}
