import { PlatformError } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { entryOf, required } from '../../lookup.ts'
import type { Fate, ManyWrite, Negative, NewKeyword, NewNegative } from '../../platforms/contract/search-ads.ts'
import { openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { keptById } from '../audit/kept.ts'
import { inAccount } from '../guards/changes/change.ts'
import { passGuards } from '../guards/gate.ts'
import type { GuardAnswer } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import { entityError, refuseIf, describeGuards } from '../manage/opening.ts'
import { perform } from '../writes/perform.ts'
import type { EntityError, Rehearsable } from '../manage/opening.ts'
import type { Writing } from '../writes/perform.ts'
import type { AccountDeps } from '../deps.ts'
import { requireVerb } from '../connections/verbs.ts'
import { openPlace, requireCampaigns, requireGroups } from './lists.ts'

/** The most that one call adds or removes. */
export const maxAtOnce = 1000

/** What became of one of many. */
interface OneResult {
  index: number
  id: string | null
  success: boolean
  outcome: Fate['outcome']
  error?: EntityError
}

interface Counted<T> {
  results: (T & OneResult)[]
  successCount: number
  failCount: number
}

export type ManyResults<T> = Counted<T> & Rehearsable<'platform'>

export interface KeywordsRequest {
  accountId: string
  adGroupId: string
  keywords: NewKeyword[]
  dryRun?: boolean
}

export async function addKeywords(
  deps: AccountDeps,
  context: Spending,
  { accountId, adGroupId, keywords, dryRun }: KeywordsRequest,
): Promise<ManyResults<NewKeyword>> {
  const opened = await openPlace(deps, context, { accountId, adGroupId })
  refuseIf(below('keywords', opened.verbs.checkKeywords(opened.ref, keywords)))
  const write = opened.verbs.addKeywords(opened.ref, adGroupId, keywords)
  const change = inAccount(opened, `keywords ${adGroupId}`, keywords.length)
  const guards = await passGuards(deps, context, () => ({ changes: [change], state: null }), { dryRun })
  return make(deps, context, opened, { kind: 'keywords', write, about: keywords, dryRun, guards })
}

export interface NegativesRequest {
  accountId: string
  negatives: NewNegative[]
  dryRun?: boolean
}

export async function addNegatives(
  deps: AccountDeps,
  context: Writing,
  { accountId, negatives, dryRun }: NegativesRequest,
): Promise<ManyResults<NewNegative>> {
  const opened = await openAccount(deps, context, accountId)
  const verbs = requireVerb(opened, 'searchAds')
  refuseIf(below('negatives', verbs.checkKeywords(opened.ref, negatives)))
  await requireCampaigns(
    opened,
    negatives.flatMap(({ campaignId }) => campaignId ?? []),
  )
  await requireGroups(
    opened,
    negatives.flatMap(({ adGroupId }) => adGroupId ?? []),
  )
  const write = verbs.addNegatives(opened.ref, negatives)
  return make(deps, context, opened, { kind: 'negatives', write, about: negatives, dryRun })
}

export interface RemovalRequest {
  accountId: string
  ids: string[]
  /** Whether entries of lists go too, for all campaigns that use the list. */
  allowShared?: boolean
  dryRun?: boolean
}

export async function removeNegatives(
  deps: AccountDeps,
  context: Spending,
  { accountId, ids, allowShared = false, dryRun }: RemovalRequest,
): Promise<ManyResults<{ id: string }>> {
  const opened = await openAccount(deps, context, accountId)
  const unique = [...new Set(ids)]
  const write = await requireVerb(opened, 'searchAds').removeNegatives(opened.ref, unique)
  context.touched?.({ before: keptById(write.present, ({ id }) => id, keptNegative) })
  if (!allowShared) refuseIf(write.shared.map(sharedIssue))
  const about = unique.map((id) => ({ id }))
  const change = inAccount(opened, 'remove negatives', unique.length)
  const guards = await passGuards(deps, context, () => ({ changes: [change], state: null }), { dryRun })
  const done = await make(deps, context, opened, { kind: 'remove negatives', write, about, dryRun, guards })
  const byId = new Map(done.results.map((result) => [result.id, result]))
  // Whoever names one twice is told of it twice.
  return { ...done, ...counted(ids.map((id, index) => ({ ...entryOf(byId, id, 'fate'), index }))) }
}

function keptNegative({ level, text, matchType, campaignId, adGroupId, listId }: Negative): object {
  return { level, text, matchType, place: adGroupId ?? campaignId ?? listId }
}

function sharedIssue({ id, text, listName, campaigns = [] }: Negative): Issue {
  const users = campaigns.map(({ name }) => name).join(', ') || 'no campaign at present'
  const message = `${id} (${text}) stands in the list ${listName}, used by ${users}: with allowShared it is removed for all of them`
  return { path: 'allowShared', message }
}

interface Many<T> {
  kind: string
  write: ManyWrite
  /** What each of them was asked to be. */
  about: T[]
  dryRun?: boolean
  guards?: GuardAnswer
}

async function make<T extends object>(
  deps: AccountDeps,
  context: Writing,
  opened: OpenAccount,
  { kind, write, about, dryRun, guards = { notes: [], forecast: null } }: Many<T>,
): Promise<ManyResults<T>> {
  const { isSandbox: sandbox } = opened
  if (dryRun)
    return {
      sandbox,
      ...describeResult(about, await write.rehearse()),
      dryRun: true,
      depth: 'platform',
      ...describeGuards(guards),
    }
  const result = await perform(deps, context, opened, { kind, part: kind, write })
  return { sandbox, ...describeResult(about, write.fatesIn(result)) }
}

function describeResult<T extends object>(about: T[], fates: Fate[]): Counted<T> {
  return counted(about.map((each, index) => ({ ...each, ...resultOf(index, required(fates[index], 'fate')) })))
}

function counted<T>(results: (T & OneResult)[]): Counted<T> {
  const successCount = results.filter(({ success }) => success).length
  return { results, successCount, failCount: results.length - successCount }
}

function resultOf(index: number, { id, outcome, failure }: Fate): OneResult {
  const success = outcome !== 'refused' && outcome !== 'missing'
  if (outcome === 'missing') {
    const error = {
      code: 'not_found',
      message: `There is no negative ${id} in this account.`,
      retryable: false,
    } as const
    return { index, id, success, outcome, error }
  }
  return { index, id, success, outcome, ...(failure ? { error: entityError(new PlatformError(failure)) } : {}) }
}

function below<I extends { path: string }>(list: string, issues: I[]): I[] {
  return issues.map((issue) => ({ ...issue, path: `${list}.${issue.path}` }))
}
