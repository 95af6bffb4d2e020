import type { LaunchVerbs, PreviewedAd } from '../../contract/launch.ts'
import { createSights, examineEach } from '../../kit/examine.ts'
import type { Room } from '../../kit/examine.ts'
import type { Api, CallOptions } from '../client.ts'
import { maxCreatives } from '../discover.ts'
import { creativesOf } from '../manage/read.ts'
import { idIn, isId } from '../map.ts'
import type { Creative } from '../wire.ts'
import type { OwnAd } from './fields.ts'
import { maxActive } from './survey.ts'

/** What stands in campaigns, all that takes room. */
const maxToCount = 10_000
const campaignsPerRead = 20
/** They take no room. */
const gone = new Set(['CANCELED', 'PENDING_DELETION', 'REMOVED'])

/** Whether the ad sets have room; whatever else an ad depends on, its survey looks at. */
export function createExamination(api: Api): Required<Pick<LaunchVerbs, 'examine' | 'forgetExamined'>> {
  const sights = createSights()
  return {
    async examine(accountId, asked, signal) {
      const ads: PreviewedAd<OwnAd>[] = asked
      const ids = ads.flatMap(({ adSetIds }) => adSetIds).filter(isId)
      const there = await sights.many(`creatives ${accountId}`, ids, (unseen) =>
        readCreatives(api, unseen, { accountId, signal }),
      )
      return examineEach(ads, ({ launchPaused }, adSetId) => ({
        issues: [],
        rooms: roomsOf(there.get(adSetId) ?? [], launchPaused),
      }))
    },
    forgetExamined: () => sights.forget(),
  }
}

async function readCreatives(api: Api, ids: string[], options: CallOptions): Promise<Map<string, Creative[]>> {
  const starts = Array.from({ length: Math.ceil(ids.length / campaignsPerRead) }, (_, n) => n * campaignsPerRead)
  const found = await Promise.all(
    starts.map((start) =>
      creativesOf(api, ids.slice(start, start + campaignsPerRead), { ...options, limit: maxToCount }),
    ),
  )
  const byCampaign = Map.groupBy(found.flat(), ({ campaign }) => idIn(campaign))
  return new Map(ids.map((id) => [id, byCampaign.get(id) ?? []]))
}

function roomsOf(creatives: Creative[], isPaused: boolean): Room[] {
  const live = creatives.filter(({ intendedStatus }) => !gone.has(intendedStatus))
  const all = { max: maxCreatives, there: live.length, of: 'ads' }
  if (isPaused) return [all]
  const active = live.filter(({ intendedStatus }) => intendedStatus === 'ACTIVE').length
  return [all, { max: maxActive, there: active, of: 'active ads' }]
}
