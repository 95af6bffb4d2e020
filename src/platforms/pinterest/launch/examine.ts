import type { Issue } from '../../../errors.ts'
import type { LaunchVerbs, PreviewedAd } from '../../contract/launch.ts'
import { createSights, examineEach, noAdSet } from '../../kit/examine.ts'
import type { Api, CallOptions } from '../client.ts'
import { forIds } from '../discover.ts'
import { allStatuses } from '../map.ts'
import { AdGroupWire, BoardWire, CampaignWire } from '../wire.ts'
import type { OwnAd } from './fields.ts'

interface TargetAdGroup {
  status: string
  campaignStatus: string | undefined
}

const maxBoards = 5_000
const isId = (text: string) => /^\d{1,30}$/.test(text)

/** Whether the ad sets are there and open, and whether the connection has the boards. */
export function createExamination(api: Api): Required<Pick<LaunchVerbs, 'examine' | 'forgetExamined'>> {
  const sights = createSights()
  return {
    async examine(accountId, asked, signal) {
      const ads: PreviewedAd<OwnAd>[] = asked
      const options = { accountId, signal }
      const ids = ads.flatMap(({ adSetIds }) => adSetIds).filter(isId)
      const [places, boards] = await Promise.all([
        sights.many(`place ${accountId}`, ids, (unseen) => readPlaces(api, unseen, options)),
        sights.once(`boards ${accountId}`, () => readBoards(api, options)),
      ])
      return examineEach(ads, ({ boardId }, adSetId) => ({
        issues: [...placeIssues(adSetId, places.get(adSetId)), ...boardIssues(boardId, boards)],
      }))
    },
    forgetExamined: () => sights.forget(),
  }
}

async function readPlaces(api: Api, ids: string[], options: CallOptions): Promise<Map<string, TargetAdGroup>> {
  const base = `ad_accounts/${options.accountId}`
  const groups = await forIds(ids, (some) => {
    const query = { ad_group_ids: some, entity_statuses: allStatuses }
    return api.list(AdGroupWire, `${base}/ad_groups`, query, { ...options, limit: some.length })
  })
  const campaignIds = [...new Set(groups.map(({ campaign_id: id }) => id))]
  const campaigns = await forIds(campaignIds, (some) => {
    const query = { campaign_ids: some, entity_statuses: allStatuses }
    return api.list(CampaignWire, `${base}/campaigns`, query, { ...options, limit: some.length })
  })
  const above = new Map(campaigns.map(({ id, status }) => [id, status]))
  return new Map(
    groups.map((group) => [group.id, { status: group.status, campaignStatus: above.get(group.campaign_id) }]),
  )
}

async function readBoards(api: Api, options: CallOptions): Promise<Set<string>> {
  const query = { ad_account_id: options.accountId }
  const boards = await api.list(BoardWire, 'boards', query, { ...options, limit: maxBoards })
  return new Set(boards.map(({ id }) => id))
}

function placeIssues(id: string, place: TargetAdGroup | undefined): Issue[] {
  if (!place) return [noAdSet(id)]
  const wrong = (message: string) => [{ path: 'adSets', message: `ad set ${id} ${message}` }]
  if (place.status === 'ARCHIVED') return wrong('is archived: it takes no ads')
  return place.campaignStatus === 'ARCHIVED' ? wrong('is in a campaign that is archived: it takes no ads') : []
}

function boardIssues(boardId: string | undefined, boards: Set<string>): Issue[] {
  if (boardId === undefined || boards.has(boardId)) return []
  const message = `the connection has no board ${boardId} (GET /v1/pinterest/boards lists them)`
  return [{ path: 'boardId', message }]
}
