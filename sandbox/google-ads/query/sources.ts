import { countries } from '../objects/countries.ts'
import { idOf, textOf } from '../objects/objects.ts'
import type { Customer, Entity, Fields } from '../objects/objects.ts'
import { customerName, showChangeEvent, showChangeStatus, showCustomer, showEntity } from '../objects/show.ts'
import type { Kind, World } from '../world.ts'
import { required } from '../../core/required.ts'

/** One row to be, with the resources that come along, by their names in queries. */
export interface Origin {
  /** What figures are filed under. */
  key: string
  objects: Record<string, Fields>
}

export interface Account {
  world: World
  customer: Customer
}

/** The collection behind a resource of the query language. */
const kindOf: Record<string, Kind> = {
  campaign: 'campaigns',
  campaign_budget: 'campaignBudgets',
  ad_group: 'adGroups',
  ad_group_ad: 'adGroupAds',
  ad_group_criterion: 'adGroupCriteria',
  campaign_criterion: 'campaignCriteria',
  shared_set: 'sharedSets',
  shared_criterion: 'sharedCriteria',
  campaign_shared_set: 'campaignSharedSets',
  asset_group: 'assetGroups',
  conversion_action: 'conversionActions',
  user_list: 'userLists',
  asset: 'assets',
}

/** The member that leads from a resource to another, such as from an ad to its ad group. */
const links: Record<string, string> = {
  campaign: 'campaign',
  campaign_budget: 'campaignBudget',
  ad_group: 'adGroup',
  shared_set: 'sharedSet',
}

/** An entity and everything above it. */
export function objectsOf({ world, customer }: Account, resource: string, entity: Entity): Record<string, Fields> {
  const objects: Record<string, Fields> = { customer: showCustomer(customer) }
  const visit = (name: string, found: Entity | undefined): void => {
    if (!found || objects[name]) return
    objects[name] = showEntity(world, required(kindOf[name], 'kind of the resource'), found)
    for (const [linked, field] of Object.entries(links))
      if (linked !== name && found.fields[field] !== undefined)
        visit(linked, world[required(kindOf[linked], 'kind of the resource')].get(textOf(found.fields[field])))
  }
  visit(resource, entity)
  return objects
}

function entities(account: Account, resource: string): Origin[] {
  const { world, customer } = account
  const found = world[required(kindOf[resource], 'kind of the resource')].lookup('customer', customer.id)
  const listed = resource === 'shared_criterion' ? found.filter(({ fields }) => fields['status'] !== 'REMOVED') : found
  return listed.map((entity) => ({ key: entity.name, objects: objectsOf(account, resource, entity) }))
}

/** Every keyword that ads can show for. */
function keywordViews(account: Account): Origin[] {
  const { world, customer } = account
  return world.adGroupCriteria
    .lookup('customer', customer.id)
    .filter(({ fields }) => fields['keyword'] && fields['negative'] !== true)
    .map((entity) => ({ key: entity.name, objects: keywordObjects(account, entity) }))
}

function keywordObjects(account: Account, criterion: Entity): Record<string, Fields> {
  const resourceName = criterion.name.replace('/adGroupCriteria/', '/keywordViews/')
  return { ...objectsOf(account, 'ad_group_criterion', criterion), keyword_view: { resourceName } }
}

/** A manager's clients, and theirs, with how far down each of them is; every account is its own client. */
function clients({ world, customer }: Account): Origin[] {
  const all = world.customers.lookup('tenant', customer.tenant)
  const below = (id: string, level: number): { client: Customer; level: number }[] =>
    all.filter(({ manager }) => manager === id).flatMap((client) => [{ client, level }, ...below(client.id, level + 1)])
  return [{ client: customer, level: 0 }, ...below(customer.id, 1)].map(({ client, level }) => {
    const { resourceName, autoTaggingEnabled: _tagging, ...fields } = showCustomer(client)
    const own = `${customerName(customer.id)}/customerClients/${client.id}`
    const shown = { ...fields, resourceName: own, clientCustomer: resourceName, hidden: false, level: String(level) }
    return { key: own, objects: { customer: showCustomer(customer), customer_client: shown } }
  })
}

/** A budget that is too small is told of, for every third campaign that runs. */
function recommendations(account: Account): Origin[] {
  const { world, customer } = account
  const running = world.campaigns.lookup('customer', customer.id).filter(({ fields }) => fields['status'] === 'ENABLED')
  return running.flatMap((campaign, index) => {
    const budget = world.campaignBudgets.get(textOf(campaign.fields['campaignBudget']))
    const amount = textOf(budget?.fields['amountMicros'])
    if (index % 3 !== 0 || !budget || amount === '') return []
    const resourceName = `${customerName(customer.id)}/recommendations/${idOf(campaign.name)}`
    const recommendation = {
      ...{ resourceName, type: 'CAMPAIGN_BUDGET', dismissed: false },
      ...{ campaign: campaign.name, campaignBudget: budget.name },
      campaignBudgetRecommendation: {
        currentBudgetAmountMicros: amount,
        recommendedBudgetAmountMicros: String((BigInt(amount) * 3n) / 2n),
      },
    }
    return [{ key: resourceName, objects: { ...objectsOf(account, 'campaign', campaign), recommendation } }]
  })
}

function changesOf({ world, customer }: Account) {
  const latest = world.now() - world.settings().changeDelaySeconds * 1000
  return world.changes.lookup('customer', customer.id).filter(({ at }) => at <= latest)
}

/** The resources that a change was about, where they still can be looked at. */
function affected(account: Account, shown: Fields): Record<string, Fields> {
  const members = {
    ad_group_ad: 'adGroupAd',
    ad_group_criterion: 'adGroupCriterion',
    campaign_criterion: 'campaignCriterion',
  }
  const objects: Record<string, Fields> = { customer: showCustomer(account.customer) }
  for (const [resource, member] of Object.entries({ ...members, ad_group: 'adGroup', campaign: 'campaign' })) {
    const entity = account.world[required(kindOf[resource], 'kind of the resource')].get(textOf(shown[member]))
    if (entity)
      objects[resource] = showEntity(account.world, required(kindOf[resource], 'kind of the resource'), entity)
  }
  return objects
}

function changeEvents(account: Account): Origin[] {
  return changesOf(account).flatMap((change) => {
    const shown = showChangeEvent(change, account.customer)
    return shown ? [{ key: change.id, objects: { ...affected(account, shown), change_event: shown } }] : []
  })
}

function changeStatuses(account: Account): Origin[] {
  const last = new Map(changesOf(account).map((change) => [change.resource, change]))
  return [...last.values()].map((change) => {
    const shown = showChangeStatus(change, account.customer)
    return { key: change.resource, objects: { ...affected(account, shown), change_status: shown } }
  })
}

/** The rows of resources that are there whether anything was shown or not. */
export function originsOf(account: Account, resource: string): Origin[] | undefined {
  const { customer } = account
  switch (resource) {
    case 'customer':
      return [{ key: customer.id, objects: { customer: showCustomer(customer) } }]
    case 'customer_client':
      return clients(account)
    case 'keyword_view':
      return keywordViews(account)
    case 'geo_target_constant':
      return countries.map((country) => ({ key: textOf(country['id']), objects: { geo_target_constant: country } }))
    case 'recommendation':
      return recommendations(account)
    case 'change_event':
      return changeEvents(account)
    case 'change_status':
      return changeStatuses(account)
    default:
      return kindOf[resource] ? entities(account, resource) : undefined
  }
}
