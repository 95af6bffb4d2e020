import { z } from 'zod'
import { accountIn, belonging } from './accounts.ts'
import { eachItem, readBody } from './batch.ts'
import { checkChange, conversionObjectives, EntityStatus, Id, Micro, Seconds, summaryStatus } from './campaigns.ts'
import { invalid, refused } from '../errors.ts'
import { idsParam, ordered, pageOf, statusesParam } from '../lists.ts'
import type { Page } from '../lists.ts'
import type { AdGroup } from './objects.ts'
import { newId, unixSeconds } from '../world.ts'
import type { ApiCall, World } from '../world.ts'

const conversionEvents = `
  PAGE_VISIT SIGNUP CHECKOUT CUSTOM VIEW_CATEGORY SEARCH ADD_TO_CART WATCH_VIDEO LEAD APP_INSTALL
`
  .trim()
  .split(/\s+/)

const changeable = {
  name: z.string().min(1).max(255).optional(),
  status: EntityStatus.optional(),
  budget_in_micro_currency: Micro.optional(),
  budget_type: z.enum(['DAILY', 'LIFETIME', 'CBO_ADGROUP']).optional(),
  bid_strategy_type: z.enum(['AUTOMATIC_BID', 'MAX_BID', 'TARGET_AVG']).optional(),
  targeting_spec: z.record(z.string(), z.unknown()).optional(),
  optimization_goal_metadata: z
    .object({
      conversion_tag_v3_goal_metadata: z
        .object({
          conversion_event: z.enum(conversionEvents),
          conversion_tag_id: z.string().optional(),
        })
        .loose()
        .optional(),
    })
    .loose()
    .nullable()
    .optional(),
  start_time: Seconds.optional(),
  end_time: Seconds.optional(),
}

const billableEvents = ['CLICKTHROUGH', 'IMPRESSION', 'VIDEO_V_50_MRC'] as const

const CreateItem = z.object({
  ...changeable,
  name: z.string().min(1).max(255),
  campaign_id: Id,
  billable_event: z.enum(billableEvents),
})
const UpdateItem = z.object({ ...changeable, id: Id })

function render(world: World, group: AdGroup): object {
  const { account_id, tenant: _tenant, created, updated, ...fields } = group
  return {
    ...fields,
    ad_account_id: account_id,
    summary_status: summaryOf(world, group),
    auto_targeting_enabled: true,
    placement_group: 'ALL',
    pacing_delivery_type: 'STANDARD',
    type: 'adgroup',
    created_time: unixSeconds(created),
    updated_time: unixSeconds(updated),
  }
}

/** A group whose campaign does not run does not run either. */
function summaryOf(world: World, group: AdGroup): string {
  const own = summaryStatus(world, group)
  const campaign = world.campaigns.get(group.campaign_id)
  return own === 'RUNNING' && campaign ? summaryStatus(world, campaign) : own
}

export function listAdGroups(call: ApiCall, [accountId = '']: string[]): Page {
  const { world, request } = call
  const account = accountIn(call, accountId)
  const campaigns = idsParam(request.query, 'campaign_ids')
  const ids = idsParam(request.query, 'ad_group_ids')
  if (campaigns && ids) throw invalid('campaign_ids and ad_group_ids cannot be given together')
  const statuses = statusesParam(request.query)
  const all = world.adGroups
    .lookup('account', account.id)
    .filter((group) => statuses.has(group.status))
    .filter((group) => (!ids || ids.has(group.id)) && (!campaigns || campaigns.has(group.campaign_id)))
  return pageOf(call, ordered(request.query, all), (group) => render(world, group))
}

export function readAdGroup(call: ApiCall, [accountId = '', id = '']: string[]): object {
  const { world } = call
  return render(world, belonging(world.adGroups.get(id), accountIn(call, accountId), 'Ad group'))
}

export function createAdGroups(call: ApiCall, [accountId = '']: string[]): object {
  const { world } = call
  const account = accountIn(call, accountId)
  const items = readBody(call, z.array(CreateItem).min(1).max(30))
  return eachItem(items, 'array', (item) => {
    const campaign = belonging(world.campaigns.get(item.campaign_id), account, 'Campaign')
    const now = world.now()
    const usual = campaign.is_campaign_budget_optimization ? ('CBO_ADGROUP' as const) : ('DAILY' as const)
    return store(world, {
      status: 'ACTIVE',
      budget_in_micro_currency: null,
      budget_type: usual,
      bid_strategy_type: 'AUTOMATIC_BID',
      targeting_spec: {},
      optimization_goal_metadata: null,
      start_time: null,
      end_time: null,
      ...item,
      account_id: account.id,
      id: newId(world),
      tenant: call.tenant,
      created: now,
      updated: now,
    })
  })
}

export function updateAdGroups(call: ApiCall, [accountId = '']: string[]): object {
  const { world } = call
  const account = accountIn(call, accountId)
  const items = readBody(call, z.array(UpdateItem).min(1).max(30))
  return eachItem(items, 'array', (item) => {
    const before = belonging(world.adGroups.get(item.id), account, 'Ad group')
    checkChange(world, before, item)
    return store(world, { ...before, ...item, updated: world.now() })
  })
}

/** A budget stands on the campaign or on its ad groups, never on both. */
function store(world: World, group: AdGroup): object {
  const campaign = world.campaigns.get(group.campaign_id)
  const hasBudget = group.budget_in_micro_currency !== null
  if (campaign?.is_campaign_budget_optimization) {
    if (hasBudget || group.budget_type !== 'CBO_ADGROUP')
      throw refused('The campaign holds the budget: its ad groups cannot have one.')
  } else if (!hasBudget || group.budget_in_micro_currency === 0 || group.budget_type === 'CBO_ADGROUP')
    throw refused('budget_in_micro_currency is required when the campaign holds no budget.')
  const objective = campaign?.objective_type ?? ''
  if (conversionObjectives.has(objective) && group.optimization_goal_metadata === null)
    throw refused(`optimization_goal_metadata is required when the objective of the campaign is ${objective}.`)
  if (group.budget_type === 'LIFETIME' && group.end_time === null) throw refused('A lifetime budget needs an end_time.')
  return render(world, world.adGroups.put(group.id, group))
}
