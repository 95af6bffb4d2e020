import { brokenRules, PlatformError } from '../../../errors.ts'
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
import { createBudgetRules } from '../../kit/money.ts'
import { setsValues, statusWrite, telling } from '../../kit/status-write.ts'
import type { Api, CallOptions } from '../client.ts'
import { forIds, listAccounts } from '../discover.ts'
import { allStatuses, fromMicro, groupBudgets, isId, statusOf, toMicro, unixSeconds } from '../map.ts'
import { AdGroupWire, AdWire, CampaignWire, IdWire } from '../wire.ts'
import type { Ad } from '../wire.ts'

const pathOf: Record<EntityType, string> = { ad: 'ads', adset: 'ad_groups', campaign: 'campaigns' }
const idsOf: Record<EntityType, string> = { ad: 'ad_ids', adset: 'ad_group_ids', campaign: 'campaign_ids' }

export const { checkBudget, roundBudget } = createBudgetRules({ largest: 1e9 })

export async function readEntities(
  api: Api,
  account: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  const found = new Map<string, EntityState>()
  for (const type of new Set(entities.map((entity) => entity.type))) {
    const ids = entities.filter((entity) => entity.type === type && isId(entity.id)).map(({ id }) => id)
    const states = await forIds([...new Set(ids)], (some) => readSome(api, account, type, some))
    for (const state of states) found.set(`${type} ${state.id}`, state)
  }
  return entities.map(({ type, id }) => found.get(`${type} ${id}`) ?? null)
}

async function readSome(
  api: Api,
  { id: accountId }: AccountRef,
  type: EntityType,
  ids: string[],
): Promise<EntityState[]> {
  const path = `ad_accounts/${accountId}/${pathOf[type]}`
  // Without this, what is archived is not listed.
  const query = { [idsOf[type]]: ids, entity_statuses: allStatuses }
  const options = { accountId }
  if (type === 'ad') {
    const ads = await api.list(AdWire, path, query, { ...options, limit: ids.length })
    return ads.map(adState)
  }
  if (type === 'campaign') {
    const campaigns = await api.list(CampaignWire, path, query, { ...options, limit: ids.length })
    return campaigns.map(({ id, name, status, ...campaign }) => ({
      type,
      id,
      name,
      ...statusOf(status),
      dailyBudget: fromMicro(campaign.daily_spend_cap),
      lifetimeBudget: fromMicro(campaign.lifetime_spend_cap),
      startTime: timeOf(campaign.start_time),
      endTime: timeOf(campaign.end_time),
    }))
  }
  const groups = await api.list(AdGroupWire, path, query, { ...options, limit: ids.length })
  return groups.map(({ id, name, status, ...group }) => ({
    type,
    id,
    name,
    ...statusOf(status),
    ...groupBudgets(group),
    startTime: timeOf(group.start_time),
    endTime: timeOf(group.end_time),
    campaignId: group.campaign_id,
  }))
}

function adState({ id, name, status, ad_group_id: adSetId, campaign_id: campaignId }: Ad): EntityState {
  const none = { dailyBudget: null, lifetimeBudget: null, startTime: null, endTime: null }
  return {
    type: 'ad',
    id,
    name: name ?? '',
    ...statusOf(status),
    ...none,
    hasNoEnd: true,
    adSetId,
    ...(campaignId ? { campaignId } : {}),
  }
}

function timeOf(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null
}

/** Ids are only known within their account, so each account is asked. */
export async function ownerOf(api: Api, { id, type }: EntityRef): Promise<string | null> {
  if (!isId(id)) return null
  for (const account of await listAccounts(api)) {
    const path = `ad_accounts/${account.id}/${pathOf[type]}/${id}`
    const found = await api.get(IdWire, path, {}, { accountId: account.id }).catch(nothingIfRejected)
    if (found) return account.id
  }
  return null
}

function nothingIfRejected(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'rejected') return null
  throw error
}

/** Sets fields of one entity to values: made twice, it is the same. */
function setFields(api: Api, account: AccountRef, { id, type }: EntityRef, fields: object): PlannedWrite {
  const options: CallOptions = { accountId: account.id }
  // Campaigns alone want to be told their account a second time.
  const item = { id, ...(type === 'campaign' ? { ad_account_id: account.id } : {}), ...fields }
  return {
    asks: item,
    async send() {
      await api.writeOne(IdWire, { method: 'PATCH', path: `ad_accounts/${account.id}/${pathOf[type]}`, item }, options)
      return { id }
    },
    readBack: setsValues,
  }
}

const words = { active: 'ACTIVE', paused: 'PAUSED' } as const

export function setStatus(
  api: Api & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: EntityState,
  change: StatusChange,
): PlannedWrite {
  return statusWrite(entity, change, {
    ...{ now: api.now, words },
    noEnd: ({ type }) =>
      type === 'ad' ? 'an ad has no end of its own here: give its ad set or campaign one, or pause the ad' : null,
    switchTo: (word) => withStatus(api, account, entity, word),
    endAt(endTime, active) {
      const write = setFields(api, account, entity, {
        end_time: unixSeconds(endTime),
        ...(active ? { status: active } : {}),
      })
      return telling(write, { status: active ?? entity.platformStatus, endTime: endTime.toISOString() })
    },
  })
}

function withStatus(api: Api, account: AccountRef, entity: EntityRef, status: string): PlannedWrite {
  return telling(setFields(api, account, entity, { status }), { status })
}

export function setBudget(api: Api, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const path = change.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const amount = toMicro(change[path] ?? 0)
  const other = path === 'dailyBudget' ? 'lifetimeBudget' : 'dailyBudget'
  if (entity[path] === null && entity[other] !== null) {
    throw brokenRules([{ path, message: `the budget here is a ${other}, and its kind cannot be changed` }])
  }
  const end = change.endTime ? { end_time: unixSeconds(change.endTime) } : {}
  if (entity.type === 'adset') return setFields(api, account, entity, { budget_in_micro_currency: amount, ...end })
  const field = path === 'dailyBudget' ? 'daily_spend_cap' : 'lifetime_spend_cap'
  return setFields(api, account, entity, { [field]: amount, ...end })
}

/** Nothing is ever deleted here; what is archived is out of sight and does not come back. */
export function deleteEntity(api: Api, account: AccountRef, entity: EntityState): PlannedWrite {
  return withStatus(api, account, entity, 'ARCHIVED')
}
