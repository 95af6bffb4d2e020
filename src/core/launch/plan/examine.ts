import pMap from 'p-map'
import { AppError, PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { AdPreview, LaunchItem, LaunchVerbs } from '../../../platforms/contract/launch.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import type { Visit } from '../media/media-visit.ts'
import { warnOfDecided } from './decided.ts'
import { lookAtFiles } from './look-at-files.ts'
import type { Files, AdLook } from './look-at-files.ts'
import type { PlannedAd } from './planned-ad.ts'
import { openWorking } from '../../connections/working.ts'

const usualMs = 30_000
/** Of one account; a survey may read several things of each, and the platform allows so many calls. */
const maxAdSets = 200
const noFiles: Files = { media: [], thumbnails: [] }

interface Examination {
  accounts: Iterable<CachedAccount>
  planned: PlannedAd[]
  media: Visit
  withinMs?: number
}

/**
 * Asks the platforms everything that decides whether the ads can be made as things stand: what their drivers examine, and what
 * the survey of each ad in each of its ad sets would say when it is made. Answers whether all were asked about; of those
 * that were not, a warning says so.
 */
export async function examine(
  connections: Connections,
  company: CompanyRef,
  { accounts, planned, media, withinMs = usualMs }: Examination,
): Promise<boolean> {
  const signal = AbortSignal.timeout(withinMs)
  const open = planned.filter(({ issues }) => issues.length === 0)
  // Platforms are asked while the files come.
  const looked = lookAtFiles(media, open, signal)
  const settled = Promise.allSettled(looked.map(({ files }) => files))
  const looks = [...accounts].map(async (account) => {
    const ads = looked.filter(
      ({ planned: ad }) => ad.platform === account.platform && ad.accountId === account.account_id,
    )
    if (ads.length === 0) return true
    try {
      const { session } = await openWorking(connections, company, account)
      return await examineIn(session.launch, ads, account.account_id, signal)
    } catch (error) {
      for (const { planned: ad } of ads) warn(ad, 'adAccountId', `could not be asked about: ${whyNot(error, signal)}`)
      return false
    }
  })
  try {
    return (await Promise.all(looks)).every(Boolean)
  } finally {
    // Nobody fetches for a look that is over.
    await settled
  }
}

async function examineIn(
  launch: LaunchVerbs | undefined,
  ads: AdLook[],
  accountId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = ads.map(({ planned: { ad, adSets } }) => ({ ad, adSetIds: adSets.map(({ value }) => value) }))
  // None of them needs what another one finds: together they take as long as the longest.
  const [examined, previewed, surveys] = await Promise.all([
    launch?.examine?.(accountId, asked, signal),
    launch?.preview?.(accountId, asked, signal),
    launch ? surveyAll(launch, linesOf(ads), accountId, signal) : noSurveys,
    launch?.survey ? surveyAhead(launch, linesOf(ads), accountId, signal) : undefined,
  ])
  for (const found of [examined, previewed]) ads.forEach((ad, position) => addProblems(ad, found?.[position]))
  // Of an ad that cannot be made as it is, the reasons that are told first are enough.
  const open = new Set(ads.map(({ planned }) => planned).filter(({ issues }) => issues.length === 0))
  for (const { planned, issues } of surveys.found) if (open.has(planned)) addIssues(planned, issues)
  const files = await Promise.all(ads.map((ad) => ad.files))
  const blind = ads.filter((_ad, position) => files[position] === null)
  for (const { planned } of blind)
    warn(planned, 'media', 'could not be looked at in time: what the files are is told when the ad is made')
  return surveys.isWhole && blind.length === 0
}

function addProblems({ planned }: AdLook, found: AdPreview | undefined): void {
  const { issues = [], open = [], decided = [] } = found ?? {}
  addIssues(planned, issues)
  for (const { path, message } of open) warn(planned, path, message)
  warnOfDecided(planned, decided)
}

interface Surveys {
  found: { planned: PlannedAd; issues: Issue[] }[]
  /** Whether every ad set was asked about. */
  isWhole: boolean
}

const noSurveys: Surveys = { found: [], isWhole: true }

interface SurveyedAd extends AdLook {
  adSetId: string
}

/** Items that share an ad set ask for the same: one after the other finds it remembered. */
function linesOf(ads: AdLook[]): SurveyedAd[][] {
  const items = ads.flatMap((ad) => ad.planned.adSets.map(({ value: adSetId }) => ({ ...ad, adSetId })))
  return [...Map.groupBy(items, ({ adSetId }) => adSetId).values()]
}

function unmade(accountId: string, { planned, adSetId }: SurveyedAd, files: Files): Omit<LaunchItem, 'facts'> {
  // Nothing is made: what is there before says nothing, and need not be read.
  const unnamed = { adToken: '', itemToken: '', batchLabel: '', mayExist: true }
  return { accountId, adSetId, ad: planned.ad, ...files, ...unnamed }
}

/**
 * Most of what a survey asks does not depend on the files, and platforms can be asked while they come: the survey that has
 * the files finds the answers remembered. What this one says is not heard.
 */
async function surveyAhead(
  launch: LaunchVerbs,
  lines: SurveyedAd[][],
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  let areHere = false
  void Promise.allSettled(lines.flat().map(({ files }) => files)).then(() => (areHere = true))
  await pMap(
    lines.slice(0, maxAdSets),
    async (line) => {
      for (const each of line) {
        if (areHere) return
        await launch.survey?.(unmade(accountId, each, noFiles), signal).catch(() => undefined)
      }
    },
    { concurrency: launch.concurrency },
  )
}

async function surveyAll(
  launch: LaunchVerbs,
  lines: SurveyedAd[][],
  accountId: string,
  signal: AbortSignal,
): Promise<Surveys> {
  for (const { planned } of lines.slice(maxAdSets).flat())
    warn(planned, 'adSets', `were not all asked about: of an account ${maxAdSets} are at once`)
  const found: Surveys['found'] = []
  await pMap(
    lines.slice(0, maxAdSets),
    async (line) => {
      for (const each of line) {
        const files = await each.files
        if (files === 'broken') continue
        const item = unmade(accountId, each, files ?? noFiles)
        const issues = await surveyed(async () => (await launch.survey?.(item, signal))?.issues ?? [])
        const told = files ? issues : issues.filter(({ path }) => !path.startsWith('media'))
        found.push({ planned: each.planned, issues: told })
      }
    },
    { concurrency: launch.concurrency },
  )
  return { found, isWhole: lines.length <= maxAdSets }
}

/** What the platform refuses to show for good is refused when the ad is made, too. */
async function surveyed(survey: () => Promise<Issue[]>): Promise<Issue[]> {
  try {
    return await survey()
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'rejected') return [{ path: 'adSets', message: error.message }]
    throw error
  }
}

function addIssues({ index, issues }: PlannedAd, found: Issue[]): void {
  const known = new Set(issues.map(({ path, message }) => `${path} ${message}`))
  for (const { path, message } of found) {
    const issue = { path: `ads.${index}.${path}`, message }
    if (!known.has(`${issue.path} ${message}`)) issues.push(issue)
  }
}

function warn({ index, warnings }: PlannedAd, field: string, message: string): void {
  const path = `ads.${index}.${field}`
  if (!warnings.some((known) => known.path === path && known.message === message)) warnings.push({ path, message })
}

/** A platform that does not answer, or says no, has told nothing. */
function whyNot(error: unknown, signal: AbortSignal): string {
  if (error instanceof PlatformError || error instanceof AppError) return error.message
  if (signal.aborted) return 'the platform took too long'
  throw error
}
