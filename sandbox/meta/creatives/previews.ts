import type { GraphCall } from '../call.ts'
import { badParameter, missingParameter } from '../errors.ts'
import type { Target } from '../graph/target.ts'
import { enumParam, objectParam, textOf } from '../graph/params.ts'
import { previewFormats } from '../report/tables.ts'

/** GET <ad or creative>/previews: a frame that shows the ad as it looks in one place. */
export function previews({ params }: GraphCall, { object }: Target): object {
  const format = enumParam(params, 'ad_format', previewFormats)
  if (!format) throw missingParameter('ad_format')
  const address = `https://business.example/ads/api/preview_iframe.php?d=${object.id}&amp;t=${format}`
  const body = `<iframe src="${address}" width="335" height="450" scrolling="yes" style="border: none;"></iframe>`
  return { data: [{ body }] }
}

/** GET act_<id>/generatepreviews: of a creative that is not made yet, or of one by its id. */
export function generatedPreviews(call: GraphCall, target: Target): object {
  const creative = objectParam(call.params, 'creative')
  if (!creative) throw missingParameter('creative')
  const id = textOf(creative['creative_id'])
  if (id !== undefined && call.world.creatives.get(id)?.tenant !== call.tenant)
    throw badParameter(`Creative ${id} does not exist`, 'creative')
  return previews(call, target)
}
