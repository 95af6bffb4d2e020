import { z } from 'zod'

/** Text by the documents, now and then a number on the wire. */
export const Id = z.union([z.string(), z.number()]).transform(String)
const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const OptionalId = Id.nullish().transform((value) => value ?? null)
const Amount = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

export const EnvelopeWire = z.object({
  code: z.number(),
  message: z.string().optional(),
  request_id: z.string().optional(),
})

/** Of what an advertiser granted, some of the lists may be left out. */
const Ids = z
  .array(Id)
  .nullish()
  .transform((ids) => ids ?? [])
export const GrantWire = z.object({ access_token: z.string().min(1), scope: Ids, advertiser_ids: Ids })

export const DataWire = z.object({ data: z.unknown() })

export const PageWire = z.object({
  list: z
    .array(z.unknown())
    .nullish()
    .transform((value) => value ?? []),
  page_info: z.object({ page: z.number(), total_page: z.number(), total_number: z.number().optional() }).optional(),
})

/** Whatever it holds, to be made again. */
export const ObjectWire = z.record(z.string(), z.unknown())

/** What a write answers when nobody looks at it. */
export const AnythingWire = z.unknown()

export const AuthorizedWire = z.object({ advertiser_id: Id, advertiser_name: Text })

export const AdvertiserWire = z.object({
  advertiser_id: Id,
  name: Text,
  currency: z.string(),
  timezone: Text,
  display_timezone: Text,
  status: Text,
  can_use_custom_identity: z.boolean().optional(),
})

/** Who runs a campaign and what is in it. */
const automation = { campaign_automation_type: Text, is_smart_performance_campaign: z.boolean().nullish() }

export const CampaignWire = z.object({
  campaign_id: Id,
  campaign_name: Text,
  objective_type: Text,
  operation_status: z.string(),
  secondary_status: Text,
  budget: Amount,
  budget_mode: Text,
  ...automation,
})

export const AdGroupWire = z.object({
  adgroup_id: Id,
  adgroup_name: Text,
  campaign_id: Id,
  campaign_name: Text,
  operation_status: z.string(),
  secondary_status: Text,
  budget: Amount,
  budget_mode: Text,
  placement_type: Text,
  placements: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  optimization_goal: Text,
  schedule_type: Text,
  schedule_start_time: Text,
  schedule_end_time: Text,
  promotion_type: Text,
  ...automation,
})
export type AdGroup = z.output<typeof AdGroupWire>

const adFields = {
  ad_name: Text,
  adgroup_id: Id,
  campaign_id: Id,
  operation_status: z.string(),
  secondary_status: Text,
  create_time: Text,
}

export const AdWire = z.object({
  ad_id: Id,
  ...adFields,
  /** Of a row that is one creative of a Smart+ ad: that ad. */
  smart_plus_ad_id: OptionalId,
  video_id: OptionalId,
  image_ids: z
    .array(Id)
    .nullish()
    .transform((value) => value ?? []),
  tiktok_item_id: OptionalId,
})
type AdRow = z.output<typeof AdWire>
/** What one creative shows. */
export type Shown = Pick<AdRow, 'video_id' | 'image_ids' | 'tiktok_item_id'>
/** With what a Smart+ ad shows beside its first creative. */
export type Ad = AdRow & { further?: Shown[] }

const CreativeInfoWire = z.object({
  video_info: z.object({ video_id: OptionalId }).nullish(),
  image_info: z.array(z.object({ web_uri: Id })).nullish(),
  tiktok_item_id: OptionalId,
})

const nothingShown: Shown = { video_id: null, image_ids: [], tiktok_item_id: null }

/** A Smart+ ad in the words of a manual one: what it shows is what its first creative shows. */
export const SmartAdWire = z
  .object({
    smart_plus_ad_id: Id,
    ...adFields,
    creative_list: z
      .array(z.object({ creative_info: CreativeInfoWire }))
      .nullish()
      .transform((value) => value ?? []),
  })
  .transform(({ creative_list: creatives, ...ad }): Ad => {
    const [first = nothingShown, ...further] = creatives.map(({ creative_info: info }) => ({
      video_id: info.video_info?.video_id ?? null,
      image_ids: (info.image_info ?? []).map(({ web_uri: id }) => id),
      tiktok_item_id: info.tiktok_item_id,
    }))
    return { ...ad, ad_id: ad.smart_plus_ad_id, ...first, further }
  })

export const UserWire = z.object({ display_name: Text, email: Text })

const IdentityWire = z.object({
  identity_id: Id,
  identity_type: z.string(),
  display_name: Text,
  profile_image: Text,
  available_status: Text,
  identity_authorized_bc_id: OptionalId,
  can_push_video: z.boolean().nullish(),
  can_pull_video: z.boolean().nullish(),
})
export type Identity = z.output<typeof IdentityWire>

export const IdentityPageWire = z.object({
  identity_list: z.array(IdentityWire).default([]),
  page_info: z.object({ total_page: z.number() }).optional(),
})

export const ReportRowWire = z.object({
  dimensions: z.record(z.string(), Id.nullish()),
  metrics: z.record(z.string(), z.union([z.string(), z.number()]).nullish()),
})

const MaterialDimensions = z.record(z.string(), Id.nullish())
/** Copies of the documents differ about where the dimensions stand, and whether an id in one ad comes alone or in a list. */
export const MaterialRowWire = z
  .object({
    dimensions: MaterialDimensions.nullish(),
    info: MaterialDimensions.nullish(),
    metrics: z.record(z.string(), z.union([Id, z.array(Id).transform(([id]) => id)]).nullish()),
  })
  .transform(({ dimensions, info, metrics }) => ({ dimensions: dimensions ?? info ?? {}, metrics }))
