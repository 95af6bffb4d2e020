import { z } from 'zod'

/** Ids are text; some answers tell them as numbers. */
const Id = z.union([z.string(), z.number()]).transform(String)
const Text = z.string().nullish()
const Texts = z.array(z.string()).nullish()

export const IdWire = z.object({ id: Id })
export const UploadWire = z.object({ upload_id: z.string() })

export const UploadResultWire = z.object({
  upload_status: z.string(),
  details: z.array(z.object({ id: Id.nullish(), file_status: z.string(), error_message: Text })).default([]),
})

export const AssetWire = z.object({
  id: Id,
  name: z.string().default(''),
  status: z.string().default(''),
  violation_reasons: Texts,
})

const Amounts = z.record(z.string(), z.string()).nullish()

/** What an answer holds beyond this is kept: a copy is made of it. */
export const CampaignWire = z.looseObject({
  id: Id,
  hashed_id: Text,
  name: z.string().default(''),
  type: z.string().default('APP'),
  status: z.string(),
  start_date: Text,
  end_date: Text,
  created_at: Text,
  budget: z.object({ daily_budget_for_all_countries: Text, country_code_to_daily_budget: Amounts }).nullish(),
  goal: z.looseObject({ goal_type: Text }).nullish(),
})
export type Campaign = z.output<typeof CampaignWire>

export const CreativeSetWire = z
  .object({
    id: Id,
    hashed_id: Text,
    name: z.string().default(''),
    type: z.string().default('APP'),
    status: z.string(),
    version: Text,
    campaign_id: Id.nullish(),
    campaign_ids: z.array(Id).nullish(),
    assets: z.array(z.object({ id: Id, url: Text, resource_type: Text })).default([]),
    languages: Texts,
    countries: Texts,
    product_page: Text,
    creative_set_url: Text,
    created_at: Text,
  })
  // Older sets name one campaign, newer ones all that show them.
  .transform(({ campaign_id: one, campaign_ids: all, ...set }) => ({
    ...set,
    campaignIds: all?.length ? all : one ? [one] : [],
  }))
export type CreativeSet = z.output<typeof CreativeSetWire>

export const SetsByCampaignWire = z.object({ campaigns: z.record(z.string(), z.array(CreativeSetWire)).default({}) })

/** Numbers mostly come as text. */
const ReportRowWire = z.record(z.string(), z.union([z.string(), z.number()]).nullish())
export type ReportRow = z.output<typeof ReportRowWire>

const Rows = z.array(ReportRowWire)
export const ReportWire = z.union([
  Rows.transform((results) => ({ code: 200, results })),
  z.object({ code: z.union([z.number(), z.string()]).transform(Number), results: Rows.nullish() }),
])
