import { launchAgain, launchNew, undoLast } from './launches.ts'
import type { Batch, Fixture } from './launches.ts'
import { mainOf } from './platform.ts'
import { runRule } from './rules.ts'
import type { Reply } from './service.ts'
import type { Write } from './steps.ts'
import { accounts, listOf } from './world.ts'
import type { Entity, Structure } from './world.ts'

/** A write with the things that it is about. */
export interface Aimed {
  write: Write
  targets: Entity[]
  /** What is launched again or undone. */
  batch?: Batch
}

/** null: there is nothing of that kind. */
export function aim(write: Write, structure: Structure, batches: readonly Batch[]): Aimed | null {
  const { account } = write
  if (write.do === 'make' && write.level === 'campaign') return { write, targets: [] }
  const own = batches.filter((batch) => batch.account === account)
  const batch = write.do === 'undo' ? own.at(-1) : write.do === 'again' ? own.find(({ isOpen }) => isOpen) : undefined
  const level = 'level' in write && write.do !== 'make' ? write.level : write.do === 'make' ? 'campaign' : 'adset'
  if (batch) return { write, targets: batch.adSets.flatMap((id) => structure.get(id) ?? []), batch }
  const isOne = (entity: Entity) =>
    !movesBudget(write) || (entity.kind !== 'ad' && (entity.daily ?? entity.lifetime) !== null)
  const all = listOf(structure, level, account).filter(isOne)
  const first = all[write.at % all.length]
  if (!first) return null
  // A rule names ads by what they lie in: it is about all that are there.
  if (write.do === 'rule' && first.kind === 'ad')
    return { write, targets: all.filter((one) => one.kind === 'ad' && one.adSetId === first.adSetId) }
  const count = write.do === 'status' || write.do === 'rule' ? Math.min(write.count, all.length) : 1
  const targets = Array.from({ length: count }, (_, place) => all[(write.at + place) % all.length]!)
  return { write, targets }
}

function movesBudget(write: Write): boolean {
  return write.do === 'budget' || (write.do === 'rule' && (write.action === 'raise' || write.action === 'lower'))
}

/** The key whose write it is; null: a rule's. */
export function keyOf(write: Write): number | null {
  return write.do === 'rule' ? null : write.key
}

/** Has the service do it, and waits until it is over. */
export async function perform(fixture: Fixture, aimed: Aimed): Promise<Reply> {
  const { write } = aimed
  const accountId = fixture.platform.ids[write.account]!
  if (write.do === 'launch') return (await launchNew(fixture, aimed, write)).reply
  if (write.do === 'again') return launchAgain(fixture, aimed, write)
  if (write.do === 'undo') return undoLast(fixture, aimed, write)
  if (write.do === 'rule') return runRule(fixture, aimed.targets, write)
  const { path, body } = callOf({ ...aimed, write }, accountId)
  return fixture.company.call('POST', `/v1/manage/${path}`, { accountId, ...body }, write.key)
}

type Managed = Exclude<Write, { do: 'launch' | 'again' | 'undo' | 'rule' }>

function callOf(
  { write, targets }: { write: Managed; targets: Entity[] },
  accountId: string,
): { path: string; body: object } {
  const [target] = targets
  const id = target?.id
  switch (write.do) {
    case 'budget':
      return { path: 'update-budget', body: { entityId: id, entityType: write.level, ...budgetOf(write, target!) } }
    case 'status': {
      const entityIds = targets.map((each) => each.id)
      return { path: 'update-status', body: { entityType: write.level, entityIds, newStatus: word(write.on) } }
    }
    case 'change': {
      const named = write.level === 'campaign' ? { campaignId: id } : { adSetId: id }
      const amount = write.amount === null ? {} : { dailyBudget: mainOf(write.account, write.amount) }
      const name = write.name ?? (write.amount === null ? 'Alpha one' : undefined)
      return { path: `update-${write.level}`, body: { ...named, ...amount, name } }
    }
    case 'make':
      return made(write, id)
    case 'copy': {
      const named = { campaign: { campaignId: id }, adset: { adsetId: id }, ad: { adId: id } }[write.level]
      const body = { ...named, accountId, initialStatus: word(write.on), copyCount: write.count }
      return { path: `duplicate-${write.level}`, body }
    }
  }
}

function made(write: Extract<Write, { do: 'make' }>, campaignId: string | undefined): { path: string; body: object } {
  const amount = write.amount === null ? {} : { dailyBudget: mainOf(write.account, write.amount) }
  const common = { ...amount, status: word(write.on) }
  if (write.level === 'campaign')
    return { path: 'create-campaign', body: { ...common, name: 'Alpha made', objective: 'OUTCOME_TRAFFIC' } }
  return { path: 'create-adset', body: { ...common, name: 'Made', campaignId, location: { countries: ['US'] } } }
}

function word(on: boolean): 'ACTIVE' | 'PAUSED' {
  return on ? 'ACTIVE' : 'PAUSED'
}

/** The amount in the account's main unit that a budget is set to; null: by a percentage. */
function budgetOf(write: Extract<Write, { do: 'budget' }>, target: Entity): object {
  const amount = mainOf(write.account, write.amount)
  if (write.kind === 'percent') return { changePercent: write.amount }
  if (write.kind === 'lifetime')
    return { lifetimeBudget: amount, endTime: new Date(Date.now() + 10 * 86_400_000).toISOString() }
  const before = target.kind === 'ad' ? 0 : Number(target.daily ?? 0n) / 1e6
  const digits = accounts[write.account]!.currency === 'JPY' ? 0 : 2
  return { dailyBudget: write.kind === 'more' ? Number((before + amount).toFixed(digits)) : amount }
}
