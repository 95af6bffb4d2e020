import { z } from 'zod'
import type { EntityLevel, ReportEntity, ShownCreative } from '../../contract/report.ts'
import { budgetFacts } from '../../kit/entity-facts.ts'
import { smartAds } from '../manage/ads-in.ts'
import { isDeleted, levelOf } from '../manage/read.ts'
import { budgetsOf, fromPlatformTime, statusOf } from '../map.ts'
import type { Deps } from './question.ts'
import { Id } from '../wire.ts'

const entitiesPerPage = 1000
const smartAdsPerPage = 100
const shownFields = ['video_id', 'image_ids', 'tiktok_item_id', 'identity_id']
const levels: EntityLevel[] = ['campaign', 'adset', 'ad']

const EntityWire = z.looseObject({
  campaign_id: Id,
  adgroup_id: Id.optional(),
  ad_id: Id.optional(),
  smart_plus_ad_id: Id.nullish(),
  operation_status: z.string(),
  secondary_status: z.string().nullish(),
  budget: z.number().nullish(),
  budget_mode: z.string().nullish(),
  create_time: z.string().nullish(),
  video_id: z.string().nullish(),
  image_ids: z.array(z.string()).nullish(),
  tiktok_item_id: Id.nullish(),
  identity_id: Id.nullish(),
})

/** Deleted ones are among them. */
export async function* readEntities({ api, accountId, options }: Deps): AsyncGenerator<ReportEntity[]> {
  for (const level of levels) {
    const params = {
      advertiser_id: accountId,
      fields: fieldsOf(level),
      filtering: { primary_status: 'STATUS_ALL' },
      page_size: entitiesPerPage,
    }
    let hasSmartAds = false
    for (let page = 1, isLast = false; !isLast; page++) {
      const found = await api.page(EntityWire, `${levelOf[level]}/get`, { ...params, page }, options)
      const own = found.items.filter((entity) => !entity.smart_plus_ad_id)
      hasSmartAds ||= own.length < found.items.length
      if (own.length > 0) yield own.map((entity) => toEntity(level, entity))
      isLast = found.isLast
    }
    if (hasSmartAds) yield* readSmartAds({ api, accountId, options })
  }
}

/** Which have a list of their own: in that of the others stand their creatives. */
async function* readSmartAds({ api, accountId, options }: Pick<Deps, 'api' | 'accountId' | 'options'>) {
  const params = { advertiser_id: accountId, filtering: { primary_status: 'STATUS_ALL' }, page_size: smartAdsPerPage }
  for (let page = 1, isLast = false; !isLast; page++) {
    const found = await api.page(smartAds.schema, smartAds.path, { ...params, page }, options)
    if (found.items.length > 0) yield found.items.map((ad) => toEntity('ad', ad))
    isLast = found.isLast
  }
}

function fieldsOf(level: EntityLevel): string[] {
  const ids = {
    campaign: ['campaign_id'],
    adset: ['campaign_id', 'adgroup_id'],
    ad: ['campaign_id', 'adgroup_id', 'ad_id', 'smart_plus_ad_id', ...shownFields],
  }
  const budgets = level === 'ad' ? [] : ['budget', 'budget_mode']
  return [...ids[level], `${levelOf[level]}_name`, 'operation_status', 'secondary_status', 'create_time', ...budgets]
}

function toEntity(level: EntityLevel, entity: z.output<typeof EntityWire>): ReportEntity {
  const { campaign_id: campaignId, adgroup_id: adSetId, ad_id: adId } = entity
  const name = entity[`${levelOf[level]}_name`]
  const status = isDeleted(entity.secondary_status ?? '') ? 'DELETE' : entity.operation_status
  return {
    level,
    id: { campaign: campaignId, adset: adSetId ?? '', ad: adId ?? '' }[level],
    name: typeof name === 'string' ? name : '',
    status,
    state: statusOf(status).status,
    ...budgetFacts(budgetsOf({ budget: entity.budget ?? null, budget_mode: entity.budget_mode ?? '' })),
    createdTime: entity.create_time ? fromPlatformTime(entity.create_time) : null,
    campaignId: level === 'campaign' ? null : campaignId,
    adSetId: level === 'ad' ? (adSetId ?? null) : null,
    ...(level === 'ad' ? { shows: shownIn(entity) } : {}),
  }
}

function shownIn(ad: z.output<typeof EntityWire>): ShownCreative {
  const { video_id: video, image_ids: images, tiktok_item_id: post, identity_id: speaker } = ad
  const [image, ...others] = images ?? []
  const picture = image && others.length === 0 ? `image ${image}` : null
  return { asset: video ? `video ${video}` : picture, post: post ?? null, speaker: speaker ?? null }
}
