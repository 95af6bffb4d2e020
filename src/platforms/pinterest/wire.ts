import { z } from 'zod'

export const ErrorWire = z.object({ code: z.number(), message: z.string().default('Unknown error') })

export const PageWire = z.object({ items: z.array(z.unknown()), bookmark: z.string().nullish() })

const ProblemWire = z.object({ code: z.number().optional(), message: z.string().optional() })

/** The exceptions of an item are a list for campaigns and ad groups, and one object for ads. */
export const BatchWire = z.object({
  items: z.array(
    z.object({
      data: z.unknown().optional(),
      exceptions: z
        .union([z.array(ProblemWire), ProblemWire])
        .nullish()
        .transform((given) => (Array.isArray(given) ? given : given ? [given] : []))
        .transform((problems) => problems.filter(({ code, message }) => code !== undefined || message !== undefined)),
    }),
  ),
})

export const IdWire = z.object({ id: z.string() })

export const TokenWire = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  scope: z.string().default(''),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
})

export const AccountWire = z.object({ id: z.string(), name: z.string().default(''), currency: z.string() })

export const UserWire = z.object({
  id: z.string().optional(),
  username: z.string().default(''),
  business_name: z.string().nullish(),
  profile_image: z.string().nullish(),
})

export const BoardWire = z.object({ id: z.string(), name: z.string().default('') })

const Micro = z.number().nullish()
const Seconds = z.number().nullish()

export const CampaignWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  objective_type: z.string().nullish(),
  daily_spend_cap: Micro,
  lifetime_spend_cap: Micro,
  start_time: Seconds,
  end_time: Seconds,
  summary_status: z.string().nullish(),
  created_time: Seconds,
})

export const AdGroupWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  campaign_id: z.string(),
  budget_in_micro_currency: Micro,
  budget_type: z.string().nullish(),
  feed_profile_id: z.string().nullish(),
  start_time: Seconds,
  end_time: Seconds,
  summary_status: z.string().nullish(),
  created_time: Seconds,
})

export const AdWire = z.object({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  ad_group_id: z.string(),
  campaign_id: z.string().nullish(),
  pin_id: z.string(),
  summary_status: z.string().nullish(),
  created_time: z.number(),
})
export type Ad = z.output<typeof AdWire>

export const PinWire = z.object({ id: z.string(), alt_text: z.string().nullish(), created_at: z.string().optional() })

export const MediaUploadWire = z.object({
  media_id: z.string(),
  upload_url: z.string(),
  upload_parameters: z.record(z.string(), z.string()),
})

export const MediaWire = z.object({ media_id: z.string(), status: z.string().optional() })

/** Flat rows; what was not delivered is left out or null. */
export const SpendWire = z.object({ CAMPAIGN_ID: z.string(), SPEND_IN_MICRO_DOLLAR: z.number().nullish() })

export const ReportStartWire = z.object({ token: z.string() })

export const ReportWire = z.object({ report_status: z.string(), url: z.string().nullish() })
