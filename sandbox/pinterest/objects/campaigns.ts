import { z } from 'zod'
import { accountIn, belonging } from './accounts.ts'
import { eachItem, readBody } from './batch.ts'
import { refused } from '../errors.ts'
import { idsParam, ordered, pageOf, statusesParam } from '../lists.ts'
import type { Page } from '../lists.ts'
import type { Account, Campaign } from './objects.ts'
import { newId, unixSeconds } from '../world.ts'
import type { ApiCall, World } from '../world.ts'

export const Id = z.string().regex(/^\d+$/).max(18)
export const EntityStatus = z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED'])
export const Micro = z.int().min(0).nullable()
export const Seconds = z.int().min(0).nullable()

const changeable = {
  name: z.string().min(1).max(255).optional(),
  status: EntityStatus.optional(),
  daily_spend_cap: Micro.optional(),
  lifetime_spend_cap: Micro.optional(),
  is_campaign_budget_optimization: z.boolean().nullable().optional(),
  is_flexible_daily_budgets: z.boolean().nullable().optional(),
  start_time: Seconds.optional(),
  end_time: Seconds.optional(),
}

const objectives = [
  'AWARENESS',
  'CONSIDERATION',
  'SALES',
  'LEADS',
  'VIDEO_COMPLETION',
  // Being given up for SALES and LEADS, and still taken.
  'WEB_CONVERSION',
  'CATALOG_SALES',
] as const
/** Campaigns whose ad groups say which event they are after. */
export const conversionObjectives: ReadonlySet<string> = new Set(['WEB_CONVERSION', 'SALES', 'LEADS'])

const CreateItem = z.object({
  ...changeable,
  ad_account_id: Id,
  name: z.string().min(1).max(255),
  objective_type: z.enum(objectives),
})
const UpdateItem = z.object({ ...changeable, id: Id, ad_account_id: Id })

export function summaryStatus(
  world: World,
  { status, start_time: start, end_time: end }: Pick<Campaign, 'status' | 'start_time' | 'end_time'>,
): string {
  const now = unixSeconds(world.now())
  if (status !== 'ACTIVE') return status
  if (end !== null && end <= now) return 'COMPLETED'
  return start !== null && start > now ? 'NOT_STARTED' : 'RUNNING'
}

function render(world: World, campaign: Campaign): object {
  const { account_id, tenant: _tenant, created, updated, ...fields } = campaign
  return {
    ...fields,
    ad_account_id: account_id,
    summary_status: summaryStatus(world, campaign),
    is_performance_plus: false,
    type: 'campaign',
    created_time: unixSeconds(created),
    updated_time: unixSeconds(updated),
  }
}

export function listCampaigns(call: ApiCall, [accountId = '']: string[]): Page {
  const { world, request } = call
  const account = accountIn(call, accountId)
  const ids = idsParam(request.query, 'campaign_ids')
  const statuses = statusesParam(request.query)
  const all = world.campaigns
    .lookup('account', account.id)
    .filter((campaign) => statuses.has(campaign.status) && (!ids || ids.has(campaign.id)))
  return pageOf(call, ordered(request.query, all), (campaign) => render(world, campaign))
}

export function readCampaign(call: ApiCall, [accountId = '', id = '']: string[]): object {
  const { world } = call
  return render(world, belonging(world.campaigns.get(id), accountIn(call, accountId), 'Campaign'))
}

export function createCampaigns(call: ApiCall, [accountId = '']: string[]): object {
  const account = accountIn(call, accountId)
  const items = readBody(call, z.array(CreateItem).min(1).max(30))
  return eachItem(items, 'array', (item) => {
    checkOwner(item.ad_account_id, account)
    const now = call.world.now()
    const { ad_account_id: account_id, ...given } = item
    const campaign: Campaign = {
      status: 'ACTIVE',
      daily_spend_cap: null,
      lifetime_spend_cap: null,
      start_time: null,
      end_time: null,
      ...given,
      is_campaign_budget_optimization: given.is_campaign_budget_optimization ?? false,
      is_flexible_daily_budgets: given.is_flexible_daily_budgets ?? false,
      account_id,
      id: newId(call.world),
      tenant: call.tenant,
      created: now,
      updated: now,
    }
    return store(call.world, campaign)
  })
}

export function updateCampaigns(call: ApiCall, [accountId = '']: string[]): object {
  const { world } = call
  const account = accountIn(call, accountId)
  const items = readBody(call, z.array(UpdateItem).min(1).max(30))
  return eachItem(items, 'array', (item) => {
    checkOwner(item.ad_account_id, account)
    const before = belonging(world.campaigns.get(item.id), account, 'Campaign')
    checkChange(world, before, item)
    const { ad_account_id: _account, ...given } = item
    return store(world, { ...before, ...(withoutNulls(given) as Partial<Campaign>), updated: world.now() })
  })
}

/** null means for most fields that they are left as they are; caps, starts and ends are taken away by it. */
function withoutNulls(given: Record<string, unknown>): Record<string, unknown> {
  const erasable = new Set(['daily_spend_cap', 'lifetime_spend_cap', 'start_time', 'end_time'])
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && (value !== null || erasable.has(name))),
  )
}

function checkOwner(given: string, { id }: Account): void {
  if (given !== id) throw refused('The ad_account_id is not that of the path.')
}

/** Archiving is for good, and an end lies ahead. */
export function checkChange(
  world: World,
  before: { status: string },
  change: { status?: string; end_time?: number | null },
): void {
  if (before.status === 'ARCHIVED' && change.status !== 'ARCHIVED')
    throw refused('Archived entities cannot be changed.')
  if (typeof change.end_time === 'number' && change.end_time <= unixSeconds(world.now()))
    throw refused('The end time must be in the future.')
}

function store(world: World, campaign: Campaign): object {
  const { daily_spend_cap: daily, lifetime_spend_cap: lifetime } = campaign
  if (daily !== null && lifetime !== null)
    throw refused('daily_spend_cap and lifetime_spend_cap cannot be set at the same time.')
  if (campaign.is_campaign_budget_optimization && daily === null && lifetime === null)
    throw refused('Campaign budget optimization needs a daily_spend_cap or a lifetime_spend_cap.')
  return render(world, world.campaigns.put(campaign.id, campaign))
}
