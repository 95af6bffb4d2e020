import { advertiserOf, oneOf, optionalText, requiredText, stamp } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { pageOf } from '../lists.ts'

const types = ['LEAD_GEN', 'STORE_FRONT', 'TIKTOK_INSTANT_PAGE']

/** Pages that open inside of the app, forms among them: made by people alone; each account has one. */
export function getPages(call: Call): object {
  const { id, created } = advertiserOf(call)
  const type = oneOf(call.params, 'business_type', types, 'LEAD_GEN')
  const status = oneOf(call.params, 'status', ['EDITED', 'PUBLISHED', ''], '')
  const title = optionalText(call.params, 'title') ?? ''
  const pages = [
    { page_id: `71${id.slice(2)}`, title: 'Showroom visit', business_type: 'LEAD_GEN', status: 'PUBLISHED' },
  ]
  const found = pages.filter(
    (page) => page.business_type === type && page.title.includes(title) && (status === '' || page.status === status),
  )
  const time = stamp(created)
  return pageOf(
    call,
    found.map((page) => ({ ...page, create_time: time, update_time: time, publish_time: time })),
    { max: 100 },
  )
}

/** An ad as it would appear; the page is the sandbox's own. */
export function previewAd(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  requiredText(call.params, 'preview_type')
  oneOf(call.params, 'preview_type', ['AD'], '')
  const ad = call.world.ads.get(requiredText(call.params, 'ad_id'))
  if (ad?.advertiser !== advertiser) throw invalid('ad_id: The ad does not exist.')
  const page = `${call.request.origin}/manager/tiktok/${advertiser}/ads/${ad.id}`
  return { preview_link: page, iframe: `<iframe src="${page}" width="375" height="667"></iframe>` }
}
