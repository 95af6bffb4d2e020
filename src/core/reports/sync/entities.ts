import type pg from 'pg'
import type { AdDay, EntityLevel } from '../../../platforms/contract/report.ts'
import type { ReportAccount } from './types.ts'

/** Our keys of what figures name, by the platform's ids. */
export interface EntityKeys {
  /** Makes sure that everything the rows name has a key. Answers how many ads were never heard of before. */
  learn(client: pg.ClientBase, rows: AdDay[]): Promise<number>
  keyOf(level: EntityLevel, id: string): number
}

/** Kept for as long as one account is being read: later windows mostly name what earlier ones named. */
export function createEntityKeys(account: ReportAccount): EntityKeys {
  const keys: Record<EntityLevel, Map<string, number>> = { campaign: new Map(), adset: new Map(), ad: new Map() }

  function unknownIn(rows: AdDay[]): { levels: EntityLevel[]; ids: string[] } {
    const unknown: Record<EntityLevel, Set<string>> = { campaign: new Set(), adset: new Set(), ad: new Set() }
    for (const row of rows) {
      if (!keys.ad.has(row.adId)) unknown.ad.add(row.adId)
      if (!keys.adset.has(row.adSetId)) unknown.adset.add(row.adSetId)
      if (!keys.campaign.has(row.campaignId)) unknown.campaign.add(row.campaignId)
    }
    const pairs = (['campaign', 'adset', 'ad'] as const).flatMap((level) =>
      [...unknown[level]].map((id) => ({ level, id })),
    )
    return { levels: pairs.map(({ level }) => level), ids: pairs.map(({ id }) => id) }
  }

  return {
    async learn(client, rows) {
      const { levels, ids } = unknownIn(rows)
      if (ids.length === 0) return 0
      const found = await client.query<FoundKey>(findOrMake, [account.companyId, account.key, levels, ids])
      for (const { level, id, key } of found.rows) keys[level].set(id, key)
      return found.rows.filter(({ level, is_new }) => level === 'ad' && is_new).length
    },
    keyOf(level, id) {
      const key = keys[level].get(id)
      if (key === undefined) throw new Error(`The ${level} ${id} was not learned.`)
      return key
    },
  }
}

interface FoundKey {
  level: EntityLevel
  id: string
  key: number
  is_new: boolean
}

/** The names of the account's ads may be read at the same time, and be a moment faster: then theirs is the key. */
const findOrMake = `
  WITH named AS (SELECT * FROM unnest($3::text[], $4::text[]) AS named (level, id)),
  known AS (SELECT level, id, key FROM report_entities JOIN named USING (level, id) WHERE account_key = $2),
  made AS (
    INSERT INTO report_entities (company_id, account_key, level, id)
    SELECT $1, $2, level, id FROM named WHERE NOT EXISTS (SELECT 1 FROM known WHERE (known.level, known.id) = (named.level, named.id))
    ON CONFLICT (account_key, level, id) DO UPDATE SET seen_at = clock_timestamp()
    RETURNING report_entities.level, report_entities.id, key
  )
  SELECT *, false AS is_new FROM known UNION ALL SELECT *, true FROM made`
