import { z } from 'zod'
import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import { decidedIn } from '../../kit/decided.ts'
import { at } from '../../kit/fields/sent-fields.ts'
import { unlistedIn } from './enhancements.ts'
import { disclosureOf } from './fields.ts'
import type { OwnItem } from './fields.ts'
import type { Graph, Params } from '../client.ts'
import { assetGroups } from './creative/feed.ts'
import { assetsOf } from './creative/story.ts'
import { creativeParams, usesAssetGroups } from './creative.ts'
import { nodeId } from '../map.ts'

/** Told back whether they were sent or not: left to the platform, they are what it has chosen. */
const switchFields = ['contextual_multi_ads', 'destination_spec', 'degrees_of_freedom_spec']

const AnyObject = z.record(z.string(), z.unknown())

/** The ad and its creative as they were sent, against what the platform says they are. */
export function receiptOf(
  graph: Graph,
  item: OwnItem,
  results: Record<string, StepResult>,
  aiDisclosureFeature: string,
): ReceiptComparison {
  // The platform rewrites the creative's name, and labels are ours alone.
  const { name: _name, adlabels: _labels, ...creative } = creativeParams(item, results, aiDisclosureFeature)
  const asked = {
    name: item.ad.adName,
    adset_id: item.adSetId,
    status: item.ad.launchPaused ? 'PAUSED' : 'ACTIVE',
    ...(usesAssetGroups(item) ? { creative_asset_groups_spec: assetGroups(item.ad, assetsOf(item, results)) } : {}),
    creative: withoutUndefined(creative),
  }
  const disclosed = at(`creative.degrees_of_freedom_spec.creative_features_spec.${aiDisclosureFeature}`)
  return {
    asked,
    decided: decidedIn(item.facts),
    sentFields: disclosureOf(item.ad) ? { aiDisclosure: disclosed, aiMediaSelfDisclosure: disclosed } : {},
    unlisted: (stored) => unlistedIn(stored.creative ?? {}, aiDisclosureFeature),
    async read(adId) {
      const { creative: wanted, ...ad } = asked
      const parts = new Set([...Object.keys(wanted), ...switchFields])
      const fields = [...Object.keys(ad), `creative{${[...parts].join(',')}}`].join(',')
      return graph.get(AnyObject, adId, { fields }, { accountId: nodeId(item.accountId) })
    },
  }
}

function withoutUndefined(params: Params): Params {
  return JSON.parse(JSON.stringify(params)) as Params
}
