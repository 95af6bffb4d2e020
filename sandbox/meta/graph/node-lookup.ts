import type { Collection } from '../../core/collection.ts'
import type { GraphCall } from '../call.ts'
import { unknownNode } from '../errors.ts'
import type { World } from '../world.ts'
import type { GraphObject } from '../campaigns/objects.ts'
import { adMedia, adPost } from '../creatives/ad-content.ts'
import { virtualNode } from './read/shown-node.ts'
import type { Target } from './target.ts'
import { userId } from './access/tenant-ids.ts'

type ObjectKind = {
  [Kind in keyof World]: World[Kind] extends Collection<infer T> ? (T extends GraphObject ? Kind : never) : never
}[keyof World]

const kinds: [ObjectKind, string][] = [
  ['accounts', 'AdAccount'],
  ['ads', 'Ad'],
  ['adsets', 'AdSet'],
  ['campaigns', 'Campaign'],
  ['creatives', 'AdCreative'],
  ['images', 'AdImage'],
  ['videos', 'AdVideo'],
  ['labels', 'AdLabel'],
  ['pages', 'Page'],
  ['posts', 'PagePost'],
  ['instagrams', 'IGUser'],
  ['instagramMedia', 'IGMedia'],
  ['pixels', 'AdsPixel'],
  ['businesses', 'Business'],
  ['sessions', 'AsyncSession'],
  ['reportRuns', 'AdReportRun'],
  ['comments', 'Comment'],
  ['instagramComments', 'IGComment'],
  ['budgetSchedules', 'HighDemandPeriod'],
  ['customConversions', 'CustomConversion'],
  ['customAudiences', 'CustomAudience'],
  ['savedAudiences', 'SavedAudience'],
  ['leadForms', 'LeadgenForm'],
  ['creators', 'IGUser'],
]

/** The object with this id, unless it belongs to another company: then it does not exist. */
export function findNode(call: GraphCall, id: string): Target {
  const ownId = userId(call.tenant, call.opened.person)
  if (id === 'me' || id === ownId)
    return {
      type: 'User',
      object: { ...virtualNode(ownId, { name: `Sandbox user of ${call.tenant}` }), tenant: call.tenant },
    }
  for (const [kind, type] of kinds) {
    const object: GraphObject | undefined = call.world[kind].get(id)
    if (object && object.tenant === call.tenant && isOpen(call, object)) return { type, object }
  }
  const shown = adPost(call, id) ?? adMedia(call, id)
  if (shown) return shown
  throw unknownNode(id, call.method)
}

/** What is in an account is there for those who may enter it. */
function isOpen({ opened }: GraphCall, object: GraphObject): boolean {
  const account = object['account_id']
  return typeof account !== 'string' || opened.opens(`act_${account}`)
}
