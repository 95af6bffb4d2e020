import pMap from 'p-map'
import { PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { ForeseenAd, LaunchVerbs, Survey } from '../../contract/launch.ts'
import { isId } from '../map.ts'
import { fileIssues, postIn } from './check-ad.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import type { Lookups } from './lookups.ts'
import { formatOf, placeIssues, postIssues, rightsIssues, speakerOf } from './place-rules.ts'
import type { CallOptions } from '../client.ts'

interface Ground {
  lookups: Lookups
  now: () => Date
}

/** So many creatives of a campaign are shown, however many it holds. */
const mostActive = 15

/** What an item depends on beyond itself: its files, the campaign that is to hold it, who speaks, and the post that it shows. */
export function createSurvey({ lookups, now }: Ground): NonNullable<LaunchVerbs['survey']> {
  return async (item: Omit<OwnItem, 'facts'>, signal): Promise<Survey> => {
    const { ad, adSetId, accountId } = item
    const files = fileIssues(item)
    if (files.length > 0) return { facts: {}, issues: files }
    const options = { accountId, signal, maxWaitMs: 2_000 }
    const format = formatOf(
      ad,
      item.media.map(({ kind }) => kind),
    )
    const { issues, speaker } = await judge({ lookups, now }, { ad, adSetId, format }, options)
    if (issues.length > 0 || speaker === null) return { facts: {}, issues }
    const there = await lookups.creatives(accountId, adSetId, options)
    if (!ad.launchPaused && there.filter(({ intendedStatus }) => intendedStatus === 'ACTIVE').length >= mostActive) {
      const message = `ad set ${adSetId} has ${mostActive} active ads, the most that it can have: pause some, or launch paused`
      return { facts: {}, issues: [{ path: 'adSets', message }] }
    }
    const before = there.filter(({ name }) => name === ad.adName).map(({ id }) => id)
    return { facts: { organization: speaker, adsBefore: before.join(',') }, issues: [] }
  }
}

interface Wanted {
  ad: OwnAd
  adSetId: string
  format: string | null
}

async function judge({ lookups, now }: Ground, { ad, adSetId, format }: Wanted, options: CallOptions) {
  const place = isId(adSetId) ? await lookups.place(options.accountId, adSetId, options) : null
  const issues: Issue[] = placeIssues({ ad, adSetId, format, now: now() }, place)
  const speaker = speakerOf(ad, place)
  if (issues.length > 0) return { issues, speaker }
  issues.push(...rightsIssues(ad, speaker, await lookups.organizations(options.accountId, '', options)))
  const post = postIn(ad)
  if (post !== undefined) issues.push(...postIssues(ad, speaker, await lookups.post(options.accountId, post, options)))
  return { issues, speaker }
}

/** The same as for writes: more at once, and the platform starts to answer with throttles. */
const atOnce = 4

/** Asks for each ad set and each post once; the survey of the same ads then finds the answers remembered. */
export function createForesight(ground: Ground): NonNullable<LaunchVerbs['foresee']> {
  return async (accountId, ads, signal) => {
    const options = { accountId, signal, maxWaitMs: 1_000 }
    const foresee = async ({ ad, adSetIds }: ForeseenAd<OwnAd>) => {
      const format = formatOf(
        ad,
        ad.media.map(({ type }) => type),
      )
      const found = await pMap(adSetIds, (adSetId) => issuesInTime(ground, { ad, adSetId, format }, options), {
        concurrency: atOnce,
      })
      return withoutRepeats(found.flat())
    }
    return pMap(ads, foresee, { concurrency: atOnce })
  }
}

/** A read that failed, or came too late, says nothing about the ad. */
async function issuesInTime(ground: Ground, wanted: Wanted, options: CallOptions): Promise<Issue[]> {
  if (options.signal?.aborted) return []
  try {
    return (await judge(ground, wanted, options)).issues
  } catch (error) {
    if (error instanceof PlatformError || options.signal?.aborted) return []
    throw error
  }
}

function withoutRepeats(issues: Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}
