import { z } from 'zod'
import { Id } from '../wire.ts'

const Size = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

export const ImageWire = z.object({
  image_id: Id,
  width: Size,
  height: Size,
  image_url: z.string().nullish(),
  is_carousel_usable: z.boolean().nullish(),
})

/** Right after an upload the id is often all there is; the rest appears when the video has been processed. */
const VideoWire = z.object({
  video_id: Id,
  file_name: z.string().nullish(),
  duration: Size,
  width: Size,
  height: Size,
})

/** The one place where the platform answers with an array instead of an object. */
export const UploadedVideosWire = z.array(VideoWire).min(1)
export const ImagesWire = z.object({ list: z.array(ImageWire).default([]) })
export const VideosWire = z.object({ list: z.array(VideoWire).default([]) })
export const CoversWire = z.object({ list: z.array(z.object({ id: Id })).default([]) })
export const MusicWire = z.object({ musics: z.array(z.object({ music_id: Id })).default([]) })

export const ChunkWire = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() })
export const UploadStartWire = ChunkWire.extend({ upload_id: Id })
export const UploadedFileWire = z.object({ file_id: Id })

export const CreatedAdsWire = z.object({ ad_ids: z.array(Id).min(1) })

export const CreatedSmartAdWire = z.object({ smart_plus_ad_id: Id })
export const CreatedPortfolioWire = z.object({ creative_portfolio_id: Id })
export const ButtonsWire = z.object({
  recommend_assets: z.array(z.object({ asset_content: z.string(), asset_ids: z.array(Id) })).default([]),
})

export const SparkPostWire = z.object({
  item_info: z.object({ item_id: Id, item_type: z.string().nullish() }),
  user_info: z.object({ identity_id: Id, identity_type: z.string() }),
})

const IdentityPostWire = z.object({
  item_id: Id,
  text: z.string().nullish(),
  item_type: z.string().nullish(),
  status: z.string().nullish(),
  video_info: z.object({ poster_url: z.string().nullish(), duration: z.number().nullish() }).nullish(),
  carousel_info: z.object({ image_info: z.array(z.object({ image_url: z.string().nullish() })).nullish() }).nullish(),
})
export type Post = z.output<typeof IdentityPostWire>

export const IdentityPostsWire = z.object({
  video_list: z.array(IdentityPostWire).default([]),
  cursor: Id.nullish(),
  has_more: z.boolean().nullish(),
})

export const PostDetailWire = z.object({ video_detail: IdentityPostWire.nullish() })
