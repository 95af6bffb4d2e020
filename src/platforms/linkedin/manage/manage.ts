import { brokenRules } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetChange,
  EntityRef,
  EntityState,
  EntityType,
  PlannedWrite,
  StatusChange,
} from '../../contract/manage.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { nullWhenMissing } from '../client.ts'
import type { Api, CallOptions, Patch } from '../client.ts'
import { setsValues, statusWrite, staysDeleted, telling } from '../../kit/status-write.ts'
import { createBudgetRules } from '../../kit/money.ts'
import { listAccounts } from '../discover.ts'
import { amountOf, idIn, isId, moneyOf, statusOf } from '../map.ts'
import { ObjectWire } from '../wire.ts'
import type { Campaign, Group } from '../wire.ts'
import { entityPath, readCampaigns, readCreatives, readGroups } from './read.ts'

export const { checkBudget, roundBudget } = createBudgetRules({ largest: 1e9 })

export async function readEntities(
  api: Api,
  { id: accountId }: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  const options = { accountId }
  const idsOf = (type: EntityType) => entities.filter((entity) => entity.type === type).map(({ id }) => id)
  const found = new Map<string, EntityState>()
  const keep = (state: EntityState) => found.set(`${state.type} ${state.id}`, state)
  const [groups, campaigns, ads] = [idsOf('campaign'), idsOf('adset'), idsOf('ad')]
  if (groups.length > 0)
    for (const group of (await readGroups(api, groups, options)).values()) keep(stateOf('campaign', group))
  if (campaigns.length > 0)
    for (const campaign of (await readCampaigns(api, campaigns, options)).values()) keep(stateOf('adset', campaign))
  if (ads.length > 0) for (const state of await adStates(api, ads, options)) keep(state)
  return entities.map(({ type, id }) => found.get(`${type} ${id}`) ?? null)
}

/** Creatives name their campaign alone: the groups of those are looked up together. */
async function adStates(api: Api, ids: string[], options: CallOptions): Promise<EntityState[]> {
  const creatives = [...(await readCreatives(api, ids, options)).entries()]
  const campaigns = await readCampaigns(api, [...new Set(creatives.map(([, { campaign }]) => idIn(campaign)))], options)
  return creatives.map(([id, { name, intendedStatus, campaign }]) => {
    const adSetId = idIn(campaign)
    const group = campaigns.get(adSetId)?.campaignGroup
    return {
      type: 'ad',
      id,
      name: name ?? '',
      ...statusOf(intendedStatus),
      dailyBudget: null,
      lifetimeBudget: null,
      startTime: null,
      endTime: null,
      hasNoEnd: true,
      adSetId,
      ...(group ? { campaignId: idIn(group) } : {}),
    }
  })
}

function stateOf(type: 'campaign' | 'adset', entity: Group | Campaign): EntityState {
  const { id, name, status, dailyBudget, totalBudget, runSchedule } = entity
  return {
    type,
    id,
    name,
    ...statusOf(status),
    dailyBudget: amountOf(dailyBudget),
    lifetimeBudget: amountOf(totalBudget),
    startTime: runSchedule?.start ? new Date(runSchedule.start) : null,
    endTime: runSchedule?.end ? new Date(runSchedule.end) : null,
    ...('campaignGroup' in entity ? { campaignId: idIn(entity.campaignGroup) } : {}),
  }
}

/** Ids are only known within their account, so each account is asked. */
export async function ownerOf(api: Api, { id, type }: EntityRef): Promise<string | null> {
  if (!isId(id)) return null
  for (const account of await listAccounts(api)) {
    const path = entityPath(account.id, type, id)
    const found = await api.get(ObjectWire, path, {}, { accountId: account.id }).catch(nullWhenMissing)
    if (found) return account.id
  }
  return null
}

type Deps = { api: Api; account: AccountRef }

/** Sets fields of one entity to values: made twice, it is the same. */
function setFields({ api, account }: Deps, { id, type }: EntityRef, patch: Patch): PlannedWrite {
  return {
    asks: { id, ...patch },
    async send() {
      await api.update(entityPath(account.id, type, id), patch, { accountId: account.id })
      return { id }
    },
    readBack: setsValues,
  }
}

