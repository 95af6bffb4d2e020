import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import type { BatchRow } from '../../batches/row.ts'
import type { Context } from '../../context.ts'
import type { Failure } from '../../journal/item-ends.ts'
import { seenBefore } from '../../reach.ts'
import type { DraftContent } from './drafts.ts'

/** What is left of a batch, as it was asked for, and what stood against each of its ads. */
export interface AdsToMend {
  content: DraftContent
  /** By the place that an ad has in the draft. */
  failures: Issue[]
}

type Ad = Record<string, unknown>

/** The ways to name an ad set, of which the draft has one. */
const namesOfAdSets = ['adSets', 'adSetIds', 'adSetId'] as const

/** Each ad once, with the ad sets in which it does not exist. Of a batch that the caller sees whole. */
export async function adsToMend(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  batch: BatchRow,
): Promise<AdsToMend> {
  if (batch.state !== 'error' && batch.state !== 'partial' && batch.state !== 'cancelled')
    throw new AppError('conflict', `A batch that is ${batch.state} has nothing to mend.`, { state: batch.state })
  const { request } = await db
    .selectFrom('batches')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select('request')
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('batch_items')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select(['ad_index', 'account_id', 'ad_set_id', 'ad_set_label', 'failure'])
    .where('batch_id', '=', batch.id)
    .where('state', 'in', ['failed', 'cancelled'])
    .orderBy('id')
    .execute()
  const { ads, launchPaused } = request as unknown as DraftContent
  const left = [...Map.groupBy(items, (item) => item.ad_index)]
  const content = left.map(([index, own]): Ad => {
    const ad: Ad = { ...required(ads[index], 'ad that was asked for') }
    for (const name of namesOfAdSets) delete ad[name]
    const adSets = own.map(({ ad_set_id: value, ad_set_label: label }) => ({ value, ...(label ? { label } : {}) }))
    return { ...ad, adAccountId: required(own[0], 'ad').account_id, adSets }
  })
  const failures = left.flatMap(([, own], place) =>
    own.flatMap(({ failure }) => (failure ? [issueOf(failure as Failure, place)] : [])),
  )
  return { content: { ads: content, ...(launchPaused ? { launchPaused } : {}) }, failures: [...unique(failures)] }
}

function issueOf({ field, message, hint }: Failure, place: number): Issue {
  const path = field === undefined ? `ads.${place}` : `ads.${place}.${field}`
  return { path, message: hint === undefined ? message : `${message} ${hint}` }
}

/** An ad may have failed in several ad sets for one reason. */
function unique(issues: Issue[]): Iterable<Issue> {
  return new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()
}
