import { z } from 'zod'
import { brokenRules, notFound } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetChange,
  BudgetHolder,
  EntityRef,
  EntityState,
  EntityType,
  PlannedWrite,
  StatusChange,
} from '../../contract/manage.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { statusWrite } from '../../kit/status-write.ts'
import type { Api } from '../client.ts'
import { listAccounts } from '../discover.ts'
import { campaignFields } from '../fields.ts'
import { isNumber, isOneOf, isWord } from '../gaql.ts'
import { endIn, momentIn, statusOf, switchWords, toMicros } from '../map.ts'
import type { MutateKind } from '../mutation.ts'
import { CampaignNameWire, CampaignWire, Id } from '../wire.ts'
import type { BudgetFields } from '../wire.ts'
import { budgetsOf, isShared } from './money.ts'
import { endingAt } from './endings.ts'
import { removeOne, setFields } from './set-fields.ts'

const AdGroupState = z.object({
  adGroup: z.object({ id: Id, name: z.string().default(''), status: z.string() }),
  campaign: z.object({ id: Id }),
})
const AdState = z.object({
  adGroupAd: z.object({ status: z.string(), ad: z.object({ id: Id, name: z.string().default('') }) }),
  adGroup: z.object({ id: Id }),
  campaign: z.object({ id: Id }),
})
const AdPosition = z.object({ adGroup: z.object({ id: Id }) })

const idFields: Record<EntityType, string> = { campaign: 'campaign.id', adset: 'ad_group.id', ad: 'ad_group_ad.ad.id' }
const sources: Record<EntityType, string> = { campaign: 'campaign', adset: 'ad_group', ad: 'ad_group_ad' }
const kinds = { campaign: 'campaigns', adset: 'adGroups', ad: 'adGroupAds' } as const satisfies Record<
  EntityType,
  MutateKind
>

export async function readEntities(
  api: Api,
  account: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  const found = new Map<string, EntityState>()
  for (const type of new Set(entities.map((entity) => entity.type))) {
    const ids = entities.filter((entity) => entity.type === type && isNumber(entity.id)).map(({ id }) => id)
    if (ids.length === 0) continue
    const states = await readSome(api, account, type, [...new Set(ids)])
    for (const state of states) found.set(`${type} ${state.id}`, state)
  }
  return entities.map(({ type, id }) => found.get(`${type} ${id}`) ?? null)
}

const none = { dailyBudget: null, lifetimeBudget: null, startTime: null, endTime: null, hasNoEnd: true } as const

async function readSome(api: Api, account: AccountRef, type: EntityType, ids: string[]): Promise<EntityState[]> {
  const options = { accountId: account.id }
  const where = [isOneOf(idFields[type], ids)]
  if (type === 'ad') {
    const select = ['ad_group_ad.status', 'ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group.id', 'campaign.id']
    const rows = await api.rows(AdState, { select, from: 'ad_group_ad', where }, options)
    return rows.map(({ adGroupAd: { ad, status }, adGroup, campaign }) => {
      return { type, ...ad, ...statusOf(status), ...none, adSetId: adGroup.id, campaignId: campaign.id }
    })
  }
  if (type === 'adset') {
    const select = ['ad_group.id', 'ad_group.name', 'ad_group.status', 'campaign.id']
    const rows = await api.rows(AdGroupState, { select, from: 'ad_group', where }, options)
    return rows.map(({ adGroup: { id, name, status }, campaign }) => {
      return { type, id, name, ...statusOf(status), ...none, campaignId: campaign.id }
    })
  }
  const rows = await api.rows(CampaignWire, { select: campaignFields, from: 'campaign', where }, options)
  const holders = await holdersOf(
    api,
    account,
    rows.flatMap(({ campaignBudget }) => campaignBudget ?? []),
  )
  return rows.map(({ campaign: { id, name, status, startDateTime, endDateTime }, campaignBudget }) => ({
    type,
    id,
    name,
    ...statusOf(status),
    ...budgetsOf(campaignBudget),
    startTime: startDateTime ? momentIn(startDateTime, account.timeZone) : null,
    endTime: endIn(endDateTime, account.timeZone),
    ...(campaignBudget
      ? { budgetHolder: holders.get(campaignBudget.id) ?? ownBudget(campaignBudget, { id, name }) }
      : {}),
  }))
}

function ownBudget({ id }: BudgetFields, campaign: { id: string; name: string }): BudgetHolder {
  return { id, isShared: false, campaigns: [campaign] }
}

