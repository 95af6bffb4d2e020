import { customerOf, inCamelCase, readBody } from '../call.ts'
import type { AdsCall } from '../call.ts'
import { badJson, refusal } from '../errors.ts'
import { textOf } from '../objects/objects.ts'
import type { Fields } from '../objects/objects.ts'
import { stamp } from '../objects/show.ts'
import { platform } from '../world.ts'

const maxAds = 10
const days = 30

/** `customers/1:generateShareablePreviews`: where an ad can be looked at for a month; here it is the sandbox's own page. */
export function generatePreviews(call: AdsCall, [id = '']: string[]): object {
  const customer = customerOf(call, id)
  const { operation } = readBody(call, ['operation', 'customerId'])
  const given = inCamelCase(
    typeof operation === 'object' && operation ? operation : {},
    ['shareablePreviews'],
    'operation',
  )
  const wanted = given['shareablePreviews'] ?? []
  if (!Array.isArray(wanted)) throw badJson('operation', "Invalid value at 'operation.shareable_previews' (repeated)")
  if (wanted.length === 0) throw refusal('requestError.REQUIRED_FIELD_MISSING', 'No ad is named.')
  if (wanted.length > maxAds)
    throw refusal('shareablePreviewError.TOO_MANY_RESOURCES_IN_REQUEST', `At most ${maxAds} ads can be named.`)
  const expirationDateTime = stamp(call.world.now() + days * 86_400_000, customer.timeZone).slice(0, 19)
  const previews = wanted.map((each: unknown) => {
    const named = inCamelCase(typeof each === 'object' && each ? each : {}, ['adGroupAd', 'previewType'], 'operation')
    const ad = call.world.adGroupAds.get(textOf(named['adGroupAd']))
    if (ad?.customer !== customer.id)
      throw refusal('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', {
        trigger: textOf(named['adGroupAd']),
      })
    const page = `${call.request.origin}/manager/${platform}/${customer.id}/ads/${textOf((ad.fields['ad'] as Fields)['id'])}`
    return { adGroupAd: ad.name, expirationDateTime, uiPreviewResult: { shareablePreviewUrl: page } }
  })
  call.limiter.charge(call.tenant, customer.id, 1)
  return { result: { previews } }
}
