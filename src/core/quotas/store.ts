import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { only } from '../../lookup.ts'
import { libraryBytes, livingKeyCount } from './kept.ts'
import type { QuotaName, Quotas } from './quota.ts'

export interface QuotaUse {
  limits: Quotas
  /** null: it is not counted, because there is no quota. */
  used: Record<QuotaName, number | null>
}

interface Row {
  keys: number | null
  ads_a_day: number | null
  media_bytes: number | null
  report_rows_a_minute: number | null
  keys_used: number
  bytes_used: number
  ads_used: number
  rows_used: number
}

/** What a company may use, and what it uses. */
export async function readQuotas(db: Db, companyId: CompanyId): Promise<QuotaUse> {
  const { rows } = await sql<Row>`
    SELECT keys, ads_a_day, media_bytes, report_rows_a_minute, ${livingKeyCount(companyId)} AS keys_used, ${libraryBytes(companyId)} AS bytes_used,
      CASE WHEN ads_day = (clock_timestamp() AT TIME ZONE 'UTC')::date THEN ads_used ELSE 0 END AS ads_used,
      CASE WHEN rows_minute = date_trunc('minute', clock_timestamp(), 'UTC') THEN rows_used ELSE 0 END AS rows_used
    FROM companies LEFT JOIN company_quotas ON company_id = companies.id WHERE companies.id = ${companyId}`.execute(db)
  const row = only(rows)
  const { keys, ads_a_day: adsADay, media_bytes: mediaBytes, report_rows_a_minute: reportRowsAMinute } = row
  return {
    limits: { keys, adsADay, mediaBytes, reportRowsAMinute },
    used: {
      keys: row.keys_used,
      mediaBytes: row.bytes_used,
      adsADay: adsADay === null ? null : row.ads_used,
      reportRowsAMinute: reportRowsAMinute === null ? null : row.rows_used,
    },
  }
}

/** Those that are named; the others stay as they are. What is counted by time begins at 0 with its quota. */
export async function setQuotas(trx: Db, companyId: CompanyId, change: Partial<Quotas>): Promise<void> {
  await sql`INSERT INTO company_quotas (company_id) VALUES (${companyId}) ON CONFLICT DO NOTHING`.execute(trx)
  const { limits } = await readQuotas(trx, companyId)
  const wanted = { ...limits, ...change }
  await sql`
    UPDATE company_quotas SET keys = ${wanted.keys}, ads_a_day = ${wanted.adsADay}, media_bytes = ${wanted.mediaBytes},
      report_rows_a_minute = ${wanted.reportRowsAMinute},
      ads_used = CASE WHEN ads_a_day IS NULL THEN 0 ELSE ads_used END, rows_used = CASE WHEN report_rows_a_minute IS NULL THEN 0 ELSE rows_used END
    WHERE company_id = ${companyId}`.execute(trx)
}
