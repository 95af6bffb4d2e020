import type { AccountRef, EntityRef, EntityState, EntityStatus, EntityType, SwitchedOn } from '../../contract/manage.ts'
import { isAsked } from '../../kit/fill-page.ts'
import type { Api, CallOptions } from '../client.ts'
import { idsPerCall, inGroups } from '../groups.ts'
import { PlatformError } from '../../../errors.ts'
import { codes } from '../errors.ts'
import { automationOf, budgetsOf, fromPlatformTime, isEntityId, statusOf } from '../map.ts'
import type { Automation } from '../map.ts'
import { AdGroupWire, AdWire, CampaignWire } from '../wire.ts'
import type { Ad, AdGroup } from '../wire.ts'
import { smartAds } from './ads-in.ts'

/** The platform's word for each kind, which its paths and fields are made of. */
export const levelOf: Record<EntityType, 'ad' | 'adgroup' | 'campaign'> = {
  ad: 'ad',
  adset: 'adgroup',
  campaign: 'campaign',
}

/** One of a deleted entity's words differs by kind: AD_STATUS_DELETE, ADGROUP_STATUS_DELETE, CAMPAIGN_STATUS_DELETE. */
export function isDeleted(secondaryStatus: string): boolean {
  return secondaryStatus.endsWith('_DELETE')
}

interface AdParams {
  [name: string]: unknown
  advertiser_id: string
  filtering: { ad_ids?: string[]; [field: string]: unknown }
}

type StateWithoutType = Omit<EntityState, 'type'>

/** Deleted ones are among them. */
export async function readMany(
  api: Api,
  accountId: string,
  { type, ids }: { type: EntityType; ids: string[] },
  options: CallOptions = { accountId },
): Promise<StateWithoutType[]> {
  const found: StateWithoutType[] = []
  const level = levelOf[type]
  for (const group of inGroups([...new Set(ids)].filter(isEntityId))) {
    const filtering = { [`${level}_ids`]: group, primary_status: 'STATUS_ALL' }
    const params: AdParams = { advertiser_id: accountId, filtering }
    found.push(...(await readGroup(api, level, params, options)))
  }
  return found
}

async function readGroup(
  api: Api,
  level: 'ad' | 'adgroup' | 'campaign',
  params: AdParams,
  options: CallOptions,
): Promise<StateWithoutType[]> {
  const path = `${level}/get`
  if (level === 'ad') {
    const ads = await readAds(api, params, options)
    return ads.map((ad) => ({
      ...ownStatusOf(ad),
      id: ad.ad_id,
      name: ad.ad_name,
      ...noBudget,
      ...noFlight,
      adSetId: ad.adgroup_id,
      campaignId: ad.campaign_id,
      hasNoEnd: true,
      ...(ad.smart_plus_ad_id === null ? {} : variantOf('smart')),
    }))
  }
  if (level === 'campaign') {
    const campaigns = await api.list(CampaignWire, path, params, { ...options, limit: idsPerCall })
    return campaigns.map((campaign) => ({
      ...ownStatusOf(campaign),
      id: campaign.campaign_id,
      name: campaign.campaign_name,
      ...budgetsOf(campaign),
      ...noFlight,
      ...variantOf(automationOf(campaign)),
    }))
  }
  const adGroups = await api.list(AdGroupWire, path, params, { ...options, limit: idsPerCall })
  return adGroups.map((adGroup) => ({
    ...ownStatusOf(adGroup),
    id: adGroup.adgroup_id,
    name: adGroup.adgroup_name,
    ...budgetsOf(adGroup),
    startTime: fromPlatformTime(adGroup.schedule_start_time),
    endTime: endOf(adGroup),
    campaignId: adGroup.campaign_id,
    ...variantOf(automationOf(adGroup)),
  }))
}

/** Smart+ ads are known by ids that the list of the others does not know. */
async function readAds(api: Api, params: AdParams, options: CallOptions): Promise<Ad[]> {
  const { ad_ids: ids, ...filtering } = params.filtering
  const rows = await api.list(AdWire, 'ad/get', params, { ...options, limit: idsPerCall })
  const manual = rows.filter((ad) => ad.smart_plus_ad_id === null)
  if (manual.length === ids?.length) return manual
  const missing = ids?.filter((id) => !manual.some((ad) => ad.ad_id === id))
  const asked = { ...params, filtering: { ...filtering, smart_plus_ad_ids: missing } }
  const found = await api
    .list(smartAds.schema, smartAds.path, asked, { ...options, limit: idsPerCall })
    .catch(noneIfNotPermitted)
  return [...manual, ...found]
}

/** An app may be without the permission for Smart+ ads: then there are none for it. */
function noneIfNotPermitted(error: unknown): Ad[] {
  if (error instanceof PlatformError && error.failure.code === codes.noPermission) return []
  throw error
}

/** How it is written to; things that people run need no word. */
function variantOf(automation: Automation): { variant?: Automation } {
  return automation === 'smart' ? { variant: automation } : {}
}

/** Without an end of its own an ad group carries a date years ahead. */
export function endOf(adGroup: Pick<AdGroup, 'schedule_type' | 'schedule_end_time'>): Date | null {
  return adGroup.schedule_type === 'SCHEDULE_START_END' ? fromPlatformTime(adGroup.schedule_end_time) : null
}

const noBudget = { dailyBudget: null, lifetimeBudget: null }
/** Only ad groups begin and end. */
const noFlight = { startTime: null, endTime: null }

interface Switch {
  operation_status: string
  secondary_status: string
}

export function ownStatusOf({ operation_status: status, secondary_status: effective }: Switch) {
  return statusOf(isDeleted(effective) ? 'DELETE' : status)
}

/** What is frozen has ended for good: nobody can switch it on again. */
const frozen = 'FROZEN'

/** Whether it is what was asked for, by its own switch. */
export function isOwn(item: Switch, wanted: { status?: EntityStatus } & SwitchedOn): boolean {
  if (wanted.switchedOn && item.operation_status === frozen) return false
  return isAsked(ownStatusOf(item).status, wanted)
}

export async function readEntities(
  api: Api,
  account: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  const types = [...new Set(entities.map(({ type }) => type))]
  const known = new Map<string, StateWithoutType>()
  for (const type of types) {
    const ids = entities.filter((entity) => entity.type === type).map(({ id }) => id)
    for (const found of await readMany(api, account.id, { type, ids })) known.set(`${type} ${found.id}`, found)
  }
  return entities.map((entity) => {
    const found = known.get(`${entity.type} ${entity.id}`)
    return found ? { ...found, ...entity } : null
  })
}
