import type { LaunchVerbs } from '../../contract/launch.ts'
import type { Sights } from '../../kit/examine.ts'
import type { Api } from '../client.ts'
import { automationOf, isEntityId } from '../map.ts'
import { closedIssue, readSmartAdGroups, whyClosed } from '../smart-plus/closing.ts'
import type { Closing } from '../smart-plus/closing.ts'
import { manualIssue } from './check-ad.ts'
import { seenAdGroups } from './examine.ts'

/** Ad sets that take no ads are known before a launch is accepted: nothing could ever be made in them. */
export function createPreview(api: Api, sights: Sights, closing: Closing): NonNullable<LaunchVerbs['preview']> {
  return async (accountId, ads, signal) => {
    const options = { accountId, signal, maxWaitMs: 1_000 }
    const ids = ads.flatMap(({ adSetIds }) => adSetIds).filter(isEntityId)
    const find = async () => {
      const found = [...(await seenAdGroups(api, sights, ids, options)).values()]
      const reasons = await whyClosed(api, closing, found, options)
      const manual = new Set(found.filter((each) => automationOf(each) === 'manual').map((each) => each.adgroup_id))
      return { reasons, manual, smart: reasons.size > 0 ? await readSmartAdGroups(api, options) : [] }
    }
    const { reasons, manual, smart } = await find().catch((error: unknown) => {
      // What could not be asked in time is asked again before anything is written.
      if (signal.aborted) return { reasons: new Map<string, string>(), manual: new Set<string>(), smart: [] }
      throw error
    })
    return ads.map(({ ad, adSetIds }) => {
      const closed = adSetIds.flatMap((id) => {
        const why = reasons.get(id)
        return why === undefined ? [] : [closedIssue(id, why, smart)]
      })
      const isWrong = ad.type === 'flexible' && adSetIds.some((id) => manual.has(id))
      return { issues: isWrong ? [...closed, manualIssue] : closed }
    })
  }
}
