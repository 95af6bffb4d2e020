import type { Issue } from '../../../errors.ts'
import type { DuplicateRequest, DuplicateVerbs } from '../../contract/duplicate.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Graph } from '../client.ts'
import type { CopyRun } from './copies.ts'
import { watchSessions } from './copies-session.ts'
import { prepareAd } from './ad.ts'
import { prepareAdSet } from './adset.ts'
import { prepareCampaign } from './campaign.ts'
import { atMost } from './lane.ts'
import { nodeId } from '../map.ts'
import { checkAdded, checkExcluded, checkPlaces, placesOf } from '../create/targeting-location.ts'

/** More calls at once for one account, and the platform starts to answer with throttles. */
const concurrency = 4
/** Copies wait for the account's allowance for a while rather than fail. */
const maxWaitMs = 30_000

const prepareLevel = { campaign: prepareCampaign, adset: prepareAdSet, ad: prepareAd }

const statusWords = { active: 'ACTIVE', paused: 'PAUSED', inherited: 'INHERITED_FROM_SOURCE' } as const

export function duplicateVerbs(graph: Graph, { isSandbox }: Surroundings): DuplicateVerbs {
  return {
    check: ({ location, locationMode }) => (location ? checkLocation(location, locationMode) : []),
    async prepare(accountId, request) {
      const account = nodeId(accountId)
      const options = { accountId: account, maxWaitMs: maxWaitMs }
      const lane = atMost(concurrency, graph)
      const copy = await prepareLevel[request.level]({ graph: lane, account, options }, request)
      const sessions = watchSessions(graph, options, isSandbox)
      return {
        copy(place) {
          const { mark, callMark, write } = place
          const run: CopyRun = {
            graph: lane,
            account,
            options,
            sessions,
            status: statusWords[request.status],
            mark,
            callMark,
            write,
          }
          return copy(run, place)
        },
      }
    },
  }
}

/** Merging keeps the places that are there, so it may do with exclusions or markets alone. */
function checkLocation(location: NonNullable<DuplicateRequest['location']>, mode = 'replace'): Issue[] {
  const { geo, excluded } = placesOf(location)
  const onlyExcludes = Object.keys(geo).length === 0 && excluded !== null
  const merged = onlyExcludes ? [] : checkAdded(geo, 'location')
  return [
    ...(mode === 'merge' ? merged : checkPlaces(geo, 'location')),
    ...checkExcluded(excluded, 'location.excluded_locations'),
  ]
}
