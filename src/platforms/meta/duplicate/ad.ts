import { brokenRules } from '../../../errors.ts'
import type { CreatedCopy, CopySlot, CopyValues, DuplicateRequest } from '../../contract/duplicate.ts'
import type { CopyRun } from './copies.ts'
import { copyNow } from './copies.ts'
import { adNotCopyable, isOneOf } from './codes.ts'
import { changedContent, changedGroups, checkContent, creativeFields } from './content.ts'
import { recreateAd } from './recreate.ts'
import type { NewAd } from './recreate.ts'
import { SourceAdWire, TargetAdSetWire } from './wire.ts'
import type { SourceAd } from './wire.ts'
import { numbered, rename, suffixOf } from './naming.ts'
import { readOwn } from './source.ts'
import { allowsAssetGroups } from '../launch/goal-rules.ts'
import type { Reading } from './source.ts'

/** An ad to be copied, where to, and what is different about the copy. */
export interface AdCopy extends NewAd {
  source: { id: string; name: string }
  suffix: string | null
  /** See CopyCall. */
  parentId?: string
}

/** Lets the platform copy the ad; where it refuses, the ad is made anew. */
export async function copyAd(run: CopyRun, ad: AdCopy): Promise<{ id: string; method: 'copies' | 'recreation' }> {
  // Asset groups belong to the ad, and a copy cannot be given others.
  if (ad.groups === undefined) {
    try {
      const params = { adset_id: ad.adSetId, ...(ad.content ? { creative_parameters: ad.content } : {}) }
      const { source, suffix, parentId } = ad
      const { id } = await copyNow(run, { level: 'ad', source, params, suffix, parentId })
      return { id, method: 'copies' }
    } catch (error) {
      if (!isOneOf(error, adNotCopyable)) throw error
    }
  }
  return { id: await recreateAd(run, ad), method: 'recreation' }
}

export async function prepareAd(reading: Reading, request: DuplicateRequest) {
  const { sourceId, targetId, copyValues, newName } = request
  const more = copyValues ? `,creative{${creativeFields}}` : ''
  const fields = `id,name,account_id,adset_id,status,creative_asset_groups_spec${more}`
  const [source, target] = await Promise.all([
    readOwn(reading, SourceAdWire, { what: 'ad', id: sourceId, fields }),
    targetId === undefined
      ? null
      : readOwn(reading, TargetAdSetWire, { what: 'ad set', id: targetId, fields: targetFields }),
  ])
  refuseOtherObjective(source, target?.campaign)
  const changes = copyValues ? changesOf(source, copyValues) : {}
  return async (run: CopyRun, { number }: CopySlot): Promise<CreatedCopy> => {
    const suffix = suffixOf(number)
    const first = source.name + suffix
    const { id, method } = await copyAd(run, {
      sourceId,
      source,
      suffix,
      name: numbered(newName, number) ?? first,
      adSetId: targetId ?? source.adset_id,
      ...changes,
    })
    const naming =
      method === 'recreation' && newName !== undefined
        ? { name: numbered(newName, number)!, renamed: true, warnings: [] }
        : await rename(run, id, { current: first, wanted: newName, copyNumber: number })
    return { id, method, ...naming, locationApplied: false, missing: [] }
  }
}

const targetFields = 'id,account_id,optimization_goal,campaign{objective}'

/** Asset groups stay with an ad when it is copied, and not every campaign takes them. */
function refuseOtherObjective(
  { creative_asset_groups_spec: groups }: SourceAd,
  campaign?: { objective?: string },
): void {
  if (!groups || !campaign || allowsAssetGroups(campaign.objective)) return
  const message = `a flexible ad with asset groups cannot be in a campaign for ${campaign.objective ?? 'another objective'}`
  throw brokenRules([{ path: 'targetAdSetId', message }])
}

function changesOf(source: SourceAd, values: CopyValues): Pick<NewAd, 'content' | 'groups'> {
  const { creative, creative_asset_groups_spec: groups } = source
  const issues = creative ? checkContent(creative, values) : []
  if (issues.length > 0) throw brokenRules(issues)
  const content = creative ? changedContent(creative, values, groups !== undefined) : {}
  const changesGroups = values.primaryTexts.length > 0 || values.headlines.length > 0 || values.url !== undefined
  return {
    ...(Object.keys(content).length > 0 ? { content } : {}),
    ...(groups && changesGroups ? { groups: changedGroups(groups, values) } : {}),
  }
}
