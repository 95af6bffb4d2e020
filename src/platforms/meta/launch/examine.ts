import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { LaunchVerbs, PreviewedAd } from '../../contract/launch.ts'
import { createSights, examineEach, noAdSet } from '../../kit/examine.ts'
import type { Judged, Sights } from '../../kit/examine.ts'
import type { CallOptions, Graph } from '../client.ts'
import { maxAdsPerAdSet } from '../discover.ts'
import { isMissing, isNodeId } from '../manage/read.ts'
import { nodeId } from '../map.ts'
import { IdWire } from '../wire.ts'
import type { OwnAd } from './fields.ts'
import { boostIssues, pageIssues } from './goal-rules.ts'
import { AdSetGoalWire } from './wire.ts'

const placeFields =
  'id,account_id,status,effective_status,end_time,is_dynamic_creative,optimization_goal,destination_type,promoted_object,' +
  'campaign{objective,status},ads.limit(1).summary(total_count){id}'

const TargetAdSetWire = AdSetGoalWire.extend({
  account_id: z.string(),
  status: z.string(),
  effective_status: z.string().optional(),
  end_time: z.string().optional(),
  is_dynamic_creative: z.boolean().optional(),
  campaign: z.object({ objective: z.string().optional(), status: z.string().optional() }),
  ads: z.object({ summary: z.object({ total_count: z.number() }).optional() }).optional(),
})

/** An ad set that is to hold an ad. */
type TargetAdSet = z.output<typeof TargetAdSetWire>

/** Who may speak in ads of an account; null: the connection may not list them. */
interface Speakers {
  pages: Set<string>
  profiles: Set<string> | null
}

interface AccountFacts {
  places: Map<string, TargetAdSet>
  speakers: Speakers
  now: Date
}

const closed = new Set(['DELETED', 'ARCHIVED'])

/** Whether the ad sets are there, open and have room, and whether who is named may speak in the account. */
export function createExamination(
  graph: Graph,
  now: () => Date,
): Required<Pick<LaunchVerbs, 'examine' | 'forgetExamined'>> {
  const sights = createSights()
  return {
    async examine(accountId, asked, signal) {
      const ads: PreviewedAd<OwnAd>[] = asked
      const options = { accountId: nodeId(accountId), signal }
      const [places, speakers] = await Promise.all([
        readPlaces({ graph, sights }, ads, options),
        sights.once(`speakers ${accountId}`, () => readSpeakers(graph, options)),
      ])
      const known = { places, speakers, now: now() }
      return examineEach(ads, (ad, adSetId) => judge(known, ad, adSetId))
    },
    forgetExamined: () => sights.forget(),
  }
}

interface Deps {
  graph: Graph
  sights: Sights
}

/** Those of the account, many in one call. */
function readPlaces(
  { graph, sights }: Deps,
  ads: PreviewedAd[],
  options: CallOptions,
): Promise<Map<string, TargetAdSet>> {
  const ids = ads.flatMap(({ adSetIds }) => adSetIds).filter(isNodeId)
  return sights.many(`place ${options.accountId}`, ids, async (unseen) => {
    const reads = unseen.map((id) => ({ path: id, params: { fields: placeFields } }))
    const answers = await graph.readMany(TargetAdSetWire, reads, options)
    const found = new Map<string, TargetAdSet>()
    for (const answer of answers) {
      if (isMissing(answer)) continue
      if (answer instanceof PlatformError) throw answer
      if (nodeId(answer.account_id) === options.accountId) found.set(answer.id, answer)
    }
    return found
  })
}

const many = 1_000

async function readSpeakers(graph: Graph, options: CallOptions): Promise<Speakers> {
  const list = (edge: string, more: Partial<CallOptions> = {}) =>
    graph.list(IdWire, `${options.accountId}/${edge}`, { fields: 'id' }, { ...options, ...more, limit: many })
  const [pages, profiles] = await Promise.all([
    list('promote_pages'),
    list('instagram_accounts', { needs: 'secondary profiles' }).catch(nullWhenRefused),
  ])
  return { pages: idsOf(pages), profiles: profiles && idsOf(profiles) }
}

function idsOf(found: { id: string }[]): Set<string> {
  return new Set(found.map(({ id }) => id))
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'rejected') return null
  throw error
}

function judge({ places, speakers, now }: AccountFacts, ad: OwnAd, adSetId: string): Judged {
  const place = places.get(adSetId)
  if (!place) return { issues: [noAdSet(adSetId), ...speakerIssues(ad, speakers)] }
  const goals = ad.scalePostId ? boostIssues(ad, place, 'unreadable') : pageIssues(ad, place)
  return { issues: [...placeIssues(place, now), ...goals, ...speakerIssues(ad, speakers)], rooms: roomsOf(place) }
}

function placeIssues(place: TargetAdSet, now: Date): Issue[] {
  const wrong = (message: string) => [{ path: 'adSets', message: `ad set ${place.id} ${message}` }]
  const words = [place.status, place.effective_status ?? '']
  const own = words.find((word) => closed.has(word))
  if (own !== undefined) return wrong(`is ${own.toLowerCase()}: it takes no ads`)
  const above = place.campaign.status ?? ''
  if (closed.has(above)) return wrong(`is in a campaign that is ${above.toLowerCase()}: it takes no ads`)
  if (place.end_time && new Date(place.end_time) <= now)
    return wrong(`ended on ${place.end_time.slice(0, 10)}: it takes no ads`)
  return []
}

/** An ad set for dynamic creative holds one ad, any other many; what is archived or deleted takes no room. */
function roomsOf({ is_dynamic_creative: isDynamic, ads }: TargetAdSet) {
  // The platform leaves an empty list out, summary and all.
  const there = ads?.summary?.total_count ?? 0
  return [{ max: isDynamic ? 1 : maxAdsPerAdSet, there, of: 'ads' }]
}

function speakerIssues({ page, secondary }: OwnAd, { pages, profiles }: Speakers): Issue[] {
  const issues: Issue[] = []
  const where = '(GET /v1/profiles lists those that may)'
  if (page && !pages.has(page)) issues.push({ path: 'page', message: `${page} may not speak in ads here ${where}` })
  if (secondary && profiles && !profiles.has(secondary))
    issues.push({ path: 'secondary', message: `${secondary} may not speak in ads here ${where}` })
  return issues
}
