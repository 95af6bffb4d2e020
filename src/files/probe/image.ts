import { stat } from 'node:fs/promises'
import type { Metadata, SharpOptions } from 'sharp'
import { parseExif } from './exif.ts'
import type { Exif } from './exif.ts'
import type { ImageFormat } from './formats.ts'
import { TooManyParts } from './file-reader.ts'
import { isImageComplete } from './image-structure.ts'
import { loadSharp } from './sharp.ts'
import { maxAnimationMegapixels, maxMegapixels, maxMegapixelsHeldWhole } from '../limits.ts'
import { invalidFormat } from '../media-error.ts'

export interface ImageDimensions {
  format: ImageFormat
  size: number
  width: number
  height: number
  space: string
  channels: number
  depth: string
  density: number | null
  isProgressive: boolean
  hasProfile: boolean
  hasAlpha: boolean
  exif: Exif
  /** The EXIF orientation, present when the image is not stored upright; width and height are those stored. */
  orientation?: number
}

const million = 1_000_000
const maxDecodeSeconds = 30

export async function probeImage(path: string, format: ImageFormat): Promise<ImageDimensions> {
  const { size } = await stat(path)
  // Before a decoder sees it: it would look at every frame of an animation.
  const isComplete = await isImageComplete(path, format).catch((error: unknown) => {
    throw error instanceof TooManyParts ? invalidFormat(format, 'too_many_parts') : error
  })
  const metadata = await readMetadata(path, format)
  const { width, height } = frameSize(metadata)
  if (isTooLarge(metadata, width * height)) throw invalidFormat(format, 'too_many_pixels')
  if (!isComplete) throw invalidFormat(format, 'truncated')
  await decodeWhole(path, format)
  return describe(metadata, { format, size, width, height })
}

function isTooLarge({ isProgressive, pages = 1 }: Metadata, pixels: number): boolean {
  const max = isProgressive ? maxMegapixelsHeldWhole : maxMegapixels
  return pixels > max * million || pixels * pages > maxAnimationMegapixels * million
}

// The pixel limits are checked by hand, because sharp would apply its own to all frames stacked together.
const inputOptions: SharpOptions = { animated: true, failOn: 'error', limitInputPixels: false, sequentialRead: true }

async function readMetadata(path: string, format: ImageFormat): Promise<Metadata> {
  const sharp = await loadSharp()
  const metadata = await sharp(path, inputOptions)
    .metadata()
    .catch((error: unknown) => {
      throw invalidFormat(format, 'corrupt', error)
    })
  if (metadata.format !== format) throw invalidFormat(metadata.format, 'corrupt')
  return metadata
}

/** An animation is described as one tall strip of frames; its size is that of one frame. */
function frameSize(metadata: Metadata): { width: number; height: number } {
  return { width: metadata.width, height: metadata.pageHeight ?? metadata.height }
}

/** Shrinking to one pixel makes the decoder produce every line while only a few are held. */
async function decodeWhole(path: string, format: ImageFormat): Promise<void> {
  const sharp = await loadSharp()
  await sharp(path, inputOptions)
    .resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .timeout({ seconds: maxDecodeSeconds })
    .toBuffer()
    .catch((error: unknown) => {
      throw invalidFormat(format, /timeout/.test(String(error)) ? 'took_too_long' : 'corrupt', error)
    })
}

type Basics = Pick<ImageDimensions, 'format' | 'size' | 'width' | 'height'>

function describe(metadata: Metadata, basics: Basics): ImageDimensions {
  const dimensions: ImageDimensions = {
    ...basics,
    space: metadata.space,
    channels: metadata.channels,
    depth: metadata.depth,
    density: metadata.density ?? null,
    isProgressive: metadata.isProgressive,
    hasProfile: metadata.hasProfile,
    hasAlpha: metadata.hasAlpha,
    exif: parseExif(metadata.exif),
  }
  if (metadata.orientation !== undefined && metadata.orientation > 1) dimensions.orientation = metadata.orientation
  return dimensions
}
