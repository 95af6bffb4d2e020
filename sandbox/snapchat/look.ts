import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookPicture, LookRow } from '../core/look.ts'
import type { AdStatus } from '../core/ad-status.ts'
import { deliveryOf } from './objects/show.ts'
import { campaignOf, squadOf } from './world.ts'
import type { Entity, Fields, World } from './world.ts'

const micro = 1_000_000
const kinds = { campaigns: 'campaigns', groups: 'adsquads', ads: 'ads' } as const

export function snapchatLook(world: World): Look {
  return {
    title: 'Snapchat',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'groups', one: 'Ad set', many: 'Ad sets' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...world.accounts.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) =>
      world[kinds[level]].lookup('account', accountId).map((entity) => row(world, level, entity)),
    facts: (level, { id }) => factsAt(world, level, id),
    creative: ({ id }) => creativeOf(world, id),
    picture: (id) => pictureOf(world, id),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function row(world: World, level: LookLevel, entity: Entity): LookRow {
  const { id, fields, created, updated } = entity
  const squad = level === 'ads' ? squadOf(world, entity) : level === 'groups' ? entity : undefined
  const isGone = entity.deleted || squad?.deleted || campaignOf(world, squad)?.deleted
  const parent = textOf(level === 'ads' ? fields['ad_squad_id'] : fields['campaign_id'])
  const status = isGone ? 'DELETED' : (fields['status'] as AdStatus)
  return { id, name: textOf(fields['name']), status, parentIds: parent ? [parent] : [], created, updated }
}

function factsAt(world: World, level: LookLevel, id: string): LookFact[] {
  const entity = world[kinds[level]].get(id)
  if (!entity) return []
  const { fields } = entity
  const { currency = 'USD' } = world.accounts.get(entity.account_id) ?? {}
  const amount = (field: string, span: string) => {
    const value = fields[field]
    return typeof value === 'number' ? `${moneyText(value / micro, currency)} ${span}` : ''
  }
  return factsOf({
    Delivery: plainWord(deliveryOf(world, kinds[level], entity).replace('INVALID_', '')),
    Objective: plainWord(fields['objective']),
    Goal: plainWord(fields['optimization_goal']),
    Budget: amount('daily_budget_micro', 'a day') || amount('lifetime_budget_micro', 'in all'),
    'Spend cap': amount('lifetime_spend_cap_micro', 'in all'),
    Type: plainWord(fields['type']),
  })
}

function creativeOf(world: World, adId: string): LookCreative | undefined {
  const creative = world.creatives.get(textOf(world.ads.get(adId)?.fields['creative_id']))
  if (!creative) return undefined
  const { fields } = creative
  const media = world.media.get(textOf(fields['top_snap_media_id']))
  const { width = 1080, height = 1920 } = media?.file ?? {}
  const kind = media?.fields['type'] === 'VIDEO' ? 'video' : 'image'
  return {
    advertiser: textOf(fields['brand_name']) || (world.accounts.get(creative.account_id)?.name ?? 'Advertiser'),
    text: '',
    headline: textOf(fields['headline']),
    description: '',
    callToAction: textOf(fields['call_to_action']),
    link: textOf((fields['web_view_properties'] as Fields | undefined)?.['url']),
    media: media ? [{ kind, picture: media.id, width, height }] : [],
    places: [{ form: 'story', title: 'Between stories' }],
    stored: fields,
  }
}

function pictureOf(world: World, id: string): LookPicture | undefined {
  const media = world.media.get(id)
  if (!media) return undefined
  const { width = 1080, height = 1920 } = media.file ?? {}
  return { kept: world.pictures.get(id), width, height }
}
