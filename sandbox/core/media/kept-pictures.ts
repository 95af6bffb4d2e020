import type { Collection } from '../collection.ts'
import type { KeptPicture } from '../look.ts'
import { loadSharp } from './sharp.ts'

/** Larger ones are made smaller: they are there to be looked at. */
const maxBytes = 256 * 1024
const maxSide = 1080
const maxPictures = 300

/** What a page may show as it is; another kind could hold more than a picture. */
const types: Record<string, string> = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' }

/** Keeps an uploaded picture, so that the ad can be looked at; the oldest ones give way. What is no picture is left out. */
export async function keepPicture(pictures: Collection<KeptPicture>, name: string, bytes: Buffer): Promise<void> {
  const picture = await shownPicture(bytes)
  if (!picture) return
  const oldest = pictures.entries().next()
  if (pictures.size >= maxPictures && !oldest.done) pictures.remove(oldest.value[0])
  pictures.put(name, picture)
}

async function shownPicture(bytes: Buffer): Promise<KeptPicture | null> {
  try {
    const sharp = await loadSharp()
    const { format } = await sharp(bytes).metadata()
    const type = types[format]
    if (type && bytes.length <= maxBytes) return { type, base64: bytes.toString('base64') }
    const smaller = await sharp(bytes)
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .toBuffer()
    return { type: 'image/jpeg', base64: smaller.toString('base64') }
  } catch {
    return null
  }
}
