import { z } from 'zod'

const shared = {
  size: z.number().int().meta({ description: 'Bytes.' }),
  width: z.number().int().meta({ description: 'Pixels, as stored.' }),
  height: z.number().int().meta({ description: 'Pixels, as stored.' }),
}

const ImageDimensions = z
  .object({
    format: z.enum(['png', 'jpeg', 'gif']).meta({ description: 'What the file is, told from its content.' }),
    ...shared,
    space: z.string().meta({ description: 'Colour space.' }),
    channels: z.number().int().meta({ description: 'Channels of colour, 4 with transparency.' }),
    depth: z.string().meta({ description: 'Kind of number that one channel is.' }),
    density: z.number().nullable().meta({ description: 'Pixels per inch, where the file says so.' }),
    isProgressive: z.boolean().meta({ description: 'Whether it is interlaced.' }),
    hasProfile: z.boolean().meta({ description: 'Whether it carries a colour profile.' }),
    hasAlpha: z.boolean().meta({ description: 'Whether it may be transparent.' }),
    orientation: z.number().int().optional().meta({ description: 'EXIF orientation, when not upright.' }),
    exif: z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.number())]))
      .meta({ description: 'The common EXIF tags; empty when there are none.' }),
  })
  .meta({ id: 'ImageDimensions' })

const VideoDimensions = z
  .object({
    format: z.enum(['mp4', 'mov', 'avi']).meta({ description: 'What the file is, told from its content.' }),
    ...shared,
    duration: z.number().nullable().meta({ description: 'Seconds; null for a file that does not say.' }),
    bitrate: z.number().nullable().meta({ description: 'Bits per second, of all tracks together.' }),
    framerate: z.number().nullable().meta({ description: 'Frames per second.' }),
    rotation: z.number().optional().meta({ description: 'Degrees by which players turn the picture, when they do.' }),
  })
  .meta({ id: 'VideoDimensions' })

const DocumentDimensions = z
  .object({
    format: z.enum(['pdf']).meta({ description: 'What the file is, told from its content.' }),
    size: shared.size,
    width: z.number().int().meta({ description: 'Points, of the first page.' }),
    height: z.number().int().meta({ description: 'Points, of the first page.' }),
    pages: z.number().int().meta({ description: 'How many pages it has.' }),
  })
  .meta({ id: 'DocumentDimensions' })

export const Dimensions = z
  .discriminatedUnion('format', [ImageDimensions, VideoDimensions, DocumentDimensions])
  .meta({ description: 'What was measured: of an image, of a video, or of a document.' })
