import { accountOf, missingKey } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { idIn } from '../objects/objects.ts'
import { allow, requiredText } from '../restli/params.ts'
import { platform } from '../world.ts'

/** One for each place where the ad may be seen; the page in the frame is the sandbox's own. */
function preview(call: ApiCall): ApiAnswer {
  allow(call, ['creative', 'account'])
  const name = requiredText(call, 'creative')
  const account = accountOf(call, idIn(requiredText(call, 'account'), 'sponsoredAccount') ?? '')
  const creative = call.world.creatives.get(idIn(name, 'sponsoredCreative') ?? '')
  if (creative?.account !== account.id) throw missingKey({ ...call, key: name })
  const page = `${call.request.origin}/manager/${platform}/${account.id}/ads/${creative.id}`
  const frame = (width: number) => `<iframe src="${page}" width="${width}" height="600" frameborder="0"></iframe>`
  const elements = Object.entries({ DESKTOP: 552, MOBILE: 320 }).map(([device, width]) => ({
    creative: name,
    preview: frame(width),
    placement: { linkedin: { contentPresentationType: 'SPONSORED_STATUS_UPDATE', placementName: `FEED_${device}` } },
  }))
  return { body: { elements, paging: { start: 0, count: 10, links: [], total: elements.length } } }
}

export const previewOperations: Operations = { 'FINDER-creative': { scopes: ['r_ads', 'rw_ads'], handle: preview } }
