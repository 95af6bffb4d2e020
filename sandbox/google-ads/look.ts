import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookRow } from '../core/look.ts'
import type { AdStatus } from '../core/ad-status.ts'
import { idOf, textOf } from './objects/objects.ts'
import type { Entity, Fields } from './objects/objects.ts'
import { customerName, showEntity } from './objects/show.ts'
import type { Kind, World } from './world.ts'

const micro = 1_000_000
const kinds: Record<LookLevel, Kind[]> = {
  campaigns: ['campaigns'],
  // What a campaign of the automatic kind has in the place of ad groups; it shows no ads of its own.
  groups: ['adGroups', 'assetGroups'],
  ads: ['adGroupAds'],
}

export function googleAdsLook(world: World): Look {
  return {
    title: 'Google Ads',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'groups', one: 'Ad group', many: 'Ad groups' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...world.customers.values()]
        .filter(({ isManager }) => !isManager)
        .map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) => {
      const changes = new Map(world.changes.lookup('customer', accountId).map(({ resource, at }) => [resource, at]))
      const entities = kinds[level].flatMap((kind) => world[kind].lookup('customer', accountId))
      return entities.map((entity) => row(world, level, entity, changes))
    },
    facts: (level, row, accountId) => factsAt(world, level, row, accountId),
    creative: (ad, accountId) => creativeOf(world, ad, accountId),
    picture: () => undefined,
  }
}

const words: Record<string, AdStatus> = { ENABLED: 'ACTIVE', PAUSED: 'PAUSED', REMOVED: 'DELETED' }

function adOf({ fields }: Entity): Fields {
  return (fields['ad'] ?? {}) as Fields
}

function row(world: World, level: LookLevel, entity: Entity, changes: Map<string, number>): LookRow {
  const { name, fields, created } = entity
  const group = level === 'ads' ? world.adGroups.get(textOf(fields['adGroup'])) : entity
  const campaign = level === 'campaigns' ? undefined : world.campaigns.get(textOf(group?.fields['campaign']))
  const isGone = [entity, group, campaign].some((object) => object?.fields['status'] === 'REMOVED')
  const parent = level === 'ads' ? group?.name : campaign?.name
  const ad = adOf(entity)
  return {
    id: level === 'ads' ? textOf(ad['id']) : idOf(name),
    name: level === 'ads' ? textOf(ad['name']) || (textsOf(ad, 'headlines')[0] ?? '') : textOf(fields['name']),
    status: isGone ? 'DELETED' : (words[textOf(fields['status'])] ?? 'PAUSED'),
    parentIds: parent === undefined ? [] : [idOf(parent)],
    created,
    updated: Math.max(created, changes.get(name) ?? 0, entity.history.at(-1)?.at ?? 0),
  }
}

/** Resources are filed under names that say where they are. */
function find(
  world: World,
  level: LookLevel,
  { id, parentIds }: LookRow,
  accountId: string,
): [Kind, Entity] | undefined {
  const own = level === 'ads' ? `${parentIds[0]}~${id}` : id
  for (const kind of kinds[level]) {
    const entity = world[kind].get(`${customerName(accountId)}/${kind}/${own}`)
    if (entity) return [kind, entity]
  }
  return undefined
}

function factsAt(world: World, level: LookLevel, row: LookRow, accountId: string): LookFact[] {
  const [kind, entity] = find(world, level, row, accountId) ?? []
  if (!kind || !entity) return []
  const { currency = 'USD' } = world.customers.get(entity.customer) ?? {}
  const shown = showEntity(world, kind, entity)
  const budget = world.campaignBudgets.get(textOf(shown['campaignBudget']))?.fields['amountMicros']
  const amount = (value: unknown) => (value === undefined ? '' : moneyText(Number(value) / micro, currency))
  return factsOf({
    Delivery: plainWord(shown['primaryStatus']),
    Channel: plainWord(shown['advertisingChannelType']),
    Budget: budget === undefined ? '' : `${amount(budget)} a day`,
    Bidding: plainWord(shown['biddingStrategyType']),
    'Bid per click': amount(shown['cpcBidMicros']),
    Keywords: kind === 'adGroups' ? String(world.adGroupCriteria.count('adGroup', entity.name)) : '',
    Strength: plainWord(shown['adStrength']),
  })
}

function textsOf(ad: Fields, list: 'headlines' | 'descriptions'): string[] {
  const texts = (ad['responsiveSearchAd'] as Fields | undefined)?.[list]
  return Array.isArray(texts) ? texts.map((each: { text?: string }) => each.text ?? '') : []
}

function creativeOf(world: World, row: LookRow, accountId: string): LookCreative | undefined {
  const [, entity] = find(world, 'ads', row, accountId) ?? []
  if (!entity) return undefined
  const ad = adOf(entity)
  const [link] = Array.isArray(ad['finalUrls']) ? (ad['finalUrls'] as unknown[]) : []
  return {
    advertiser: world.customers.get(entity.customer)?.name ?? 'Advertiser',
    text: textsOf(ad, 'descriptions').slice(0, 2).join(' '),
    headline: textsOf(ad, 'headlines').slice(0, 3).join(' | '),
    description: '',
    callToAction: '',
    link: textOf(link),
    media: [],
    places: [{ form: 'search', title: 'Search results' }],
    stored: ad,
  }
}
