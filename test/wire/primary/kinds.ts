import { readBody } from '../body.ts'
import type { TypedCall } from './calls.ts'

/** What makes one creative, ad or upload another kind than the next, as dotted names. */
const tellingParts: Record<string, string[]> = {
  'AdAccount POST adcreatives': [
    'object_story_spec.link_data.image_hash',
    'object_story_spec.link_data.child_attachments',
    'object_story_spec.video_data',
    'object_story_id',
    'asset_feed_spec.asset_customization_rules',
    'asset_feed_spec.bodies',
    'asset_feed_spec.promotional_metadata',
    'branded_content',
    'instagram_branded_content',
    'execution_options',
  ],
  'AdAccount POST ads': ['creative_asset_groups_spec'],
  'AdAccount POST advideos': ['source', 'upload_phase=start', 'upload_phase=transfer', 'upload_phase=finish'],
  'AdAccount POST campaigns': ['special_ad_category_country', 'execution_options'],
  'AdAccount POST adsets': ['bid_amount', 'attribution_spec', 'targeting.geo_locations.cities', 'execution_options'],
  'Ad POST copies': ['creative_parameters'],
  'AdSet POST copies': ['deep_copy=true', 'deep_copy=false'],
}

/** The kinds that no call was of. */
export async function unseenKinds(calls: TypedCall[]): Promise<string[]> {
  const unseen = new Set(
    Object.entries(tellingParts).flatMap(([name, parts]) => parts.map((part) => `${name} ${part}`)),
  )
  for (const { operation, call } of calls) {
    const body = await readBody(call)
    if (body.kind !== 'form') continue
    for (const part of tellingParts[operation] ?? []) {
      if (isIn(body.fields, part)) unseen.delete(`${operation} ${part}`)
    }
  }
  return [...unseen]
}

function isIn(fields: URLSearchParams, part: string): boolean {
  const [path = '', wanted] = part.split('=')
  const [name = '', ...inner] = path.split('.')
  const text = fields.get(name)
  if (text === null) return false
  if (wanted !== undefined) return text === wanted
  let value: unknown = inner.length > 0 ? JSON.parse(text) : text
  for (const key of inner) value = (value as Record<string, unknown> | undefined)?.[key]
  return value !== undefined
}
