import { z } from 'zod'

const total = z.object({ summary: z.object({ total_count: z.number() }).optional() }).optional()
const Spec = z.record(z.string(), z.unknown())

export const SourceCampaignWire = z.object({
  id: z.string(),
  name: z.string(),
  account_id: z.string(),
  status: z.string(),
  objective: z.string().optional(),
  adsets: total,
  ads: total,
})

export const SourceAdSetWire = z.object({
  id: z.string(),
  name: z.string(),
  account_id: z.string().optional(),
  campaign_id: z.string(),
  status: z.string(),
  optimization_goal: z.string().optional(),
  targeting: Spec.optional(),
  ads: total,
})

const CreativeWire = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  object_story_spec: Spec.optional(),
  asset_feed_spec: Spec.optional(),
  degrees_of_freedom_spec: Spec.optional(),
  url_tags: z.string().optional(),
})

export const SourceAdWire = z.object({
  id: z.string(),
  name: z.string(),
  account_id: z.string().optional(),
  adset_id: z.string(),
  status: z.string(),
  creative: CreativeWire.optional(),
  tracking_specs: z.unknown().optional(),
  conversion_domain: z.string().optional(),
  creative_asset_groups_spec: Spec.optional(),
})

/** Everything else it has goes to the new one as it came. */
export const RebuildableAdSetWire = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  targeting: Spec.default({}),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
})

export const OwnedWire = z.object({ id: z.string(), account_id: z.string() })

export const TargetAdSetWire = OwnedWire.extend({ campaign: z.object({ objective: z.string().optional() }) })

export const CopiedWire = z
  .object({
    copied_campaign_id: z.string().optional(),
    copied_adset_id: z.string().optional(),
    copied_ad_id: z.string().optional(),
  })
  .transform((answer) => answer.copied_campaign_id ?? answer.copied_adset_id ?? answer.copied_ad_id)
  .pipe(z.string())

export const CopyListingWire = z.object({ id: z.string(), name: z.string(), created_time: z.string() })

export const ChildWire = z.object({
  id: z.string(),
  source_adset_id: z.string().optional(),
  source_ad_id: z.string().optional(),
})

export const SessionsWire = z.object({ async_sessions: z.array(z.object({ id: z.string() })).min(1) })

export const SessionWire = z.object({
  id: z.string(),
  status: z.string(),
  result: z.string().optional(),
  error_code: z.number().optional(),
  exception: z.string().optional(),
})

export const DoneWire = z.object({ success: z.boolean().optional() })

export type SourceAdSet = z.output<typeof SourceAdSetWire>
export type SourceAd = z.output<typeof SourceAdWire>
export type SourceCampaign = z.output<typeof SourceCampaignWire>
export type SourceCreative = z.output<typeof CreativeWire>
export type Session = z.output<typeof SessionWire>
