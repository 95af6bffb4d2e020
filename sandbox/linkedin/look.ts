import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookMedia, LookPicture, LookRow } from '../core/look.ts'
import type { AdStatus } from '../core/ad-status.ts'
import { idIn, listOf, recordOf, textOf } from './objects/objects.ts'
import type { Creative, Entity, Fields, Post } from './objects/objects.ts'
import { amountOf } from './objects/rules/budgets.ts'
import { campaignOf, campaignServing, creativeHolds, groupOf, groupServing } from './objects/rules/serving.ts'
import { isGone } from './objects/rules/status.ts'
import type { World } from './world.ts'

const kinds = { campaigns: 'groups', groups: 'campaigns', ads: 'creatives' } as const

/** What others call a campaign is a campaign group here, and what they call an ad set a campaign. */
export function linkedInLook(world: World): Look {
  return {
    title: 'LinkedIn',
    levels: [
      { level: 'campaigns', one: 'Campaign group', many: 'Campaign groups' },
      { level: 'groups', one: 'Campaign', many: 'Campaigns' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...world.accounts.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) =>
      world[kinds[level]].lookup('account', accountId).map((entity: Entity) => row(world, level, entity)),
    facts: (level, { id }) => factsAt(world, level, id),
    creative: ({ id }) => creativeOf(world, id),
    picture: (id) => pictureOf(world, id),
  }
}

const words: Record<string, AdStatus> = {
  ACTIVE: 'ACTIVE',
  PAUSED: 'PAUSED',
  DRAFT: 'PAUSED',
  ARCHIVED: 'ARCHIVED',
  COMPLETED: 'ARCHIVED',
}

function row(world: World, level: LookLevel, entity: Entity): LookRow {
  const { id, fields, created, updated } = entity
  const campaign = level === 'ads' ? campaignOf(world, entity) : level === 'groups' ? entity : undefined
  const group = campaign && groupOf(world, campaign)
  const isOver = [campaign, group].some((above) => isGone(above?.fields['status']))
  const own = words[textOf(fields['intendedStatus'] ?? fields['status'])] ?? 'DELETED'
  const parent = level === 'ads' ? campaign?.id : group?.id
  const name = textOf(fields['name']) || textOf(recordOf(postOf(world, entity)?.fields['adContext'])['dscName'])
  return { id, name, status: isOver ? 'DELETED' : own, parentIds: parent ? [parent] : [], created, updated }
}

function postOf(world: World, { fields }: Entity): Post | undefined {
  return world.posts.get(textOf(recordOf(fields['content'])['reference']))
}

function servingOf(world: World, level: LookLevel, entity: Entity): string[] {
  if (level === 'campaigns') return groupServing(world, entity)
  return level === 'groups' ? campaignServing(world, entity) : creativeHolds(world, entity as Creative)
}

function factsAt(world: World, level: LookLevel, id: string): LookFact[] {
  const entity: Entity | undefined = world[kinds[level]].get(id)
  if (!entity) return []
  const { fields } = entity
  const { currency = 'USD' } = world.accounts.get(entity.account) ?? {}
  const amount = (field: string, span: string) =>
    fields[field] === undefined ? '' : `${moneyText(amountOf(fields[field]), currency)} ${span}`
  return factsOf({
    Delivery: servingOf(world, level, entity).map(plainWord).join(', ') || 'Runnable',
    Objective: plainWord(fields['objectiveType']),
    Format: plainWord(fields['format'] ?? postOf(world, entity)?.kind),
    Budget: amount('dailyBudget', 'a day') || amount('totalBudget', 'in all'),
    Bidding: plainWord(fields['optimizationTargetType']),
    Post: textOf(recordOf(fields['content'])['reference']),
  })
}

function creativeOf(world: World, adId: string): LookCreative | undefined {
  const creative = world.creatives.get(adId)
  const post = creative && postOf(world, creative)
  if (!creative || !post) return undefined
  const { fields } = post
  const content = recordOf(fields['content'])
  const article = recordOf(content['article'])
  const author = world.organizations.get(idIn(post.author, 'organization') ?? '')
  const form = recordOf(creative.fields['leadgenCallToAction'])
  return {
    advertiser: author?.name ?? 'Advertiser',
    text: textOf(fields['commentary']).replace(/\\([|{}@[\]()<>#*_~\\])/g, '$1'),
    headline: textOf(recordOf(content['media'])['title']) || textOf(article['title']),
    description: textOf(article['description']),
    callToAction: textOf(form['label']) || textOf(fields['contentCallToActionLabel']),
    link: textOf(fields['contentLandingPage']) || textOf(article['source']),
    media: mediaOf(world, content),
    places: [{ form: 'feed', title: 'LinkedIn feed' }],
    stored: fields,
  }
}

function mediaOf(world: World, content: Fields): LookMedia[] {
  const cards = listOf(recordOf(content['carousel'])['cards']).map(recordOf)
  if (cards.length > 0)
    return cards.flatMap(({ media, landingPage }) => {
      const { id, title } = recordOf(media)
      return oneMedia(world, id).map((shown) => ({ ...shown, title: textOf(title), link: textOf(landingPage) }))
    })
  return oneMedia(world, recordOf(content['media'])['id'] ?? recordOf(content['article'])['thumbnail'])
}

const sizes = { image: [1200, 628], video: [1080, 1080], document: [595, 842] } as const

function oneMedia(world: World, id: unknown): LookMedia[] {
  const media = world.media.get(textOf(id))
  if (!media) return []
  const [width, height] = sizes[media.kind]
  return [{ kind: media.kind, picture: media.id, width, height }]
}

function pictureOf(world: World, id: string): LookPicture | undefined {
  const media = world.media.get(id)
  if (!media) return undefined
  const [width, height] = sizes[media.kind]
  return { kept: world.pictures.get(id), width, height }
}
