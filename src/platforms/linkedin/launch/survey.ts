import pMap from 'p-map'
import { PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { Decided, PreviewedAd, LaunchVerbs, Survey } from '../../contract/launch.ts'
import { decidedByPost, decidedFacts } from '../../kit/decided.ts'
import { isId } from '../map.ts'
import { fileIssues, postIn } from './check-ad.ts'
import { callsToAction } from './cta.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import type { Lookups } from './lookups.ts'
import { formatOf, placeIssues, postFormatIssues, postIssues, rightsIssues, speakerOf } from './place-rules.ts'
import type { CallOptions } from '../client.ts'
import type { Post } from '../wire.ts'

interface Deps {
  lookups: Lookups
  now: () => Date
}

/** So many creatives of a campaign are shown, however many it holds. */
export const maxActive = 15

/** What an item depends on beyond itself: its files, the campaign that is to hold it, who speaks, and the post that it shows. */
export function createSurvey({ lookups, now }: Deps): NonNullable<LaunchVerbs['survey']> {
  return async (item: Omit<OwnItem, 'facts'>, signal): Promise<Survey> => {
    const { ad, adSetId, accountId } = item
    const files = fileIssues(item)
    if (files.length > 0) return { facts: {}, issues: files }
    const options = { accountId, signal, maxWaitMs: 2_000 }
    const format = formatOf(
      ad,
      item.media.map(({ kind }) => kind),
    )
    const { issues, speaker, decided } = await judge({ lookups, now }, { ad, adSetId, format }, options)
    if (issues.length > 0 || speaker === null) return { facts: {}, issues }
    const there = await lookups.creatives(accountId, adSetId, options)
    if (!ad.launchPaused && there.filter(({ intendedStatus }) => intendedStatus === 'ACTIVE').length >= maxActive) {
      const message = `ad set ${adSetId} has ${maxActive} active ads, the most that it can have: pause some, or launch paused`
      return { facts: {}, issues: [{ path: 'adSets', message }] }
    }
    const before = item.mayExist ? [] : there.filter(({ name }) => name === ad.adName).map(({ id }) => id)
    return { facts: { organization: speaker, adsBefore: before.join(','), ...decidedFacts(decided) }, issues: [] }
  }
}

interface Wanted {
  ad: OwnAd
  adSetId: string
  format: string | null
}

async function judge({ lookups, now }: Deps, { ad, adSetId, format }: Wanted, options: CallOptions) {
  const place = isId(adSetId) ? await lookups.place(options.accountId, adSetId, options) : null
  const issues: Issue[] = placeIssues({ ad, adSetId, format, now: now() }, place)
  const speaker = speakerOf(ad, place)
  if (issues.length > 0) return { issues, speaker, decided: [] }
  issues.push(...rightsIssues(ad, speaker, await lookups.organizations(options.accountId, '', options)))
  const urn = postIn(ad)
  if (urn === undefined) return { issues, speaker, decided: [] }
  const post = await lookups.post(options.accountId, urn, options)
  return {
    issues: [...issues, ...postIssues(ad, speaker, post), ...postFormatIssues(post, adSetId, place)],
    speaker,
    decided: decidedBy(post, ad),
  }
}

/** A sponsored post keeps its own button and link: an ad cannot give it others. */
function decidedBy(post: Post | null, ad: OwnAd): Decided[] {
  if (!post) return []
  const { contentCallToActionLabel: cta = null, contentLandingPage: link = null } = post
  return decidedByPost(ad, { cta, link }, callsToAction.buttonFor)
}

/** The same as for writes: more at once, and the platform starts to answer with throttles. */
const atOnce = 4

/** Asks for each ad set and each post once; the survey of the same ads then finds the answers remembered. */
export function createPreview(deps: Deps): NonNullable<LaunchVerbs['preview']> {
  return async (accountId, ads, signal) => {
    const options = { accountId, signal, maxWaitMs: 1_000 }
    const preview = async ({ ad, adSetIds }: PreviewedAd<OwnAd>) => {
      const format = formatOf(
        ad,
        ad.media.map(({ type }) => type),
      )
      const found = await pMap(adSetIds, (adSetId) => judgeInTime(deps, { ad, adSetId, format }, options), {
        concurrency: atOnce,
      })
      const decided = found.find((each) => each.decided.length > 0)?.decided ?? []
      return { issues: withoutRepeats(found.flatMap((each) => each.issues)), decided }
    }
    return pMap(ads, preview, { concurrency: atOnce })
  }
}

/** A read that failed, or came too late, says nothing about the ad. */
async function judgeInTime(deps: Deps, wanted: Wanted, options: CallOptions) {
  const nothing = { issues: [], decided: [] }
  if (options.signal?.aborted) return nothing
  try {
    return await judge(deps, wanted, options)
  } catch (error) {
    if (error instanceof PlatformError || options.signal?.aborted) return nothing
    throw error
  }
}

function withoutRepeats(issues: Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}
