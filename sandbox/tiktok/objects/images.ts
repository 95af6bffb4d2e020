import { keepPicture } from '../../core/media/kept-pictures.ts'
import { isCarouselUsable } from './ad-rules.ts'
import { advertiserOf, isoStamp, requiredList } from '../call.ts'
import type { Call } from '../call.ts'
import { coverOf, pictureUrl } from './covers.ts'
import { TikTokError } from '../errors.ts'
import { measureImage, readSource, refuseTakenName } from './file-source.ts'
import type { Image } from './objects.ts'

const largest = 50 * 1024 * 1024
const maxPixels = 3_686_400

export async function uploadImage(call: Call): Promise<object> {
  const { id: advertiser } = advertiserOf(call)
  const { world } = call
  const { name, bytes, size, md5: signature } = await readSource(call, 'image')
  if (size >= largest) throw new TikTokError(40907, 'The file is too large.')
  const measures = await measureImage(bytes)
  if (measures.width * measures.height > maxPixels) throw new TikTokError(40915, 'The image is out of specification.')
  refuseTakenName(world.images.lookup('advertiser', advertiser), name)
  const now = world.now()
  const number = world.newId()
  const id = `tos-alisg-p-0051c001-sg/${number}`
  await keepPicture(world.pictures, id, bytes)
  const image = world.images.put(id, {
    id,
    advertiser,
    created: now,
    updated: now,
    fileName: name,
    size,
    signature,
    ...measures,
  })
  return renderImage(call, image)
}

function renderImage({ request }: Call, image: Image): object {
  return {
    image_id: image.id,
    material_id: image.id.split('/').at(-1),
    width: image.width,
    height: image.height,
    format: image.format,
    size: image.size,
    signature: image.signature,
    file_name: image.fileName,
    image_url: pictureUrl(request.origin, image.id),
    displayable: true,
    is_carousel_usable: isCarouselUsable(image),
    create_time: isoStamp(image.created),
    modify_time: isoStamp(image.updated),
  }
}

/** Unknown ids are left out without a word. */
export function imageInfo(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const list = requiredList(call.params, 'image_ids', 100).flatMap((id) => {
    const image = call.world.images.get(id)
    if (image?.advertiser === advertiser) return [renderImage(call, image)]
    const cover = coverOf(call.world, id)
    if (cover?.advertiser !== advertiser) return []
    const { width, height } = cover
    return [{ image_id: id, width, height, image_url: pictureUrl(call.request.origin, id), is_carousel_usable: false }]
  })
  return { list }
}
