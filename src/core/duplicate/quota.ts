import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/connect.ts'
import type { DuplicateRequest } from '../../platforms/contract/duplicate.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { Spending } from '../guards/terms.ts'
import { numbersBegun } from '../journal/past-writes.ts'
import { copyNames } from './copy-writer.ts'
import { giveBackAds, hasQuota, requireRoom, takeAds } from '../quotas/use.ts'

const pageSize = 200

/** Where a copy that is asked for counts for the quota of ads. */
interface CopiesQuota {
  take(): Promise<void>
  /** Of copies that were certainly not made. */
  giveBack(copies: number): Promise<void>
}

const none: CopiesQuota = { take: async () => undefined, giveBack: async () => undefined }

/** Throws where there is no room for the ads of the copies; those that an earlier try of the same call has begun were counted then. */
export async function quotaOfCopies(
  { db }: { db: Db },
  { company, operationKey }: Spending,
  opened: OpenAccount,
  { level, sourceId, isDeep, copyCount }: DuplicateRequest & { copyCount: number },
): Promise<CopiesQuota> {
  if (level !== 'ad' && !isDeep) return none
  if (!(await hasQuota(db, company.id, 'adsADay'))) return none
  const begun = await numbersBegun(db, company.id, copyNames(sourceId, operationKey))
  const asked = copyCount - begun.filter((number) => number <= copyCount).length
  if (asked === 0) return none
  const each = level === 'ad' ? 1 : await adsIn(opened, level, sourceId)
  await requireRoom(db, company.id, 'adsADay', each * asked)
  const day = new Date().toISOString().slice(0, 10)
  return {
    take: () => inTransaction(db, (trx) => takeAds(trx, company.id, each * asked)),
    giveBack: (copies) => giveBackAds(db, company.id, each * Math.min(copies, asked), day),
  }
}

/** How many ads a copy with everything below it makes; where the platform does not tell: one. */
async function adsIn(opened: OpenAccount, level: 'campaign' | 'adset', sourceId: string): Promise<number> {
  const { session, ref } = opened
  if (!session.listAds || !session.listPerformance) return 1
  const adSets =
    level === 'adset'
      ? [sourceId]
      : await idsOf((after) => session.listPerformance!(ref, 'adset', { campaignId: sourceId, limit: pageSize, after }))
  let ads = 0
  for (const adSetId of adSets)
    ads += (await idsOf((after) => session.listAds!(ref, { adSetId, limit: pageSize, after }))).length
  return ads
}

async function idsOf(
  page: (after: string | undefined) => Promise<{ items: { id: string }[]; after: string | null }>,
): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { items, after: next } = await page(after)
    ids.push(...items.map(({ id }) => id))
    after = next ?? undefined
  } while (after !== undefined)
  return ids
}
