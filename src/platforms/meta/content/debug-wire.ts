import { z } from 'zod'

const Spec = z.record(z.string(), z.unknown())

export const DebugAdWire = z.object({
  id: z.string(),
  name: z.string().optional(),
  account_id: z.string(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  campaign: z.object({ id: z.string(), name: z.string().optional(), objective: z.string().optional() }).optional(),
  adset: z
    .object({
      id: z.string(),
      name: z.string().optional(),
      optimization_goal: z.string().optional(),
      destination_type: z.string().optional(),
    })
    .optional(),
  creative: z
    .object({
      id: z.string(),
      name: z.string().optional(),
      object_story_spec: Spec.optional(),
      asset_feed_spec: Spec.optional(),
      thumbnail_url: z.string().optional(),
      image_hash: z.string().optional(),
      video_id: z.string().optional(),
      effective_object_story_id: z.string().optional(),
      instagram_user_id: z.string().optional(),
      url_tags: z.string().optional(),
    })
    .optional(),
})

export type DebugAd = z.output<typeof DebugAdWire>

export const DebugPageWire = z.object({
  id: z.string(),
  name: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string().optional() }).optional() }).optional(),
  instagram_business_account: z.object({ id: z.string(), username: z.string().optional() }).optional(),
})

export type DebugPage = z.output<typeof DebugPageWire>

export const DebugVideoWire = z.object({
  id: z.string(),
  source: z.string().optional(),
  picture: z.string().optional(),
})

export const DebugImagesWire = z.object({ data: z.array(z.object({ hash: z.string(), url: z.string().optional() })) })

export const CaptionsWire = z.object({
  data: z.array(
    z.object({
      locale: z.string().optional(),
      locale_name: z.string().optional(),
      uri: z.string().optional(),
      is_default: z.boolean().optional(),
      is_auto_generated: z.boolean().optional(),
    }),
  ),
})
