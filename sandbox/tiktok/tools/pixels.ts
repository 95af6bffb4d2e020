import { advertiserOf, oneOf, optionalText, requiredText, stamp } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Pixel } from '../objects/objects.ts'

const maxName = 128
const categories = ['ONLINE_STORE', 'FORM', 'CONTACT', 'LANDING_PAGE', 'OTHER', '']

function codeOf(id: string): string {
  return `C${BigInt(id).toString(32).toUpperCase().padStart(19, '0')}`
}

function render(pixel: Pixel): object {
  return {
    ...{ pixel_id: pixel.id, pixel_code: codeOf(pixel.id), pixel_name: pixel.name, advertiser_id: pixel.advertiser },
    ...{ pixel_category: pixel.category, pixel_setup_mode: 'CUSTOMIZE_EVENTS', partner_name: null },
    ...{ activity_status: 'NO_RECORD', asset_ownership: 'OWNER', create_time: stamp(pixel.created), events: [] },
  }
}

/** Those that were made, and the one that ads of the account name. */
function pixelsOf({ world }: Call, advertiser: string, created: number): Pixel[] {
  const own = { id: `7${advertiser.slice(1)}`, advertiser, created, updated: created }
  return [{ ...own, name: 'Shop', category: 'ONLINE_STORE' }, ...world.pixels.lookup('advertiser', advertiser)]
}

export function getPixels(call: Call): object {
  const { id, created } = advertiserOf(call)
  const { params } = call
  const [wantedId, code, name] = ['pixel_id', 'code', 'name'].map((field) => optionalText(params, field))
  const found = pixelsOf(call, id, created).filter(
    (pixel) =>
      (wantedId === undefined || pixel.id === wantedId) &&
      (code === undefined || codeOf(pixel.id) === code) &&
      (name === undefined || pixel.name.includes(name)),
  )
  const { list, page_info } = pageOf(call, found.map(render), { max: 20 })
  return { pixels: list, page_info }
}

export function createPixel(call: Call): object {
  const { id: advertiser, created } = advertiserOf(call)
  const { world, params } = call
  const name = requiredText(params, 'pixel_name')
  if (name.length > maxName) throw invalid(`pixel_name: Longer than maximum length ${maxName}.`)
  if (pixelsOf(call, advertiser, created).some((pixel) => pixel.name === name))
    throw invalid('pixel_name: The name is already used by another pixel.')
  const category = oneOf(params, 'pixel_category', categories, 'ONLINE_STORE')
  const id = world.newId()
  world.pixels.put(id, { id, advertiser, created: world.now(), updated: world.now(), name, category })
  return { pixel_id: id, pixel_code: codeOf(id) }
}