/** The switch of a creative has another name than all others. */
function switchTo(type: EntityType, word: string) {
  return type === 'ad' ? { intendedStatus: word } : { status: word }
}

const words = { active: 'ACTIVE', paused: 'PAUSED' } as const

export function setStatus(
  api: Api & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: EntityState,
  change: StatusChange,
): PlannedWrite {
  const deps = { api, account }
  return statusWrite(entity, change, {
    ...{ now: api.now, words },
    noEnd: ({ type }) =>
      type === 'ad' ? 'an ad has no end of its own here: give its ad set or campaign one, or pause the ad' : null,
    switchTo: (word) => withStatus(deps, entity, word),
    endAt: (endTime, active) =>
      endingAt(deps, entity, endTime, {
        more: active ? switchTo(entity.type, active) : {},
        response: { status: active ?? entity.platformStatus },
      }),
  })
}

function withStatus(deps: Deps, entity: EntityRef, status: string): PlannedWrite {
  return telling(setFields(deps, entity, { set: switchTo(entity.type, status) }), { status })
}

interface WithEnd {
  more: object
  remove?: string[]
  response?: Record<string, string>
}

/** A schedule is written as a whole, so its start is read right before. */
function endingAt(deps: Deps, entity: EntityState, end: Date, { more, remove, response }: WithEnd): PlannedWrite {
  const { api, account } = deps
  return {
    asks: { id: entity.id, ...more, end: end.getTime() },
    async send() {
      const options = { accountId: account.id }
      const read = entity.type === 'campaign' ? readGroups : readCampaigns
      const found = (await read(api, [entity.id], options)).get(entity.id)
      const runSchedule = { start: found?.runSchedule?.start ?? Date.now(), end: end.getTime() }
      await setFields(deps, entity, { set: { ...more, runSchedule }, remove }).send()
      return { id: entity.id, ...response, endTime: end.toISOString() }
    },
    readBack: setsValues,
    maxRequests: 2,
  }
}

/** A campaign has a budget for each day, one for all days, or both; setting the other kind takes the first away. */
export function setBudget(api: Api, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const deps = { api, account }
  const { currency } = account
  const isDaily = change.dailyBudget !== undefined
  const path = isDaily ? 'dailyBudget' : 'lifetimeBudget'
  if (entity.type === 'campaign' && isDaily && entity.dailyBudget === null) {
    const message =
      'a campaign group has a daily budget only where the platform spreads it over its campaigns; give it a lifetimeBudget'
    throw brokenRules([{ path, message }])
  }
  if (!isDaily && !change.endTime && !entity.endTime)
    throw brokenRules([{ path: 'endTime', message: 'is required: a budget for all days needs an end here' }])
  const money = moneyOf(change[path] ?? 0, currency)
  const more = isDaily ? { dailyBudget: money } : { totalBudget: money }
  const isSwitch = entity.type === 'adset' && entity[path] === null
  const other = isDaily ? entity.lifetimeBudget : entity.dailyBudget
  const remove = isSwitch && other !== null ? [isDaily ? 'totalBudget' : 'dailyBudget'] : undefined
  if (change.endTime) return endingAt(deps, entity, change.endTime, { more, remove })
  return setFields(deps, entity, { set: more, remove })
}

/** Drafts go at once. Everything else is marked, and goes when the platform gets to it. */
export function deleteEntity(api: Api, account: AccountRef, { type, id }: EntityState): PlannedWrite {
  return {
    asks: { id },
    async send() {
      // What it is now decides: it may have been a draft a moment ago.
      const [state] = await readEntities(api, account, [{ type, id }])
      if (!state || state.status === 'deleted') return { id, status: state?.platformStatus ?? 'REMOVED' }
      if (state.platformStatus !== 'DRAFT') return withStatus({ api, account }, { type, id }, 'PENDING_DELETION').send()
      await api.remove(entityPath(account.id, type, id), { accountId: account.id }).catch(nullWhenMissing)
      return { id, status: 'REMOVED' }
    },
    readBack: staysDeleted,
    maxRequests: 2,
  }
}
