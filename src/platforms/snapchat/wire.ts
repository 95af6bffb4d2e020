import { z } from 'zod'

/** Every answer wears this; the words come in capitals and in small letters. */
export const EnvelopeWire = z.looseObject({
  request_status: z.string().optional(),
  request_id: z.string().optional(),
  debug_message: z.string().optional(),
  display_message: z.string().optional(),
  error_code: z.string().optional(),
  paging: z.object({ next_link: z.string().optional() }).optional(),
})
export type Envelope = z.output<typeof EnvelopeWire>

/** One element of a list: the entity under its own name, or the reason why there is none. */
export const ElementWire = z.looseObject({
  sub_request_status: z.string().optional(),
  sub_request_error_reason: z.string().optional(),
})

export const GrantWire = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().default(''),
})

export const MeWire = z.object({
  me: z.object({ id: z.string(), display_name: z.string().optional(), email: z.string().optional() }),
})

export const IdWire = z.object({ id: z.string() })

export const AccountWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  currency: z.string(),
  timezone: z.string(),
})

const Micro = z.number().optional()

export const CampaignWire = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  objective: z.string().optional(),
  objective_v2_properties: z.object({ objective_v2_type: z.string().optional() }).optional(),
  daily_budget_micro: Micro,
  lifetime_spend_cap_micro: Micro,
  start_time: z.string().optional(),
  end_time: z.string().optional(),
})

export const AdSquadWire = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  campaign_id: z.string(),
  optimization_goal: z.string().optional(),
  daily_budget_micro: Micro,
  lifetime_budget_micro: Micro,
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  child_ad_type: z.string().optional(),
})

export const AdWire = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  ad_squad_id: z.string(),
  creative_id: z.string().optional(),
  created_at: z.string().optional(),
  review_status: z.string().optional(),
  deleted: z.boolean().optional(),
})

export const CreativeWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  brand_name: z.string().optional(),
  profile_properties: z.object({ profile_id: z.string().optional() }).optional(),
})

export const MediaWire = z.object({ id: z.string(), media_status: z.string() })

export const UploadedWire = z.object({ result: z.object({ id: z.string() }) })

export const UploadStartWire = z.object({ upload_id: z.string(), add_path: z.string(), finalize_path: z.string() })

/** A campaign, ad squad or ad as a whole: it is written back as a whole. */
export const EntityWire = z.looseObject({
  id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  ad_account_id: z.string().optional(),
  campaign_id: z.string().optional(),
  ad_squad_id: z.string().optional(),
  daily_budget_micro: Micro,
  lifetime_budget_micro: Micro,
  lifetime_spend_cap_micro: Micro,
  start_time: z.string().optional(),
  end_time: z.string().optional(),
})
export type WireEntity = z.output<typeof EntityWire>

const StatRow = z.object({ id: z.string(), stats: z.record(z.string(), z.number()).default({}) })

export const TotalStatsWire = z.looseObject({
  total_stats: z.array(
    z.object({
      total_stat: z.object({ breakdown_stats: z.record(z.string(), z.array(StatRow)).default({}) }),
    }),
  ),
  paging: z.object({ next_link: z.string().optional() }).optional(),
})
