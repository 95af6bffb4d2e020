import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookPicture, LookRow } from '../core/look.ts'
import { reviewStatus } from './objects/ads.ts'
import type { Ad, AdGroup, Campaign } from './objects/objects.ts'
import type { World } from './world.ts'

const micro = 1_000_000

export function pinterestLook(world: World): Look {
  const kinds = { campaigns: world.campaigns, groups: world.adGroups, ads: world.ads }
  return {
    title: 'Pinterest',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'groups', one: 'Ad group', many: 'Ad groups' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...world.accounts.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) =>
      kinds[level].lookup('account', accountId).map((one: Campaign | AdGroup | Ad) => row(world, one)),
    facts: (level, { id }) => factsAt(world, level, kinds[level].get(id)),
    creative: ({ id }) => creativeOf(world, id),
    picture: (id) => pictureOf(world, id),
  }
}

/** Gone with what it belongs to counts as gone. */
function row(world: World, object: Campaign | AdGroup | Ad): LookRow {
  const { id, name, created, updated } = object
  const { campaign_id: campaign, ad_group_id: group } = object as Partial<Ad>
  const above = [world.adGroups.get(group ?? ''), world.campaigns.get(campaign ?? '')]
  const status = above.some((parent) => parent?.status === 'ARCHIVED') ? 'ARCHIVED' : object.status
  const parent = group ?? campaign
  return { id, name: name ?? '', status, parentIds: parent === undefined ? [] : [parent], created, updated }
}

function factsAt(world: World, level: LookLevel, object: Campaign | AdGroup | Ad | undefined): LookFact[] {
  if (!object) return []
  const { currency = 'USD' } = world.accounts.get(object.account_id) ?? {}
  const {
    objective_type: objective,
    daily_spend_cap: daily,
    lifetime_spend_cap: lifetime,
  } = object as Partial<Campaign>
  const { budget_in_micro_currency: own, budget_type: type, bid_strategy_type: bidding } = object as Partial<AdGroup>
  const amount = (value: number | null | undefined, span: string) =>
    value ? `${moneyText(value / micro, currency)} ${span}` : ''
  return factsOf({
    Review: level === 'ads' ? plainWord(reviewStatus(world, object as Ad)) : '',
    Objective: plainWord(objective),
    Budget:
      amount(own, type === 'LIFETIME' ? 'in all' : 'a day') || amount(daily, 'a day') || amount(lifetime, 'in all'),
    Bidding: plainWord(bidding),
    Type: plainWord((object as Partial<Ad>).creative_type),
  })
}

function creativeOf(world: World, adId: string): LookCreative | undefined {
  const ad = world.ads.get(adId)
  const pin = world.pins.get(ad?.pin_id ?? '')
  if (!ad || !pin) return undefined
  return {
    advertiser: world.accounts.get(ad.account_id)?.name ?? 'Advertiser',
    text: pin.description ?? '',
    headline: pin.title ?? '',
    description: '',
    callToAction: ad.customizable_cta_type ?? '',
    link: ad.destination_url ?? pin.link ?? '',
    media: [{ kind: pin.kind, picture: pin.id, width: pin.width ?? 1000, height: pin.height ?? 1500 }],
    places: [{ form: 'pin', title: 'Home feed' }],
    stored: pin,
  }
}

function pictureOf(world: World, id: string): LookPicture | undefined {
  const pin = world.pins.get(id)
  return pin && { kept: world.pictures.get(id), width: pin.width ?? 1000, height: pin.height ?? 1500 }
}
