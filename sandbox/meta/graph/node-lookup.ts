import type { Collection } from '../../core/collection.ts'
import { hashText } from '../../core/figures/random.ts'
import type { GraphCall } from './call.ts'
import { unknownNode } from './errors.ts'
import type { Graph } from './graph.ts'
import type { Account, GraphObject } from '../campaigns/objects.ts'
import { adMedia, adPost } from '../creatives/ad-content.ts'
import { virtualNode } from '../types/accounts.ts'

export interface Target {
  type: string
  object: GraphObject
}

type ObjectKind = {
  [Kind in keyof Graph]: Graph[Kind] extends Collection<infer T> ? (T extends GraphObject ? Kind : never) : never
}[keyof Graph]

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
  ['creators', 'IGUser'],
]

/** Eight digits that stand for a company in the ids of what it was seeded with. */
export function tenantNumber(tenant: string): string {
  return String(10_000_000 + (hashText(tenant) % 90_000_000))
}

export function userId(tenant: string): string {
  return `1220${tenantNumber(tenant)}001`
}

/** The object with this id, unless it belongs to another company: then it does not exist. */
export function findNode(call: GraphCall, id: string): Target {
  if (id === 'me' || id === userId(call.tenant))
    return {
      type: 'User',
      object: { ...virtualNode(userId(call.tenant), { name: `Sandbox user of ${call.tenant}` }), tenant: call.tenant },
    }
  for (const [kind, type] of kinds) {
    const object: GraphObject | undefined = call.graph[kind].get(id)
    if (object && object.tenant === call.tenant) return { type, object }
  }
  const shown = adPost(call, id) ?? adMedia(call, id)
  if (shown) return shown
  throw unknownNode(id, call.method)
}

/** The ad account that a call about this object counts for. */
export function accountOf(call: GraphCall, { object }: Target): Account | undefined {
  return typeof object['account_id'] === 'string' ? call.graph.accounts.get(`act_${object['account_id']}`) : undefined
}
