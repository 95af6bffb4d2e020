import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookMedia, LookPicture, LookRow } from '../core/look.ts'
import type { Asset, Campaign, CreativeSet } from './objects/objects.ts'
import type { World } from './world.ts'

/** A creative set is an ad, and hangs on campaigns without a level between. */
export function appLovinLook(world: World): Look {
  return {
    title: 'AppLovin',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'ads', one: 'Creative set', many: 'Creative sets' },
    ],
    accounts: () =>
      [...world.accounts.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows(level, accountId) {
      if (level === 'campaigns') return world.campaigns.lookup('account', accountId).map((one) => row(one, []))
      return level === 'ads' ? world.sets.lookup('account', accountId).map((set) => row(set, set.campaign_ids)) : []
    },
    facts: (level, { id }) =>
      level === 'ads' ? setFacts(world, world.sets.get(id)) : campaignFacts(world.campaigns.get(id)),
    creative: ({ id }) => creativeOf(world, id),
    picture: (id) => pictureOf(world, id),
  }
}

function row({ id, name, status, created, updated }: Campaign | CreativeSet, parentIds: string[]): LookRow {
  return { id, name, status: status === 'LIVE' ? 'ACTIVE' : 'PAUSED', parentIds, created, updated }
}

interface Budget {
  daily_budget_for_all_countries?: string
  country_code_to_daily_budget?: Record<string, string>
}

function campaignFacts(campaign: Campaign | undefined): LookFact[] {
  if (!campaign) return []
  const { budget = {}, goal, platform, bidding_strategy: bidding } = campaign.fields
  const { daily_budget_for_all_countries: all, country_code_to_daily_budget: by = {} } = budget as Budget
  const amounts = Object.entries(by).map(([country, amount]) => `${country} ${moneyText(Number(amount), 'USD')}`)
  const { goal_type: type, goal_value_for_all_countries: value } = (goal ?? {}) as Record<string, string | undefined>
  return factsOf({
    Type: plainWord(platform ?? campaign.type),
    Budget: all === undefined ? amounts.join(', ') : `${moneyText(Number(all), 'USD')} a day`,
    Goal: [type, value].filter(Boolean).join(' '),
    Bidding: plainWord(bidding),
  })
}

function assetsOf(world: World, set: CreativeSet): Asset[] {
  return set.asset_ids.flatMap((id) => world.assets.get(id) ?? [])
}

function setFacts(world: World, set: CreativeSet | undefined): LookFact[] {
  if (!set) return []
  const { languages } = set.fields
  return factsOf({
    Type: plainWord(set.type),
    Languages: Array.isArray(languages) ? languages.map(plainWord).join(', ') : '',
    Assets: assetsOf(world, set)
      .map(({ name }) => name)
      .join(', '),
  })
}

/** The film and the picture that ends it, in the order in which they are shown. */
function creativeOf(world: World, adId: string): LookCreative | undefined {
  const set = world.sets.get(adId)
  if (!set) return undefined
  const { creative_set_url: own } = set.fields
  const campaign = world.campaigns.get(set.campaign_ids[0] ?? '')
  const { website_url: site, package_name: app } = campaign?.fields ?? {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    advertiser: world.accounts.get(set.account_id)?.name ?? 'Advertiser',
    text: '',
    headline: text(app),
    description: '',
    callToAction: set.type === 'APP' ? 'INSTALL' : 'LEARN_MORE',
    link: text(own) || text(site),
    media: assetsOf(world, set)
      .toSorted((one, other) => Number(other.resource_type === 'VIDEO') - Number(one.resource_type === 'VIDEO'))
      .map(mediaOf),
    places: [{ form: 'fullscreen', title: 'Inside an app' }],
    stored: { ...set, assets: assetsOf(world, set) },
  }
}

function sizeOf({ asset_type: type }: Asset): { width: number; height: number } {
  return type === 'IMG_BANNER' ? { width: 1280, height: 320 } : { width: 1080, height: 1920 }
}

function mediaOf(asset: Asset): LookMedia {
  const kind = asset.resource_type === 'VIDEO' ? 'video' : asset.resource_type === 'IMAGE' ? 'image' : 'document'
  return { kind, picture: kind === 'document' ? null : asset.id, ...sizeOf(asset), title: asset.name }
}

function pictureOf(world: World, id: string): LookPicture | undefined {
  const asset = world.assets.get(id)
  return asset && { kept: world.pictures.get(id), ...sizeOf(asset) }
}
