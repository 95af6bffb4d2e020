import pMap from 'p-map'
import { brokenRules } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetChange,
  EntityRef,
  EntityState,
  PlannedWrite,
  StatusChange,
} from '../../contract/manage.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { kinds } from '../client.ts'
import { setsValues, statusWrite, staysDeleted, telling } from '../../kit/status-write.ts'
import type { Fields, Operation, Snap } from '../client.ts'
import { minIssues } from './money.ts'
import { isMissing, kindOf, readWhole } from './read.ts'
import type { Owners } from './read.ts'
import { fromMicro, optionalMicro, statusOf } from '../map.ts'
import { IdWire } from '../wire.ts'
import type { WireEntity } from '../wire.ts'

const atOnce = 4

interface Remembering {
  owners: Owners
}

export function readEntities(
  snap: Snap & Remembering,
  account: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  return pMap(entities, (entity) => readOne(snap, account, entity), { concurrency: atOnce })
}

async function readOne(snap: Snap & Remembering, account: AccountRef, ref: EntityRef): Promise<EntityState | null> {
  const options = { accountId: account.id }
  const entity = await readWhole(snap, ref.type, ref.id, options)
  const place = entity && (await snap.owners.placeOf(snap, ref.type, entity, options))
  if (!entity || place?.accountId !== account.id) return null
  const lifetime = ref.type === 'campaign' ? entity.lifetime_spend_cap_micro : entity.lifetime_budget_micro
  return {
    ...ref,
    name: entity.name,
    ...statusOf(entity.status),
    dailyBudget: fromMicro(entity.daily_budget_micro),
    lifetimeBudget: fromMicro(lifetime),
    startTime: entity.start_time ? new Date(entity.start_time) : null,
    endTime: entity.end_time ? new Date(entity.end_time) : null,
    ...(ref.type === 'ad' ? { hasNoEnd: true as const } : {}),
    ...(ref.type === 'campaign' ? {} : { campaignId: place.campaignId }),
    ...(ref.type === 'ad' && entity.ad_squad_id ? { adSetId: entity.ad_squad_id } : {}),
  }
}

export async function ownerOf(snap: Snap & Remembering, { type, id }: EntityRef): Promise<string | null> {
  const options = { accountId: '' }
  const entity = await readWhole(snap, type, id, options)
  const place = entity && (await snap.owners.placeOf(snap, type, entity, options))
  return place?.accountId ?? null
}

/** Single fields are changed: whatever else the entity holds, and whatever its placements were allowed to be, stays. */
function setFields(
  snap: Snap,
  account: AccountRef,
  { type, id }: EntityRef,
  { operations, asks }: { operations: () => Promise<Operation[]> | Operation[]; asks: Fields },
): PlannedWrite {
  return {
    asks: { id, ...asks },
    async send() {
      try {
        const entity = { kind: kindOf[type], schema: IdWire }
        await snap.patch(entity, id, await operations(), { accountId: account.id })
      } catch (error) {
        if (isMissing(error)) throw gone(id)
        throw error
      }
      return { id }
    },
    readBack: setsValues,
  }
}

function gone(id: string): Error {
  return brokenRules([{ path: 'entityIds', message: `${id} is no longer there` }])
}

/** `add` sets a field whether it is there or not. */
function setting(fields: Fields): Operation[] {
  return Object.entries(fields).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }))
}

const words = { active: 'ACTIVE', paused: 'PAUSED' } as const

export function setStatus(
  snap: Snap & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: EntityState,
  change: StatusChange,
): PlannedWrite {
  const set = (fields: { status: string; end_time?: string }) =>
    telling(setFields(snap, account, entity, { operations: () => setting(fields), asks: fields }), {
      status: fields.status,
    })
  return statusWrite(entity, change, {
    ...{ now: snap.now, words },
    noEnd: ({ type }) =>
      type === 'ad' ? 'an ad has no end of its own here: end its ad set or campaign, or pause the ad' : null,
    switchTo: (word) => set({ status: word }),
    endAt(time, active) {
      const endTime = time.toISOString()
      return telling(set({ end_time: endTime, status: active ?? entity.platformStatus }), { endTime })
    },
  })
}

/** A campaign has a daily budget and a cap on all it spends; an ad set has one of two budgets. */
export function setBudget(snap: Snap, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const issues = minIssues(entity.type, change)
  if (issues.length > 0) throw brokenRules(issues)
  const daily = optionalMicro(change.dailyBudget)
  const lifetime = optionalMicro(change.lifetimeBudget)
  const end = change.endTime ? { end_time: change.endTime.toISOString() } : {}
  return setFields(snap, account, entity, {
    async operations() {
      if (entity.type === 'campaign') return setting({ ...campaignBudget(daily, lifetime), ...end })
      const now = await readWhole(snap, entity.type, entity.id, { accountId: account.id })
      if (!now) throw gone(entity.id)
      return [...adSetBudget(now, daily, lifetime), ...setting(end)]
    },
    asks: { daily, lifetime, ...end },
  })
}

function campaignBudget(daily: number | undefined, lifetime: number | undefined): Fields {
  return {
    ...(daily === undefined ? {} : { daily_budget_micro: daily }),
    ...(lifetime === undefined ? {} : { lifetime_spend_cap_micro: lifetime }),
  }
}

/** Setting one takes the other away. Where the ad set says which of them holds, it has to say so of the new one. */
function adSetBudget(now: WireEntity, daily: number | undefined, lifetime: number | undefined): Operation[] {
  const isDaily = daily !== undefined
  const other = isDaily ? 'lifetime_budget_micro' : 'daily_budget_micro'
  const hadOther = isDaily ? now.lifetime_budget_micro : now.daily_budget_micro
  const isSaid = now.delivery_constraint === 'DAILY_BUDGET' || now.delivery_constraint === 'LIFETIME_BUDGET'
  return [
    ...(hadOther === undefined || hadOther === null ? [] : [{ op: 'remove', path: `/${other}` } as const]),
    ...setting(isDaily ? { daily_budget_micro: daily } : { lifetime_budget_micro: lifetime }),
    ...(isSaid ? setting({ delivery_constraint: isDaily ? 'DAILY_BUDGET' : 'LIFETIME_BUDGET' }) : []),
  ]
}

export function deleteEntity(snap: Snap, account: AccountRef, { type, id }: EntityRef): PlannedWrite {
  return {
    asks: { id },
    async send() {
      try {
        await snap.remove(`${kinds[kindOf[type]]}/${id}`, { accountId: account.id })
      } catch (error) {
        // It was there a moment ago: somebody, or an attempt of ours whose answer was lost, has deleted it.
        if (!isMissing(error)) throw error
      }
      return { id, status: 'DELETED' }
    },
    readBack: staysDeleted,
  }
}
