import type { Issue } from '../../../errors.ts'
import type { LaunchVerbs } from '../../contract/launch.ts'
import type { OwnAd } from './fields.ts'
import { fileIssues } from './check-ad.ts'
import type { CallOptions, Snap } from '../client.ts'
import { adTypes, creativeType } from './creative.ts'
import { remember } from '../../kit/remember.ts'
import { createOwners, readWhole } from '../manage/read.ts'

interface AdSet {
  accountId: string | null
  /** What kind of ads it holds; its first ad decides. */
  childType: string | undefined
}

/** What an item depends on beyond itself: its files, and the ad set that is to hold it. */
export function createSurvey(snap: Snap): NonNullable<LaunchVerbs['survey']> {
  const owners = createOwners()
  const adSets = remember(async (_account, id, options: CallOptions): Promise<AdSet | null> => {
    const squad = await readWhole(snap, 'adset', id, options)
    const childType = squad?.child_ad_type
    return (
      squad && {
        accountId: (await owners.placeOf(snap, 'adset', squad, options))?.accountId ?? null,
        childType: typeof childType === 'string' ? childType : undefined,
      }
    )
  })

  return async (item, signal) => {
    const options = { accountId: item.accountId, signal, maxWaitMs: 2_000 }
    const adSet = await adSets(item.accountId, item.adSetId, options)
    return { facts: {}, issues: [...fileIssues(item.ad, item.media), ...adSetIssues(item, adSet)] }
  }
}

function adSetIssues(
  { ad, adSetId, accountId }: { ad: OwnAd; adSetId: string; accountId: string },
  adSet: AdSet | null,
): Issue[] {
  if (adSet?.accountId !== accountId)
    return [{ path: 'adSets', message: `there is no ad set ${adSetId} in this account` }]
  const type = adTypes[creativeType(ad)]
  if (adSet.childType === undefined || adSet.childType === type) return []
  const message = `makes an ad of type ${type}, but the ad set holds ads of type ${adSet.childType}`
  return [{ path: ad.snapAdType === undefined ? 'link' : 'snapAdType', message }]
}
