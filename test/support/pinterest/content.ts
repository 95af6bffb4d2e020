import { z } from 'zod'

/** The published description again: boards, pins, media and figures. */
const digits = z.string().regex(/^\d+$/)
const text = z.string()
const whole = z.int()
const orNull = <T extends z.ZodType>(type: T) => type.nullable().optional()
const imageType = z.enum(['image/jpeg', 'image/png'])
const base64 = text.regex(/^[a-zA-Z0-9+/=]+$/)
const owner = z.strictObject({ username: text.optional() })

export const board = z.strictObject({
  board_pins_modified_at: text.optional(),
  collaborator_count: whole.min(0).optional(),
  created_at: text.optional(),
  description: orNull(text),
  follower_count: whole.min(0).optional(),
  id: digits,
  is_ads_only: z.boolean().optional(),
  media: z.strictObject({ image_cover_url: orNull(text), pin_thumbnail_urls: z.array(text).optional() }).optional(),
  name: text,
  owner: owner.optional(),
  pin_count: whole.min(0).optional(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']).optional(),
})

const picture = z.strictObject({ height: whole.nullable(), url: text, width: whole.nullable() })
const pictures = z.partialRecord(z.enum(['150x150', '400x300', '600x', '1200x']), picture)

const pinFields = {
  alt_text: orNull(text.max(500)),
  board_id: digits.optional(),
  board_section_id: orNull(digits),
  description: orNull(text.max(800)),
  dominant_color: orNull(text),
  link: orNull(text.max(2048)),
  parent_pin_id: orNull(digits),
  title: orNull(text.max(100)),
}

export const pin = z.strictObject({
  ...pinFields,
  id: digits,
  board_owner: owner.optional(),
  created_at: text.optional(),
  creative_type: orNull(text),
  has_been_promoted: z.boolean().optional(),
  is_owner: z.boolean().optional(),
  is_standard: z.boolean().optional(),
  media: z
    .discriminatedUnion('media_type', [
      z.strictObject({ media_type: z.literal('image'), images: pictures.optional() }),
      z.strictObject({
        media_type: z.literal('video'),
        images: pictures.optional(),
        cover_image_url: text.optional(),
        duration: orNull(z.number()),
        height: orNull(whole),
        video_url: orNull(text),
        width: orNull(whole),
      }),
    ])
    .optional(),
  pin_metrics: z.looseObject({}).nullable().optional(),
})

const isStandard = { is_standard: z.boolean().optional() }

export const newPin = z.strictObject({
  ...pinFields,
  sponsor_id: orNull(digits),
  media_source: z
    .discriminatedUnion('source_type', [
      z.strictObject({
        ...isStandard,
        source_type: z.literal('image_base64'),
        content_type: imageType,
        data: base64,
      }),
      z.strictObject({ ...isStandard, source_type: z.literal('image_url'), url: text }),
      z.strictObject({
        ...isStandard,
        source_type: z.literal('video_id'),
        media_id: digits,
        cover_image_content_type: imageType.optional(),
        cover_image_data: text.optional(),
        cover_image_key_frame_time: whole.min(0).optional(),
        cover_image_url: text.optional(),
      }),
    ])
    .optional(),
})

export const newMedia = z.strictObject({ media_type: z.literal('video') })
export const registeredMedia = z.strictObject({
  media_id: digits,
  media_type: z.literal('video'),
  upload_parameters: z.record(
    z.enum([
      'Content-Type',
      'key',
      'policy',
      'x-amz-algorithm',
      'x-amz-credential',
      'x-amz-date',
      'x-amz-security-token',
      'x-amz-signature',
    ]),
    text,
  ),
  upload_url: text.optional(),
})
export const media = z.strictObject({
  media_id: digits,
  media_type: z.literal('video'),
  status: z.enum(['registered', 'processing', 'succeeded', 'failed']).optional(),
})

/** Rows of figures are flat; which columns there are is the caller's choice. */
export const figuresOf = (idColumn: string) =>
  z.array(z.looseObject({ [idColumn]: digits, DATE: z.iso.date().optional() }))

const ids = z.array(digits).optional()
const reportStatus = z.enum(['DOES_NOT_EXIST', 'FINISHED', 'IN_PROGRESS', 'EXPIRED', 'FAILED', 'CANCELLED'])

export const newReport = z.strictObject({
  start_date: text.regex(/^\d{4}-\d{2}-\d{2}$/),
  end_date: text.regex(/^\d{4}-\d{2}-\d{2}$/),
  granularity: z.enum(['TOTAL', 'DAY', 'HOUR', 'WEEK', 'MONTH']),
  columns: z.array(text.regex(/^[A-Z][A-Z0-9_]+$/)),
  level: z.enum(['ADVERTISER', 'CAMPAIGN', 'AD_GROUP', 'PIN_PROMOTION', 'KEYWORD', 'PRODUCT_GROUP', 'PRODUCT_ITEM']),
  campaign_ids: ids,
  ad_group_ids: ids,
  ad_ids: ids,
  click_window_days: whole.optional(),
  engagement_window_days: whole.optional(),
  view_window_days: whole.optional(),
  conversion_report_time: z.enum(['TIME_OF_AD_ACTION', 'TIME_OF_CONVERSION']).optional(),
  report_format: z.enum(['JSON', 'CSV']).optional(),
  reporting_timezone: z.enum(['PINTEREST_TIME_ZONE', 'AD_ACCOUNT_TIME_ZONE']).optional(),
})
export const startedReport = z.strictObject({
  message: orNull(text),
  report_status: reportStatus.optional(),
  token: text.optional(),
})
export const report = z.strictObject({
  report_status: reportStatus.optional(),
  size: orNull(z.number()),
  url: orNull(text),
})
