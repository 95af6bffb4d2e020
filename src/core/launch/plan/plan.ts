import type { Issue } from '../../../errors.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { enhancementIssues } from '../../../platforms/kit/enhancements.ts'
import { isWebAddress, webAddressRule } from '../../../platforms/kit/web-address.ts'
import type { LaunchAd } from '../../../platforms/contract/launch.ts'
import { usualKinds } from '../../../platforms/contract/media.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import type { LaunchDefaults, LaunchTerms } from '../../launch-defaults/launch-defaults.ts'
import { notTakenIn } from '../../connections/opened/taken-in.ts'
import { workspaceProblem } from '../../connections/workspaces.ts'
import { checkRoom } from './ad-set-room.ts'
import { knownTo } from './known-defaults.ts'
import type { PlannedAd } from './planned-ad.ts'
import type { LaunchRequest, RequestedAd } from './request.ts'
import { inOwnWords, refusedFields, unusedWarnings } from './unused-fields.ts'

/** Ads times ad sets: beyond this a launch is better cut in two. */
export const maxAdsToExist = 5000

export interface PlanFacts {
  platforms: Platforms
  /** By the account id as the caller wrote it. */
  accounts: Map<string, CachedAccount>
  /** Accounts that are called what was given where no account has it as its id. */
  called: Map<string, CachedAccount[]>
  /** Ids of the company's workspaces. */
  workspaces: Set<string>
  defaultsFor(accountId: string): LaunchTerms
  /** Who launches. */
  by: Partial<Pick<Context, 'actor' | 'approval'>>
}

/** Turns a request into ads to make, and finds everything that is wrong with it. Changes nothing. */
export function planLaunch(request: LaunchRequest, known: PlanFacts): PlannedAd[] {
  const planned = request.ads.map((asked, index) => planAd(asked, index, request, known))
  checkClientRefs(planned)
  checkRoom(planned)
  const total = countOf(planned)
  if (total > maxAdsToExist) {
    const message = `ads times ad sets make ${total} ads; a launch makes at most ${maxAdsToExist}`
    planned[0]?.issues.push({ path: 'ads', message })
  }
  return planned
}

/** One ad in three ad sets makes three. */
export function countOf(planned: PlannedAd[]): number {
  return planned.reduce((sum, ad) => sum + ad.adSets.length, 0)
}

export function warningsOf(planned: PlannedAd[]): PlannedAd['warnings'] {
  return planned.flatMap((ad) => ad.warnings)
}

export function issuesOf(planned: PlannedAd[]): Issue[] {
  return planned.flatMap((ad) => ad.issues)
}

/** Nothing is launched into what nothing opens; null: something does. */
function whyClosed({ account_id: id, is_connected: isConnected }: CachedAccount): string | null {
  return isConnected
    ? null
    : `the ad account ${id} is not connected: connect it again, or choose it, on the page Connections`
}

function planAd(given: RequestedAd, index: number, request: LaunchRequest, known: PlanFacts): PlannedAd {
  const path = `ads.${index}`
  const issues: Issue[] = []
  const account = known.accounts.get(given.adAccountId)
  if (!account) issues.push({ path: `${path}.adAccountId`, message: unknownAccount(given.adAccountId, known) })
  const closed = account && (whyClosed(account) ?? notTakenIn(known.by, account))
  if (closed) issues.push({ path: `${path}.adAccountId`, message: closed })
  const stray = given.workspaceId && workspaceProblem(given.workspaceId, account, known.workspaces)
  if (stray) issues.push({ path: `${path}.workspaceId`, message: stray })
  const platform = platformOf(given, account, known.platforms, { path, issues })
  const accountId = account?.account_id ?? given.adAccountId
  const driver = (platform && known.platforms.driver(platform)) || null
  const asked = driver ? inOwnWords(known.platforms, driver, given) : given
  // Of a platform that is not known, nothing is asked that any other would not ask.
  const drivers = driver ? [driver] : known.platforms.all
  const terms = known.defaultsFor(accountId)
  const ad = toLaunchAd(asked, request, knownTo(driver, terms.fields), drivers)
  const adSets = dedupe(asked.adSets ?? request.adSets ?? [])
  if (adSets.length === 0)
    issues.push({ path: `${path}.adSets`, message: 'at least one ad set is needed, on the ad or for all ads' })
  issues.push(...checkContent(ad, path, drivers), ...checkKinds(ad, path, drivers))
  if (driver?.launchTypes && !driver.launchTypes.includes(ad.type)) {
    const message = `${ad.type} ads cannot be launched on ${driver.name}; possible: ${driver.launchTypes.join(', ')}`
    issues.push({ path: `${path}.type`, message })
  } else if (driver) {
    issues.push(...refusedFields(known.platforms, driver, ad, path), ...(driver.checkAd?.(ad, path) ?? []))
    issues.push(...enhancementIssues([driver], ad.enhancements, `${path}.enhancements`))
    if (terms.requireAiDisclosure) issues.push(...undisclosed(driver, ad, path))
  }
  const { adSets: _sets, ...rest } = asked
  const warnings = driver ? unusedWarnings(known.platforms, driver, { ad, given: rest, path }) : []
  const clientRef = asked.clientRef ?? null
  const names = new Set(Object.keys(withoutEmpty(rest)))
  const isSandbox = account?.is_sandbox ?? null
  const facts = { index, platform, driver, accountId, isSandbox, clientRef }
  return { ...facts, ad, given: names, asked: { ...given }, decided: [], adSets, issues, warnings }
}

