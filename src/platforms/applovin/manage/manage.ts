import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetAmounts,
  BudgetChange,
  EntityRef,
  EntityState,
  PlannedWrite,
  StatusChange,
} from '../../contract/manage.ts'
import { given } from '../../kit/receipt.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { setsValues, statusWrite, telling } from '../../kit/status-write.ts'
import { createBudgetRules } from '../../kit/money.ts'
import type { Api } from '../client.ts'
import { readByIds } from '../lists.ts'
import { dailyBudgetOf, hasCountryBudgets, isId, setIdOf, statusOf, timeOf, timeText, words } from '../map.ts'
import { IdWire } from '../wire.ts'
import type { Campaign, CreativeSet } from '../wire.ts'

/** What a campaign is beyond what all platforms tell. */
interface OwnState extends EntityState {
  campaignType?: string
  /** Its budget is one for each country. */
  isByCountry?: boolean
}

const decimals = 2

/** Campaigns stand for themselves and for ad sets; an ad is a creative set. */
export async function readEntities(
  api: Api,
  { id: accountId }: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  const options = { accountId }
  const setIds = entities.flatMap(({ type, id }) => (type === 'ad' ? (setIdOf(id) ?? []) : []))
  const campaignIds = entities.flatMap(({ type, id }) => (type === 'ad' ? [] : [id]))
  const sets = new Map((await readByIds(api, 'set', setIds, options)).map((set) => [set.id, set]))
  const campaigns = new Map((await readByIds(api, 'campaign', campaignIds, options)).map((one) => [one.id, one]))
  return entities.map((entity) => {
    if (entity.type === 'ad') return setState(entity, sets.get(setIdOf(entity.id) ?? ''))
    return campaignState(entity, campaigns.get(entity.id))
  })
}

function setState(entity: EntityRef, set: CreativeSet | undefined): EntityState | null {
  if (!set) return null
  const none = { dailyBudget: null, lifetimeBudget: null, startTime: null, endTime: null }
  // Its id names the campaign, but for the first one; its switch is one for all.
  const [, named] = entity.id.split(':')
  const adSetId = named ?? set.campaignIds[0]
  const place = adSetId === undefined ? {} : { campaignId: adSetId, adSetId, adSetIds: set.campaignIds }
  return { ...entity, name: set.name, ...statusOf(set.status), ...none, hasNoEnd: true, ...place }
}

function campaignState(entity: EntityRef, campaign: Campaign | undefined): OwnState | null {
  if (!campaign) return null
  return {
    ...entity,
    name: campaign.name,
    ...statusOf(campaign.status),
    dailyBudget: dailyBudgetOf(campaign),
    lifetimeBudget: null,
    startTime: timeOf(campaign.start_date),
    endTime: timeOf(campaign.end_date),
    ...(entity.type === 'adset' ? { campaignId: campaign.id } : {}),
    campaignType: campaign.type,
    isByCountry: hasCountryBudgets(campaign),
  }
}

/** Ids are only known within their account, so each account is asked. */
export async function ownerOf(api: Api, { id, type }: EntityRef): Promise<string | null> {
  const own = type === 'ad' ? setIdOf(id) : id
  if (own === null || !isId(own)) return null
  for (const accountId of api.accountIds) {
    const found = await readByIds(api, type === 'ad' ? 'set' : 'campaign', [own], { accountId })
    if (found.length > 0) return accountId
  }
  return null
}

/** Sets fields of a campaign to values: made twice, it is the same. */
function setFields(api: Api, account: AccountRef, { id, campaignType }: OwnState, fields: object): PlannedWrite {
  const body = { id, type: campaignType ?? 'APP', ...fields }
  return {
    asks: body,
    async send(sendBefore) {
      await api.post(IdWire, 'campaign/update', body, { accountId: account.id, sendBefore })
      return { id }
    },
    readBack: setsValues,
  }
}

export function setStatus(
  api: Api & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: OwnState,
  change: StatusChange,
): PlannedWrite {
  return statusWrite(entity, change, {
    ...{ now: api.now, words },
    noEnd: ({ type }) =>
      type === 'ad' ? 'an ad has no end of its own here: give its campaign one, or pause the ad' : null,
    switchTo: (word) => withStatus(api, account, entity, word),
    endAt(endTime, active) {
      const ending = { end_date: timeText(endTime), is_continuous_delivery: false }
      const write = setFields(api, account, entity, { ...ending, ...(active ? { status: active } : {}) })
      return telling(write, { status: active ?? entity.platformStatus, endTime: endTime.toISOString() })
    },
  })
}

function withStatus(api: Api, account: AccountRef, entity: OwnState, status: string): PlannedWrite {
  if (entity.type === 'ad') return setOfStatus(api, account, entity, status)
  return telling(setFields(api, account, entity, { status }), { status })
}

/** A set is said again as a whole to change one thing of it: what is not said would be taken away. */
function setOfStatus(api: Api, account: AccountRef, { id }: EntityRef, status: string): PlannedWrite {
  const setId = setIdOf(id) ?? id
  return {
    asks: { id: setId, status },
    maxRequests: 2,
    async send(sendBefore) {
      const options = { accountId: account.id }
      const [set] = await readByIds(api, 'set', [setId], options)
      if (!set) throw brokenRules([{ path: 'entityIds', message: `there is no ad ${id} in this account any more` }])
      await api.post(IdWire, 'creative_set/update', { ...wholeSet(set), status }, { ...options, sendBefore })
      return { id, status }
    },
    readBack: { kind: 'repeatable', because: 'it sets the status to a value' },
  }
}

function wholeSet(set: CreativeSet): Record<string, unknown> {
  const { id, type, name, version, campaignIds, assets } = set
  const { languages, countries, product_page, creative_set_url } = set
  const fields = { languages, countries, product_page, creative_set_url, version, campaign_id: campaignIds[0] }
  const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return { id, type, name, assets: assets.map((asset) => ({ id: asset.id })), ...given(changed) }
}

/** Amounts are dollars and cents. */
const rules = createBudgetRules({ largest: 1e9, decimals: () => decimals })
export const { roundBudget } = rules

export function checkBudget(_account: AccountRef, { dailyBudget, lifetimeBudget }: BudgetAmounts): Issue[] {
  if (lifetimeBudget === undefined) return rules.checkAmount({ currency: 'USD' }, 'dailyBudget', dailyBudget)
  return [{ path: 'lifetimeBudget', message: 'budgets are daily here: give dailyBudget' }]
}

export function setBudget(api: Api, account: AccountRef, entity: OwnState, change: BudgetChange): PlannedWrite {
  if (entity.isByCountry) {
    const message = 'this campaign has a budget for each country, which can only be changed on the platform'
    throw brokenRules([{ path: 'dailyBudget', message }])
  }
  const amount = (change.dailyBudget ?? 0).toFixed(decimals)
  return setFields(api, account, entity, { budget: { daily_budget_for_all_countries: amount } })
}
