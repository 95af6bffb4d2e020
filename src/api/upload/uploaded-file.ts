import { z } from 'zod'
import type { UploadCall, UploadedFile } from '../../core/media/upload.ts'
import type { OldCaller as Caller } from '../../call/endpoint.ts'
import type { Services } from '../../services.ts'

const shared = {
  format: z.string().meta({ description: 'png, jpeg, gif, mp4, mov or avi, told from the content.' }),
  size: z.number().int().meta({ description: 'Bytes.' }),
  width: z.number().int().meta({ description: 'Pixels, as stored.' }),
  height: z.number().int().meta({ description: 'Pixels, as stored.' }),
}

export const Dimensions = z.looseObject({
  ...shared,
  duration: z.number().nullish().meta({ description: 'Video only: seconds.' }),
  bitrate: z.number().nullish().meta({ description: 'Video only: bits per second, of all tracks together.' }),
  framerate: z.number().nullish().meta({ description: 'Video only: frames per second.' }),
  rotation: z.number().optional().meta({ description: 'Video only: degrees by which players turn the picture.' }),
  space: z.string().optional().meta({ description: 'Image only: colour space.' }),
  channels: z.number().int().optional().meta({ description: 'Image only: channels of colour, 4 with transparency.' }),
  depth: z.string().optional().meta({ description: 'Image only: kind of number that one channel is.' }),
  density: z.number().nullish().meta({ description: 'Image only: pixels per inch, where the file says so.' }),
  isProgressive: z.boolean().optional().meta({ description: 'Image only: whether it is interlaced.' }),
  hasProfile: z.boolean().optional().meta({ description: 'Image only: whether it carries a colour profile.' }),
  hasAlpha: z.boolean().optional().meta({ description: 'Image only: whether it may be transparent.' }),
  orientation: z.number().int().optional().meta({ description: 'Image only: EXIF orientation, when not upright.' }),
  exif: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Image only: the common EXIF tags; empty when there are none.' }),
})

/** The Uploaded file of the contract. */
export const Uploaded = z.object({
  id: z.number().int().meta({ description: 'Id of the file in the library.' }),
  url: z.string().meta({ description: 'Address of the stored file; use it as media[].url of a launch.' }),
  filename: z.string().meta({ description: 'Name in the library; carries a suffix when the name was taken.' }),
  originalName: z.string().meta({ description: 'Name that the file was sent with.' }),
  wasRenamed: z.boolean().meta({ description: 'Whether a suffix was added because the name was taken.' }),
  dimensions: Dimensions,
  size: z.number().int().meta({ description: 'Bytes.' }),
  sizeFormatted: z.string().meta({ description: 'The size for people, such as "1.2 MB".' }),
})

export const UrlBody = z.object({
  url: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(8000)
    .meta({ description: 'Publicly readable address of a PNG, JPG, GIF, MP4, MOV or AVI of at most 100 MB.' }),
})

export const urlExample = { url: 'https://example.com/banners/spring.png' }

export const uploadNotes =
  'PNG, JPG, JPEG, GIF, MP4, MOV and AVI pass, at most 104,857,600 bytes. The format is told from the content, and a ' +
  'damaged or cut-off file is refused. The same content is stored once, however often it is uploaded.'

interface Call {
  caller: Caller
  signal: AbortSignal
  keepAnswer(trx: Services['db'], answer: object): Promise<void>
  claimContent(content: object): Promise<void>
}

/** What the core needs of a call; `present` is how the surface words the answer. */
export function uploadCall(call: Call, present: (uploaded: UploadedFile) => object): UploadCall {
  return {
    companyId: call.caller.companyId,
    signal: call.signal,
    keepAnswer: (trx, uploaded) => call.keepAnswer(trx, present(uploaded)),
    claimContent: (content) => call.claimContent(content),
  }
}
