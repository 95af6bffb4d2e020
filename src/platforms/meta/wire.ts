import { z } from 'zod'

export const ErrorWire = z.object({
  error: z.object({
    message: z.string().default('Unknown error'),
    code: z.number(),
    error_subcode: z.number().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.unknown().optional(),
    fbtrace_id: z.string().optional(),
  }),
})

export const PageWire = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z.object({ before: z.string().optional(), after: z.string().optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
})

/** A part that was not answered is null. */
export const BatchWire = z.array(z.object({ code: z.number(), body: z.string() }).nullable())

export const CreatedWire = z.object({ id: z.string() })

export const AccountWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  account_status: z.number(),
  disable_reason: z.number().optional(),
  /** In minor units; '0': there is none. */
  spend_cap: z.string().optional(),
  amount_spent: z.string().optional(),
  currency: z.string(),
  timezone_name: z.string(),
})

const Picture = z.object({ data: z.object({ url: z.string().optional() }).optional() }).optional()

export const ProfilePageWire = z.object({
  id: z.string(),
  name: z.string(),
  picture: Picture,
  instagram_business_account: z
    .object({ id: z.string(), username: z.string().optional(), profile_picture_url: z.string().optional() })
    .optional(),
})

export const IdWire = z.object({ id: z.string() })

export const AdSetWire = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }),
  ads: z.object({ summary: z.object({ total_count: z.number() }).optional() }).optional(),
})

export const CampaignWire = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  objective: z.string().optional(),
  daily_budget: z.string().optional(),
  lifetime_budget: z.string().optional(),
})

export const ImagesWire = z.object({ images: z.record(z.string(), z.object({ hash: z.string() })) })

export const NamedWire = z.object({ id: z.string(), name: z.string().default('') })

export const TokenWire = z.object({
  data: z.object({
    is_valid: z.boolean(),
    expires_at: z.number().default(0),
    data_access_expires_at: z.number().default(0),
    scopes: z.array(z.string()).default([]),
    /** Without ids it is for everything there is. */
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() })).default([]),
  }),
})

export const GrantWire = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
