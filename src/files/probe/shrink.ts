import type { ImageFormat } from './formats.ts'
import { loadSharp } from './sharp.ts'
import { invalidFormat } from '../media-error.ts'

/** What a card of a page shows on a fine screen. */
const pixels = 400
const maxSeconds = 30

/** A picture that was found sound, as a small WebP; of an animation its first frame. */
export async function shrunk(path: string, format: ImageFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(path, { limitInputPixels: false })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
    .catch((error: unknown) => {
      throw invalidFormat(format, /timeout/.test(String(error)) ? 'took_too_long' : 'corrupt', error)
    })
}
