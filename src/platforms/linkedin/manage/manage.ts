import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetAmounts,
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
import { listAccounts } from '../discover.ts'
import { amountOf, decimalsOf, idIn, isId, moneyOf, statusOf } from '../map.ts'
import { ObjectWire } from '../wire.ts'
import type { Campaign, Group } from '../wire.ts'
import { entityPath, readCampaigns, readCreatives, readGroups } from './read.ts'

/** The largest amount that is taken. */
const largest = 1e9

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
    readBack: { kind: 'repeatable', because: 'it sets fields to values' },
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
  { status, endTime }: StatusChange,
): PlannedWrite {
  const deps = { api, account }
  if (!endTime) return withStatus(deps, entity, status ? words[status] : entity.platformStatus)
  // What is to have ended is switched off: the platform takes no end in the past.
  if (endTime <= api.now()) return withStatus(deps, entity, words.paused)
  if (entity.type === 'ad') {
    const message = 'an ad has no end of its own here: give its ad set or campaign one, or pause the ad'
    throw brokenRules([{ path: 'endTime', message }])
  }
  const activate = status === 'active' ? switchTo(entity.type, words.active) : {}
  const shown = status === 'active' ? words.active : entity.platformStatus
  return endingAt(deps, entity, endTime, { more: activate, told: { status: shown } })
}

function withStatus(deps: Deps, entity: EntityRef, status: string): PlannedWrite {
  const write = setFields(deps, entity, { set: switchTo(entity.type, status) })
  return { ...write, send: async () => ({ ...(await write.send()), status }) }
}

interface WithEnd {
  more: object
  remove?: string[]
  told?: Record<string, string>
}

/** A schedule is written as a whole, so its start is read right before. */
function endingAt(deps: Deps, entity: EntityState, end: Date, { more, remove, told }: WithEnd): PlannedWrite {
  const { api, account } = deps
  return {
    asks: { id: entity.id, ...more, end: end.getTime() },
    async send() {
      const options = { accountId: account.id }
      const read = entity.type === 'campaign' ? readGroups : readCampaigns
      const found = (await read(api, [entity.id], options)).get(entity.id)
      const runSchedule = { start: found?.runSchedule?.start ?? Date.now(), end: end.getTime() }
      await setFields(deps, entity, { set: { ...more, runSchedule }, remove }).send()
      return { id: entity.id, ...told, endTime: end.toISOString() }
    },
    readBack: { kind: 'repeatable', because: 'it sets fields to values' },
    maxRequests: 2,
  }
}

/** An amount that the currency cannot hold exactly is refused: rounding money in silence is not ours to do. */
export function checkBudget({ currency }: AccountRef, change: BudgetAmounts): Issue[] {
  return Object.entries(change).flatMap(([path, amount]: [string, number | undefined]) => {
    if (amount === undefined) return []
    if (!(amount > 0)) return [{ path, message: 'must be more than 0' }]
    if (amount > largest) return [{ path, message: 'is too large' }]
    const decimals = decimalsOf(currency)
    const scaled = amount * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return []
    return [{ path, message: `has more decimals than ${currency} has: at most ${decimals}` }]
  })
}

export function roundBudget({ currency }: AccountRef, amount: number): number {
  const scale = 10 ** decimalsOf(currency)
  return Math.round(amount * scale) / scale
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
    readBack: { kind: 'repeatable', because: 'what is deleted stays deleted' },
    maxRequests: 2,
  }
}
