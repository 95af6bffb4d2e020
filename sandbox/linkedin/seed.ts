import type { ContentKind, Entity, Fields } from './objects/objects.ts'
import { urn } from './objects/objects.ts'
import { seededForm } from './tools/belongings.ts'
import type { World } from './world.ts'
import { seedIds } from './seed/ids.ts'
import { accountPlans, campaignPlans, groupPlans, organizationPlans, pagePosts } from './seed/plan.ts'
import type { CampaignPlan } from './seed/plan.ts'
import { seedMedia, seedPost } from './seed/posts.ts'
import type { Seeder } from './seed/posts.ts'
import { required } from '../core/required.ts'

const day = 24 * 3600 * 1000
/** Older than any report that is asked for in tests. */
const ageDays = 120
const pausedDays = 20

/** The same for one of a company's ad accounts, which count from 1. */
interface AccountSeeder extends Seeder {
  account: number
  campaigns: number
  creatives: number
}

/** A company is filled in when its token is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  const ids = seedIds(tenant)
  const since = world.now() - ageDays * day
  const seeder: Seeder = { world, tenant, ids, since }
  organizationPlans.forEach((plan, index) => {
    const id = ids.organization(index + 1)
    world.organizations.put(id, { ...plan, id, tenant, created: since, updated: since })
  })
  seedMedia(seeder, urn('organization', ids.organization(1)))
  pagePosts.forEach(({ organization, kind, text }, index) => {
    const author = urn('organization', ids.organization(organization))
    const number = ids.pagePost(organization, index + 1)
    seedPost(seeder, { number, author, kind, text, account: null, created: since + (index + 1) * day })
  })
  accountPlans.forEach((_, index) => seedAccount({ ...seeder, account: index + 1, campaigns: 0, creatives: 0 }))
}

function seedAccount(seeder: AccountSeeder): void {
  const { world, tenant, ids, since, account } = seeder
  const { name, currency, country } = required(accountPlans[account - 1], 'plan of the account')
  const id = ids.account(account)
  const base = { id, tenant, created: since, updated: since, status: 'ACTIVE', organization: ids.organization(1) }
  world.accounts.put(id, { ...base, name, currency, country })
  groupPlans.forEach((_, index) => seedGroup(seeder, index + 1))
  if (account === 1) seedForm(seeder)
  for (let round = 0; round < world.context.size(); round++)
    for (const plan of campaignPlans) {
      const name = round === 0 ? plan.name : `${plan.name} ${round + 1}`
      seedCampaign(seeder, { ...plan, name })
    }
}

function seedForm({ world, tenant, ids, since, account }: AccountSeeder): void {
  const [id, kind, place] = [ids.form(1), 'leadForms', ids.account(account)]
  const fields = seededForm(place, 'https://harborpine.example/privacy')
  world.belongings.put(`${kind} ${id}`, { id, tenant, kind, account: place, fields, created: since, updated: since })
}

function entity({ tenant, ids, account }: AccountSeeder, id: string, fields: Fields, created: number): Entity {
  const status = String(fields['status'] ?? fields['intendedStatus'])
  const history = [{ at: created, status }]
  return { id, tenant, account: ids.account(account), fields, created, updated: created, revision: 1, history }
}

function seedGroup(seeder: AccountSeeder, count: number): void {
  const { world, ids, since, account } = seeder
  const { name, status, backfilled, endsBeforeDays } = required(groupPlans[count - 1], 'plan of the group')
  const end = endsBeforeDays === undefined ? {} : { end: world.now() - endsBeforeDays * day }
  const fields = {
    account: urn('sponsoredAccount', ids.account(account)),
    name,
    status,
    runSchedule: { start: since, ...end },
    ...(backfilled ? { backfilled } : {}),
  }
  const id = ids.group(account, count)
  world.groups.put(id, entity(seeder, id, fields, since))
}

/** How many of a currency a dollar is, so that budgets look like budgets. */
function unitOf(currency: string): number {
  return currency === 'JPY' ? 150 : 1
}

