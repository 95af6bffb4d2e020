import { sql } from 'kysely'
import type { SearchCampaign } from '../../platforms/contract/search-ads.ts'
import type { EntityStatus } from '../../platforms/contract/manage.ts'
import { openAccount } from '../accounts.ts'
import type { OpenAccount } from '../accounts.ts'
import { lastWriteAt } from '../journal/past-writes.ts'
import type { ManageDeps, Reading } from '../manage/opening.ts'
import { requireVerb } from '../verbs.ts'

/** What was read is good for so long, unless something was changed through us since. */
export const freshMinutes = 15

export interface Structure {
  campaigns: SearchCampaign[]
  currency: string
  /** Whether the platform was asked just now. */
  source: 'platform' | 'cache'
  cachedAt: Date
}

/** The campaigns of an account, from what was read before where that is still good. */
export async function readStructure(
  deps: ManageDeps,
  context: Reading,
  { accountId, refresh = false, status }: { accountId: string; refresh?: boolean; status?: EntityStatus },
): Promise<Structure> {
  const opened = await openAccount(deps, context, accountId)
  const verbs = requireVerb(opened, 'searchAds')
  const lane = laneOf(context, opened)
  const kept = refresh ? null : await keptFor(deps, lane)
  const { campaigns, readAt } = kept ?? (await keep(deps, lane, await verbs.readCampaigns(opened.ref)))
  const wanted = campaigns.filter((campaign) => status === undefined || stateOf(campaign) === status)
  return {
    campaigns: wanted,
    currency: opened.ref.currency,
    source: kept ? 'cache' : 'platform',
    cachedAt: readAt,
  }
}

function laneOf({ company }: Reading, { platform, account }: OpenAccount) {
  return { companyId: company.id, platform: platform.name, accountId: account.account_id }
}

type Lane = ReturnType<typeof laneOf>

interface Kept {
  campaigns: SearchCampaign[]
  readAt: Date
}

async function keptFor({ db }: ManageDeps, lane: Lane): Promise<Kept | null> {
  const row = await db
    .selectFrom('campaign_structures')
    .select(['campaigns', 'read_at'])
    .where('company_id', '=', lane.companyId)
    .where('platform', '=', lane.platform)
    .where('account_id', '=', lane.accountId)
    .where('read_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${freshMinutes})`)
    .executeTakeFirst()
  if (!row) return null
  const changedAt = await lastWriteAt(db, lane)
  if (changedAt && changedAt >= row.read_at) return null
  return { campaigns: row.campaigns as SearchCampaign[], readAt: row.read_at }
}

async function keep({ db }: ManageDeps, lane: Lane, campaigns: SearchCampaign[]): Promise<Kept> {
  const values = { campaigns: JSON.stringify(campaigns), read_at: sql<Date>`clock_timestamp()` }
  const { read_at: readAt } = await db
    .insertInto('campaign_structures')
    .values({ company_id: lane.companyId, platform: lane.platform, account_id: lane.accountId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'platform', 'account_id']).doUpdateSet(values))
    .returning('read_at')
    .executeTakeFirstOrThrow()
  return { campaigns, readAt }
}

function stateOf({ status }: SearchCampaign): EntityStatus {
  return status === 'ENABLED' ? 'active' : status === 'PAUSED' ? 'paused' : 'pending'
}
