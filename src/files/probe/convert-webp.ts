import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Format } from './formats.ts'
import { loadSharp } from './sharp.ts'
import { maxMegapixelsHeldWhole } from '../limits.ts'
import { invalidFormat } from '../media-error.ts'

/** What a file has become. */
export interface ConvertedFile {
  format: Format
  size: number
  sha256: string
}

const maxSeconds = 30
// Nobody should see a difference: this is done once, and platforms compress again.
const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4' }

/**
 * Makes a WebP picture, which ad platforms do not take, a JPEG, or a PNG where it is transparent, in its place. Nothing but the
 * picture decides what comes out: the same one is the same file again.
 */
export async function convertWebp(path: string): Promise<ConvertedFile> {
  const sharp = await loadSharp()
  const refuse = (error: unknown): never => {
    throw invalidFormat('webp', /timeout/.test(String(error)) ? 'took_too_long' : 'corrupt', error)
  }
  const {
    width,
    height,
    pages = 1,
  } = await sharp(path, { animated: true, limitInputPixels: false }).metadata().catch(refuse)
  if (pages > 1) throw invalidFormat('webp', 'animated')
  // The decoder holds the picture whole.
  if (width * height > maxMegapixelsHeldWhole * 1_000_000) throw invalidFormat('webp', 'too_many_pixels')
  const picture = () => sharp(path, { failOn: 'error', limitInputPixels: false }).timeout({ seconds: maxSeconds })
  const { isOpaque } = await picture().stats().catch(refuse)
  const upright = picture().autoOrient()
  const bytes = await (isOpaque ? upright.removeAlpha().jpeg(jpegOptions) : upright.png()).toBuffer().catch(refuse)
  await writeFile(path, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { format: isOpaque ? 'jpeg' : 'png', size: bytes.length, sha256 }
}