function seedCampaign(seeder: AccountSeeder, plan: CampaignPlan): Entity {
  const { world, ids, since, account } = seeder
  const { currency, country, geos, language } = required(accountPlans[account - 1], 'plan of the account')
  const created = since + day
  const id = ids.campaign(account, ++seeder.campaigns)
  const facet = (name: string, values: string[]) => ({ or: { [`urn:li:adTargetingFacet:${name}`]: values } })
  const fields: Fields = {
    account: urn('sponsoredAccount', ids.account(account)),
    campaignGroup: urn('sponsoredCampaignGroup', ids.group(account, plan.group)),
    associatedEntity: urn('organization', ids.organization(1)),
    name: plan.name,
    type: 'SPONSORED_UPDATES',
    format: plan.format,
    objectiveType: plan.objective,
    costType: plan.cost,
    optimizationTargetType: plan.target,
    status: plan.status,
    locale: { country, language },
    unitCost: { amount: '0', currencyCode: currency },
    dailyBudget: { amount: String(50 * unitOf(currency)), currencyCode: currency },
    runSchedule: { start: created },
    targetingCriteria: {
      include: {
        and: [
          facet(
            'locations',
            geos.map((geo) => urn('geo', geo)),
          ),
          facet('interfaceLocales', [`urn:li:locale:${language}_${country}`]),
        ],
      },
    },
    offsiteDeliveryEnabled: false,
    audienceExpansionEnabled: false,
    politicalIntent: 'NOT_POLITICAL',
    creativeSelection: 'OPTIMIZED',
  }
  const campaign = world.campaigns.put(id, paused(entity(seeder, id, fields, created), world.now()))
  for (const name of plan.creatives)
    seedCreative(seeder, campaign, { name, kind: plan.kind, objective: plan.objective })
  return campaign
}

/** What is paused was switched off a while ago, and has figures of the time before. */
function paused(campaign: Entity, now: number): Entity {
  if (campaign.fields['status'] !== 'PAUSED') return campaign
  const history = [
    { at: campaign.created, status: 'ACTIVE' },
    { at: now - pausedDays * day, status: 'PAUSED' },
  ]
  return { ...campaign, history }
}

function seedCreative(
  seeder: AccountSeeder,
  campaign: Entity,
  { name, kind, objective }: { name: string; kind: ContentKind; objective: string },
): void {
  const { world, ids, account } = seeder
  const created = campaign.created + day
  const count = ++seeder.creatives
  const post = seedPost(seeder, {
    number: ids.darkPost(account, count),
    author: String(campaign.fields['associatedEntity']),
    kind,
    text: count > 100 ? `${name} ${count}` : name,
    account: ids.account(account),
    created,
  })
  const isDraft = campaign.fields['status'] === 'DRAFT'
  const id = ids.creative(account, count)
  const form = { destination: urn('adForm', ids.form(1)), label: 'REGISTER' }
  const fields: Fields = {
    campaign: urn('sponsoredCampaign', campaign.id),
    content: { reference: post.id },
    intendedStatus: isDraft ? 'DRAFT' : 'ACTIVE',
    name,
    ...(objective === 'LEAD_GENERATION' ? { leadgenCallToAction: form } : {}),
  }
  const base = entity(seeder, id, fields, created)
  world.creatives.put(id, { ...base, reviewFrom: isDraft ? null : created, reviewEnds: created, isRejected: false })
}

/** Adds small campaigns until an account has so many of them, for measurements. */
export function addCampaigns(world: World, accountId: string, wanted: number): number {
  const account = world.accounts.get(accountId)
  if (!account) return 0
  const ids = seedIds(account.tenant)
  const index = accountId === ids.account(1) ? 1 : 2
  let count = world.campaigns.count('account', accountId)
  const seeder: AccountSeeder = {
    ...{ world, tenant: account.tenant, ids, since: account.created, account: index },
    campaigns: count,
    creatives: world.creatives.count('account', accountId),
  }
  while (count < wanted) {
    const name = `Bench ${++count}`
    seedCampaign(seeder, { ...campaignPlans[0]!, name, creatives: [name] })
  }
  return count
}
