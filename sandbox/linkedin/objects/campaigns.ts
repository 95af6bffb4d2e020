import { downgraded } from '../../core/downgrade.ts'
import type { ApiAnswer, ApiCall } from '../call.ts'
import { accountOf } from '../call.ts'
import { cursorPage, cursorParams, inOrder, searchFilter, stamps } from '../lists.ts'
import { allow, recordParam } from '../restli/params.ts'
import { checkShape, money, schedule } from '../restli/shape.ts'
import type { Shape } from '../restli/shape.ts'
import { changed, entityOperations } from './entities.ts'
import type { EntityKind } from './entities.ts'
import { idIn, textOf } from './objects.ts'
import type { Account, Entity, Fields } from './objects.ts'
import { checkCampaign } from './rules/campaign-rules.ts'
import { Problems } from './rules/problems.ts'
import { campaignServing } from './rules/serving.ts'
import { campaignStatuses, checkFirstStatus, checkStatus } from './rules/status.ts'
import { memberOf } from '../world.ts'
import type { World } from '../world.ts'

const shape: Shape = {
  ...{ account: 'text', campaignGroup: 'text', name: 'text', type: 'text', costType: 'text', status: 'text' },
  ...{ format: 'text', objectiveType: 'text', optimizationTargetType: 'text', creativeSelection: 'text' },
  ...{ pacingStrategy: 'text', politicalIntent: 'text', associatedEntity: 'text' },
  locale: { country: 'text', language: 'text' },
  unitCost: money,
  dailyBudget: money,
  totalBudget: money,
  runSchedule: schedule,
  targetingCriteria: 'any',
  offsitePreferences: 'any',
  optimizationPreference: 'any',
  ...{ offsiteDeliveryEnabled: 'flag', audienceExpansionEnabled: 'flag', connectedTelevisionOnly: 'flag' },
  ...{ id: 'readOnly', test: 'readOnly', servingStatuses: 'readOnly', versionTag: 'readOnly', version: 'readOnly' },
  ...{ changeAuditStamps: 'readOnly', storyDeliveryEnabled: 'flag' },
}

const fixed = ['account', 'campaignGroup', 'type', 'format', 'objectiveType', 'pacingStrategy', 'associatedEntity']

const maxCampaigns = 5000
const maxActiveCampaigns = 1000
const maxInGroup = 2000

function show({ world }: ApiCall, campaign: Entity): Fields {
  return {
    audienceExpansionEnabled: false,
    creativeSelection: 'OPTIMIZED',
    optimizationTargetType: 'NONE',
    pacingStrategy: 'LIFETIME',
    ...campaign.fields,
    id: Number(campaign.id),
    test: false,
    servingStatuses: campaignServing(world, campaign),
    changeAuditStamps: stamps(campaign, memberOf(world, campaign.tenant)),
    version: { versionTag: String(campaign.revision) },
  }
}

/** The group that a campaign names, if it is in the same account. */
function groupIn(world: World, account: Account, fields: Fields): Entity | undefined {
  const group = world.groups.get(idIn(fields['campaignGroup'], 'sponsoredCampaignGroup') ?? '')
  return group?.account === account.id ? group : undefined
}

function checkEntity(problems: Problems, world: World, account: Account, fields: Fields): void {
  const named = fields['associatedEntity']
  if (named === undefined) return
  const organization = world.organizations.get(idIn(named, 'organization') ?? '')
  if (organization?.tenant !== account.tenant)
    problems.invalid('associatedEntity', `There is no organization ${textOf(named)}`)
}

function checkRoom(problems: Problems, world: World, account: Account, fields: Fields): void {
  const others = world.campaigns.lookup('account', account.id)
  const tooMany = (text: string) => problems.add('FIELD_VALUE_TOO_HIGH', 'account', text)
  if (others.length >= maxCampaigns) tooMany(`The account has ${maxCampaigns} campaigns already`)
  const active = others.filter((each) => each.fields['status'] === 'ACTIVE').length
  if (fields['status'] === 'ACTIVE' && active >= maxActiveCampaigns)
    tooMany(`The account has ${maxActiveCampaigns} active campaigns already`)
  const group = groupIn(world, account, fields)
  if (group && group.fields['backfilled'] !== true && world.campaigns.count('group', group.id) >= maxInGroup)
    tooMany(`The campaign group has ${maxInGroup} campaigns already`)
}

const kind: EntityKind<Entity> = {
  statusField: 'status',
  find: ({ world }, key) => world.campaigns.get(key),
  show,
  create({ world, tenant, request }, account, fields) {
    checkShape(fields, shape)
    const now = world.now()
    const problems = new Problems()
    checkFirstStatus(problems, fields, campaignStatuses)
    checkCampaign(problems, fields, { account, group: groupIn(world, account, fields), now })
    checkEntity(problems, world, account, fields)
    checkRoom(problems, world, account, fields)
    problems.throwAny()
    const id = world.newId()
    const history = [{ at: now, status: textOf(fields['status']) }]
    const base = { id, tenant, account: account.id, created: now, updated: now, revision: 1, history }
    world.campaigns.put(id, { ...base, fields: downgraded(fields, request.effects.downgradeFields) })
    return id
  },
  change(call, campaign, { fields, touched }) {
    const { world } = call
    checkShape(fields, shape)
    const account = accountOf(call)
    const problems = new Problems()
    for (const name of fixed)
      if (touched.includes(name) && fields[name] !== campaign.fields[name])
        problems.invalid(name, `${name} cannot be changed`)
    checkStatus(problems, fields, campaign.fields)
    const group = groupIn(world, account, fields)
    checkCampaign(problems, fields, { account, group, now: world.now(), before: campaign.fields })
    problems.throwAny()
    world.campaigns.put(campaign.id, changed(campaign, fields, world.now(), 'status'))
  },
  remove({ world }, campaign) {
    for (const creative of world.creatives.lookup('campaign', campaign.id)) world.creatives.remove(creative.id)
    world.campaigns.remove(campaign.id)
  },
}

function search(call: ApiCall): ApiAnswer {
  allow(call, ['search', 'sortOrder', ...cursorParams])
  const account = accountOf(call)
  const field = (name: string) => (campaign: Entity, values: string[]) => values.includes(textOf(campaign.fields[name]))
  const isMeant = searchFilter<Entity>(recordParam(call, 'search'), {
    status: field('status'),
    type: field('type'),
    campaignGroup: field('campaignGroup'),
    associatedEntity: field('associatedEntity'),
    id: ({ id }, values) => values.some((value) => value === id || idIn(value, 'sponsoredCampaign') === id),
    name: ({ fields }, values) => values.some((value) => textOf(fields['name']).startsWith(value)),
  })
  const campaigns = inOrder(call, call.world.campaigns.lookup('account', account.id)).filter(isMeant)
  return cursorPage(call, campaigns, (campaign) => show(call, campaign), 1000)
}

export const campaignOperations = entityOperations(kind, {
  'FINDER-search': { scopes: ['r_ads', 'rw_ads'], handle: search },
})