/** Of budgets that several campaigns spend from, which those are. */
async function holdersOf(api: Api, account: AccountRef, budgets: BudgetFields[]): Promise<Map<string, BudgetHolder>> {
  const holders = new Map<string, BudgetHolder>()
  for (const { id } of budgets.filter(isShared)) {
    if (holders.has(id)) continue
    const where = [isOneOf('campaign_budget.id', [id]), isWord('campaign.status', '!=', 'REMOVED')]
    const query = { select: ['campaign.id', 'campaign.name'], from: 'campaign', where, orderBy: ['campaign.id'] }
    const rows = await api.rows(CampaignNameWire, query, { accountId: account.id })
    holders.set(id, { id, isShared: true, campaigns: rows.map(({ campaign: { id, name } }) => ({ id, name })) })
  }
  return holders
}

/** Ids are only known within their account, so each account is asked. */
export async function ownerOf(api: Api, { id, type }: EntityRef): Promise<string | null> {
  if (!isNumber(id)) return null
  const query = { select: [idFields[type]], from: sources[type], where: [isOneOf(idFields[type], [id])], limit: 1 }
  for (const { id: accountId, status } of await listAccounts(api)) {
    if (status !== 'active') continue
    const rows = await api.rows(z.unknown(), query, { accountId })
    if (rows.length > 0) return accountId
  }
  return null
}

/** What a write calls it. An ad is named together with its ad group, which has to be looked up. */
async function nameOf(api: Api, account: AccountRef, { type, id }: EntityRef): Promise<string> {
  const base = `customers/${account.id}/${kinds[type]}`
  if (type !== 'ad') return `${base}/${id}`
  const query = { select: ['ad_group.id'], from: 'ad_group_ad', where: [isOneOf('ad_group_ad.ad.id', [id])], limit: 1 }
  const [found] = await api.rows(AdPosition, query, { accountId: account.id })
  if (!found) throw notFound('ad', id)
  return `${base}/${found.adGroup.id}~${id}`
}

export function setStatus(
  api: Api & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: EntityState,
  change: StatusChange,
): PlannedWrite {
  const about = { id: entity.id, kind: kinds[entity.type], nameOf: () => nameOf(api, account, entity) }
  return statusWrite(entity, change, {
    ...{ now: api.now, words: switchWords },
    noEnd: ({ type }) =>
      type === 'campaign' ? null : 'only campaigns have an end of their own here: give the campaign one, or pause it',
    switchTo: (status) => setFields(api, account, { ...about, fields: { status } }),
    endAt(endTime, active) {
      const status = active ?? (change.status ? switchWords[change.status] : undefined)
      const writeOf = (endDateTime: string) =>
        setFields(api, account, { ...about, fields: { ...(status ? { status } : {}), endDateTime } })
      return endingAt(endTime, account, writeOf, status ?? entity.platformStatus)
    },
  })
}

export function deleteEntity(api: Api, account: AccountRef, entity: EntityState): PlannedWrite {
  const { id, type } = entity
  return removeOne(api, account, { id, kind: kinds[type], nameOf: () => nameOf(api, account, entity) })
}

export function setBudget(api: Api, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const path = change.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const other = path === 'dailyBudget' ? 'lifetimeBudget' : 'dailyBudget'
  const { budgetHolder: holder } = entity
  if (!holder)
    throw brokenRules([{ path, message: 'there is no budget to change here: its campaign holds the budget' }])
  if (entity[path] === null && entity[other] !== null)
    throw brokenRules([{ path, message: `the budget here is a ${other}, and its kind cannot be changed` }])
  if (change.endTime) throw brokenRules([{ path: 'endTime', message: 'cannot be changed together with a budget here' }])
  if (holder.isShared && change.allowShared !== true) throw sharedBudget(holder.campaigns)
  const field = path === 'dailyBudget' ? 'amountMicros' : 'totalAmountMicros'
  const amount = toMicros(change[path] ?? 0)
  return setFields(api, account, {
    id: entity.id,
    kind: 'campaignBudgets',
    nameOf: async () => `customers/${account.id}/campaignBudgets/${holder.id}`,
    fields: { [field]: amount },
  })
}

function sharedBudget(campaigns: { id: string; name: string }[]) {
  const names = campaigns.map(({ id, name }) => `${name} (${id})`).join(', ')
  const message =
    `is needed: the budget is shared, and a change moves all campaigns that spend from it: ${names}. ` +
    'POST /v1/google-ads/update-budget takes allowShared: true'
  return brokenRules([{ path: 'allowShared', message, expected: 'true' }])
}