/** An ad that shows what exists already is spoken for by whoever made that. */
function undisclosed(driver: Platform, ad: LaunchAd, path: string): Issue[] {
  const said = ad as unknown as Record<string, unknown>
  const names = ['aiDisclosure', 'aiMediaSelfDisclosure'].filter((name) => driver.launchFields?.ad?.[name])
  if (names.length === 0 || driver.showsExisting?.(ad)) return []
  if (names.some((name) => typeof said[name] === 'boolean')) return []
  const message =
    'is required: true where media were made or altered with AI, false where they were not. The launch default requireAiDisclosure asks for it'
  return [{ path: `${path}.aiDisclosure`, message }]
}

const maxNamed = 5

/** People know accounts by their names, of which several may have the same. */
function unknownAccount(given: string, { called }: PlanFacts): string {
  const namesakes = called.get(given) ?? []
  if (namesakes.length === 0) return `there is no ad account ${given} in this company (GET /v1/adaccounts lists them)`
  const ids = namesakes.slice(0, maxNamed).map(({ account_id: id, platform }) => `${id} (${platform})`)
  const more = namesakes.length > maxNamed ? ` and ${namesakes.length - maxNamed} more` : ''
  if (namesakes.length === 1) return `"${given}" is the name of an ad account: give its id, ${ids[0]}`
  return `${namesakes.length} ad accounts are called "${given}": give the id of the one that is meant: ${ids.join(', ')}${more}`
}

function platformOf(
  asked: RequestedAd,
  account: CachedAccount | undefined,
  platforms: Platforms,
  { path, issues }: { path: string; issues: Issue[] },
): string | null {
  const named = asked.adAccountType === undefined ? null : platforms.named(asked.adAccountType)
  if (asked.adAccountType !== undefined && !named) {
    issues.push({
      path: `${path}.adAccountType`,
      message: `is not a platform; use one of ${platforms.words.join(', ')}`,
    })
  }
  if (named && account && named !== account.platform) {
    issues.push({
      path: `${path}.adAccountType`,
      message: `says ${named}, but the account belongs to ${account.platform}`,
    })
  }
  const platform = account?.platform ?? named
  const driver = platform === null ? null : platforms.driver(platform)
  if (platform && !driver?.launchTypes) {
    const begin = driver?.insteadOfLaunching
    const hint = begin ? `; it has operations of its own for what it has instead, which begin with ${begin}` : ''
    issues.push({ path: `${path}.adAccountType`, message: `ads cannot be launched on ${platform}${hint}` })
  }
  return platform
}

function toLaunchAd(
  asked: RequestedAd,
  request: LaunchRequest,
  defaults: LaunchDefaults,
  drivers: readonly Platform[],
): LaunchAd {
  const {
    adAccountId: _account,
    adAccountType: _type,
    workspaceId: _workspace,
    clientRef: _ref,
    adSets: _sets,
    status,
    ...rest
  } = asked
  const filled = { ...withoutEmpty(defaults), ...withoutEmpty(rest) }
  const ad: LaunchAd = {
    ...filled,
    adName: asked.adName,
    type: asked.type ?? 'single',
    launchPaused: asked.launchPaused ?? (status ? status === 'PAUSED' : (request.launchPaused ?? false)),
    media: asked.media ?? [],
  }
  const implied = asked.type === undefined && drivers.map((driver) => driver.impliedType?.(ad)).find(Boolean)
  return implied ? { ...ad, type: implied } : ad
}

/** Real clients send empty strings for what they leave out. */
function withoutEmpty<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined && field !== ''),
  ) as Partial<T>
}

function dedupe(adSets: NonNullable<LaunchRequest['adSets']>): { value: string; label: string | null }[] {
  const byId = new Map<string, string | null>()
  for (const adSet of adSets) {
    const { value, label = null } = typeof adSet === 'string' ? { value: adSet } : adSet
    if (!byId.get(value)) byId.set(value, label)
  }
  return [...byId].map(([value, label]) => ({ value, label }))
}

function checkContent(ad: LaunchAd, path: string, drivers: readonly Platform[]): Issue[] {
  const issues: Issue[] = []
  if (ad.link !== undefined && !isWebAddress(ad.link)) issues.push({ path: `${path}.link`, message: webAddressRule })
  if (ad.media.length === 0 && !drivers.some((driver) => driver.takesNoMedia?.(ad))) {
    issues.push({ path: `${path}.media`, message: 'at least one media item is needed' })
  }
  const isPreview = drivers.some((driver) => driver.showsExisting?.(ad))
  ad.media.forEach((media, index) => {
    const where = `${path}.media.${index}`
    if (!media.url && !isPreview) issues.push({ path: `${where}.url`, message: 'is required' })
    for (const field of ['url', 'thumbnail'] as const) {
      if (media[field] && !isWebAddress(media[field]))
        issues.push({ path: `${where}.${field}`, message: webAddressRule })
    }
  })
  return issues
}

/** What the caller says a file is; what it turns out to be is told when the ad is made. */
function checkKinds(ad: LaunchAd, path: string, drivers: readonly Platform[]): Issue[] {
  const taken = new Set(drivers.flatMap(({ mediaKinds = usualKinds }) => mediaKinds))
  return ad.media.flatMap(({ type }, index) => {
    if (type === undefined || taken.has(type)) return []
    const message = `a ${type} cannot be launched on ${drivers.map(({ name }) => name).join(', ')}`
    return [{ path: `${path}.media.${index}.type`, message: `${message}; possible: ${[...taken].join(', ')}` }]
  })
}

function checkClientRefs(planned: PlannedAd[]): void {
  const firstWith = new Map<string, number>()
  for (const { clientRef, index, issues } of planned) {
    if (clientRef === null) continue
    const first = firstWith.get(clientRef)
    if (first === undefined) firstWith.set(clientRef, index)
    else
      issues.push({
        path: `ads.${index}.clientRef`,
        message: `is used by ads.${first} already; it must be unique in the launch`,
      })
  }
}
