import { sql } from '../../db/sql.ts'
import { only, required } from '../../lookup.ts'
import type { SearchCampaign } from '../../platforms/contract/search-ads.ts'
import type { EntityStatus } from '../../platforms/contract/manage.ts'
import { openCached, requireAccount } from '../connections/accounts.ts'
import { laneIs } from '../journal/lane/lanes.ts'
import { wroteSince } from '../journal/past-writes.ts'
import type { LaneName } from '../journal/lane/lanes.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'
import type { StructureMemory } from './memory.ts'
import { requireVerb } from '../connections/verbs.ts'

/** What was read is good for so long, unless something was changed through us since. */
export const freshMinutes = 15

export interface SearchStructure {
  campaigns: SearchCampaign[]
  currency: string
  /** Whether the platform was asked just now. */
  source: 'platform' | 'cache'
  cachedAt: Date
}

type Deps = AccountDeps & { structureMemory: StructureMemory }

/** The campaigns of an account, from what was read before where that is still good. */
export async function readStructure(
  deps: Deps,
  context: Reading,
  { accountId, refresh = false, status }: { accountId: string; refresh?: boolean; status?: EntityStatus },
): Promise<SearchStructure> {
  const account = await requireAccount(deps, context, accountId)
  const { platform, account_id: id, currency } = account
  const lane = { companyId: context.company.id, platform, accountId: id }
  const { stamp, now } = await lookAt(deps, lane)
  const kept = refresh || stamp === null ? null : await keptAt(deps, lane, stamp)
  const read = async () => {
    const opened = await openCached(deps, context, account)
    return keep(deps, lane, now, await requireVerb(opened, 'searchAds').readCampaigns(opened.ref))
  }
  const campaigns = kept ?? (await read())
  return {
    campaigns: status === undefined ? campaigns : campaigns.filter((campaign) => stateOf(campaign) === status),
    currency,
    source: kept ? 'cache' : 'platform',
    cachedAt: new Date(kept ? required(stamp, 'stamp') : now),
  }
}

interface Look {
  /** When what is kept was read; null: nothing is kept, or it is no longer good. */
  stamp: string | null
  /** By the database's clock, before anything is read: what is changed meanwhile makes it old at once. */
  now: string
}

const timeText = (time: string) => sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

async function lookAt({ db }: Deps, lane: LaneName): Promise<Look> {
  const { rows } = await sql<Look>`
    SELECT ${timeText('clock_timestamp()')} AS now, (
      SELECT ${timeText('read_at')} FROM campaign_structures kept
      WHERE ${laneIs(lane)} AND read_at > clock_timestamp() - make_interval(mins => ${freshMinutes})
        AND NOT ${wroteSince(lane, sql`kept.read_at`)}
    ) AS stamp`.execute(db)
  return only(rows)
}

const nameOf = ({ companyId, platform, accountId }: LaneName) => `${companyId} ${platform} ${accountId}`

/** null: it was read anew in this very moment. */
async function keptAt({ db, structureMemory }: Deps, lane: LaneName, stamp: string): Promise<SearchCampaign[] | null> {
  const remembered = structureMemory.get(nameOf(lane), stamp)
  if (remembered) return remembered
  const { rows } = await sql<{ campaigns: SearchCampaign[] }>`
    SELECT campaigns FROM campaign_structures WHERE ${laneIs(lane)} AND read_at = ${stamp}::timestamptz`.execute(db)
  const campaigns = rows[0]?.campaigns ?? null
  if (campaigns) structureMemory.set(nameOf(lane), { stamp, campaigns })
  return campaigns
}

async function keep(
  { db, structureMemory }: Deps,
  lane: LaneName,
  stamp: string,
  campaigns: SearchCampaign[],
): Promise<SearchCampaign[]> {
  const values = { campaigns: JSON.stringify(campaigns), read_at: sql<Date>`${stamp}::timestamptz` }
  await db
    .insertInto('campaign_structures')
    .values({ company_id: lane.companyId, platform: lane.platform, account_id: lane.accountId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'platform', 'account_id'])
        .doUpdateSet(values)
        .where('campaign_structures.read_at', '<', values.read_at),
    )
    .execute()
  structureMemory.set(nameOf(lane), { stamp, campaigns })
  return campaigns
}

function stateOf({ status }: SearchCampaign): EntityStatus {
  return status === 'ENABLED' ? 'active' : status === 'PAUSED' ? 'paused' : 'pending'
}
