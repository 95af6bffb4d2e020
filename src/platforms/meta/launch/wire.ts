import { z } from 'zod'

/** Offsets travel as text; equal ones mean that the platform has everything. */
const Offset = z.string().regex(/^\d+$/).transform(Number)

export const UploadPieceWire = z.object({ start_offset: Offset, end_offset: Offset })

export const UploadStartWire = UploadPieceWire.extend({
  upload_session_id: z.string(),
  video_id: z.string(),
  skip_upload: z.boolean().default(false),
})

export const SuccessWire = z.object({ success: z.boolean() })

const Phase = z.object({ errors: z.array(z.object({ message: z.string().optional() })).optional() }).optional()

export const VideoWire = z.object({
  status: z.object({ video_status: z.string(), uploading_phase: Phase, processing_phase: Phase }),
})

export const ThumbnailWire = z.object({ uri: z.string(), is_preferred: z.boolean().default(false) })

export const AdSetGoalWire = z.object({
  id: z.string(),
  optimization_goal: z.string().optional(),
  destination_type: z.string().optional(),
  promoted_object: z.object({ page_id: z.string().optional() }).optional(),
  campaign: z.object({ objective: z.string().optional() }),
})

export const PostWire = z.object({
  is_eligible_for_promotion: z.boolean().optional(),
  call_to_action: z
    .object({ type: z.string().optional(), value: z.object({ link: z.string().optional() }).optional() })
    .optional(),
  attachments: z.object({ data: z.array(z.object({ url: z.string().optional() })) }).optional(),
})

export const LaunchedAdWire = z.object({
  id: z.string(),
  name: z.string(),
  creative: z.object({ id: z.string() }).optional(),
  adlabels: z.array(z.object({ name: z.string().optional() })).default([]),
})

export const PageTokenWire = z.object({ id: z.string(), access_token: z.string().optional() })
