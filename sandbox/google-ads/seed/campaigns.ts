import { idOf, textOf } from '../objects/objects.ts'
import type { Entity } from '../objects/objects.ts'
import { customerName } from '../objects/show.ts'
import { keywordNumber } from '../mutate/rules/criteria.ts'
import type { Builder } from './builder.ts'
import { assetGroupNames, descriptions, headlines, matchTypes, negativeList } from './plan.ts'
import type { CampaignPlan } from './plan.ts'
import { required } from '../../core/required.ts'

/** Groups of a measurement have one ad, all others two. */
const adsPerGroup = (keywords: string[]) => (keywords.length > 1 ? 2 : 1)
const noPolitics = 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'

function budgetFor(builder: Builder, plan: CampaignPlan): Entity {
  const { world, customer } = builder
  const name = plan.shared ?? plan.name
  const known = plan.shared && world.campaignBudgets.lookup('name', `${customer.id} ${name.toLowerCase()}`)[0]
  if (known) return known
  const id = builder.nextId()
  return builder.add('campaignBudgets', id, builder.on(0), {
    id,
    name,
    amountMicros: builder.money(plan.budget),
    explicitlyShared: plan.shared !== undefined,
    status: 'ENABLED',
    deliveryMethod: 'STANDARD',
    period: 'DAILY',
    type: 'STANDARD',
  })
}

const biddingFields: Record<string, object> = {
  manualCpc: { enhancedCpcEnabled: false },
  maximizeConversions: { targetCpaMicros: '0' },
  maximizeConversionValue: { targetRoas: 3.5 },
  targetSpend: {},
}

export function seedCampaign(builder: Builder, plan: CampaignPlan, list: Entity | null): Entity {
  const id = builder.nextId()
  const campaign = builder.add('campaigns', id, builder.on(1), {
    id,
    name: plan.name,
    status: plan.isPaused ? 'PAUSED' : 'ENABLED',
    advertisingChannelType: 'SEARCH',
    campaignBudget: budgetFor(builder, plan).name,
    [plan.bidding]: biddingFields[plan.bidding] ?? {},
    networkSettings: { targetGoogleSearch: true, targetSearchNetwork: true, targetContentNetwork: false },
    containsEuPoliticalAdvertising: noPolitics,
    startDateTime: `${new Date(builder.on(1)).toISOString().slice(0, 10)} 00:00:00`,
  })
  seedLocations(builder, campaign, plan.also ?? [])
  for (const [name, keywords] of plan.groups) seedAdGroup(builder, campaign, name, keywords)
  if (list && plan.hasList)
    builder.add('campaignSharedSets', `${id}~${idOf(list.name)}`, builder.on(40), {
      campaign: campaign.name,
      sharedSet: list.name,
      status: 'ENABLED',
    })
  return campaign
}

function seedLocations(builder: Builder, campaign: Entity, also: string[]): void {
  const own = builder.customer.currency === 'JPY' ? '2392' : '2840'
  for (const country of [own, ...also])
    builder.add('campaignCriteria', `${idOf(campaign.name)}~${country}`, builder.on(1), {
      campaign: campaign.name,
      criterionId: country,
      type: 'LOCATION',
      negative: false,
      status: 'ENABLED',
      location: { geoTargetConstant: `geoTargetConstants/${country}` },
    })
}

function seedAdGroup(builder: Builder, campaign: Entity, name: string, keywords: string[]): void {
  const { random } = builder
  const id = builder.nextId()
  const group = builder.add('adGroups', id, builder.on(2), {
    id,
    name,
    status: 'ENABLED',
    type: 'SEARCH_STANDARD',
    campaign: campaign.name,
    cpcBidMicros: builder.money(random.integer(80, 260) / 100),
  })
  for (let number = 0; number < adsPerGroup(keywords); number++) seedAd(builder, group, number)
  keywords.forEach((text, index) =>
    seedKeyword(builder, group, { text, matchType: required(matchTypes[index % matchTypes.length], 'match type') }, 2),
  )
}

export function seedKeyword(
  builder: Builder,
  group: Entity,
  keyword: { text: string; matchType: string },
  days: number,
): Entity {
  const criterionId = keywordNumber(keyword, false)
  return builder.add('adGroupCriteria', `${idOf(group.name)}~${criterionId}`, builder.on(days), {
    adGroup: group.name,
    criterionId,
    type: 'KEYWORD',
    negative: false,
    status: 'ENABLED',
    keyword,
  })
}

function seedAd(builder: Builder, group: Entity, number: number): void {
  const { customer, random } = builder
  const id = builder.nextId()
  const own = textOf(group.fields['name']).slice(0, 30)
  const shift = random.integer(0, 2)
  builder.add('adGroupAds', `${idOf(group.name)}~${id}`, builder.on(2 + number), {
    adGroup: group.name,
    status: 'ENABLED',
    adStrength: random.pick(['AVERAGE', 'GOOD', 'EXCELLENT']),
    ad: {
      resourceName: `${customerName(customer.id)}/ads/${id}`,
      id,
      type: 'RESPONSIVE_SEARCH_AD',
      finalUrls: [`https://shop.example/${own.toLowerCase().replace(/\W+/g, '-')}`],
      responsiveSearchAd: {
        headlines: [own, ...headlines.slice(shift, shift + 3)].map((text) => ({ text })),
        descriptions: descriptions.slice(0, 2 + (number % 2)).map((text) => ({ text })),
        path1: 'shop',
      },
    },
  })
}

/** A campaign whose ads nobody can see: only its asset groups have figures. */
export function seedPerformanceMax(builder: Builder): void {
  const plan = { name: 'Everything, everywhere', bidding: 'maximizeConversionValue', budget: 90, groups: [] }
  const id = builder.nextId()
  const campaign = builder.add('campaigns', id, builder.on(3), {
    id,
    name: plan.name,
    status: 'ENABLED',
    advertisingChannelType: 'PERFORMANCE_MAX',
    campaignBudget: budgetFor(builder, plan).name,
    maximizeConversionValue: { targetRoas: 4 },
    containsEuPoliticalAdvertising: noPolitics,
    startDateTime: `${new Date(builder.on(3)).toISOString().slice(0, 10)} 00:00:00`,
  })
  seedLocations(builder, campaign, [])
  for (const name of assetGroupNames) {
    const assetGroupId = builder.nextId()
    builder.add('assetGroups', assetGroupId, builder.on(3), {
      id: assetGroupId,
      campaign: campaign.name,
      name,
      status: 'ENABLED',
      finalUrls: ['https://shop.example/'],
    })
  }
}

/** The list of words that some campaigns never show for. */
export function seedNegativeList(builder: Builder): Entity {
  const id = builder.nextId()
  const { name, keywords } = negativeList
  const list = builder.add('sharedSets', id, builder.on(40), { id, name, type: 'NEGATIVE_KEYWORDS', status: 'ENABLED' })
  for (const text of keywords) {
    const keyword = { text, matchType: 'BROAD' }
    const criterionId = keywordNumber(keyword, true)
    builder.add('sharedCriteria', `${id}~${criterionId}`, builder.on(40), {
      sharedSet: list.name,
      criterionId,
      type: 'KEYWORD',
      keyword,
    })
  }
  return list
}
