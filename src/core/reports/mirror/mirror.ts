import type pg from 'pg'
import { dayCount, monthRange } from '../../../days.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import type { FigureBucket } from '../../../files/store/figure-bucket.ts'
import { metricDefinitions, metricNames } from '../../../platforms/contract/metrics.ts'
import type { SyncDeps } from '../../deps.ts'
import { parquetFile } from '../query/export/parquet.ts'
import type { Question } from '../query/question.ts'
import { settledBefore } from '../sums/settled.ts'
import { manifestKey, manifestText, pathOf, readManifest } from './manifest.ts'
import type { MirroredMonth } from './manifest.ts'

type Deps = Pick<SyncDeps, 'db' | 'pool' | 'log' | 'connections'>

export interface Mirrored {
  written: number
  removed: number
}

/** After so many files the manifest is written, so that little is done again by who comes after an end. */
const filesBetweenManifests = 50

/**
 * Copies closed months into a bucket, one file for each account and month: those that are new there, and those with figures that have
 * changed since. What is not here any more leaves the bucket too. The manifest names what is whole.
 */
export async function mirrorMonths(
  deps: Deps,
  bucket: FigureBucket,
  { signal, now = new Date() }: { signal?: AbortSignal; now?: Date } = {},
): Promise<Mirrored> {
  const there = new Map(readManifest(await bucket.read(manifestKey)).map((file) => [file.path, file]))
  const months = (await closedMonths(deps, now)).map((month) => ({ ...month, path: pathOf(month) }))
  const changed = months.filter(({ path, digest }) => there.get(path)?.digest !== digest)
  const wanted = new Set(months.map(({ path }) => path))
  const done: Mirrored = { written: 0, removed: 0 }
  const tell = () => bucket.write(manifestKey, manifestText([...there.values()]), 'application/json')
  const gone = [...there.keys()].filter((path) => !wanted.has(path))
  // Nobody is pointed to a file that leaves.
  for (const path of gone) there.delete(path)
  if (gone.length > 0) await tell()
  for (const path of gone) await bucket.remove(path)
  done.removed = gone.length
  for (const { accountKey, ...month } of changed) {
    if (signal?.aborted) break
    await writeMonth(deps.pool, bucket, { accountKey, ...month })
    there.set(month.path, month)
    done.written += 1
    if (done.written % filesBetweenManifests === 0) await tell()
  }
  if (done.written > 0) await tell()
  return done
}

interface ClosedMonth extends Omit<MirroredMonth, 'path'> {
  accountKey: number
}

/** Months of which every day was read, and none is read all the time. Figures that are for people alone stay here. */
async function closedMonths({ db, connections }: Deps, now: Date): Promise<ClosedMonth[]> {
  const { platforms } = connections
  const open = platforms.all.filter(({ reportsFor }) => reportsFor !== 'people').map(({ name }) => name)
  const { rows } = await sql<ClosedMonth & { days: number }>`
    SELECT a.id AS "accountKey", c.slug AS company, a.platform, a.account_id AS "accountId", a.name AS "accountName",
      a.is_sandbox AS "isSandbox", a.currency, a.time_zone AS "timeZone", to_char(read.month, 'YYYY-MM') AS month, read.days,
      coalesce(made.rows, 0)::int AS rows, coalesce(made.spend, 0)::float8 / 1e6 AS spend, read.digest, read.attribution,
      to_char(read.read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "readAt"
    FROM (SELECT account_key, date_trunc('month', day)::date AS month, count(*)::int AS days, min(read_at) AS read_at,
        max(attribution) AS attribution, md5(string_agg(coalesce(encode(digest, 'hex'), read_at::text), ' ' ORDER BY day)) AS digest
      FROM report_days WHERE day < ${settledBefore(now)}::date GROUP BY 1, 2) read
    JOIN ad_accounts a ON a.id = read.account_key AND a.platform = ANY (${open}) JOIN companies c ON c.id = a.company_id
    LEFT JOIN LATERAL (SELECT count(*) AS rows, sum(d.spend_micros) AS spend FROM ad_days d
      WHERE d.account_key = a.id AND d.day >= read.month AND d.day < read.month + interval '1 month') made ON true
    ORDER BY read.month DESC, a.id`.execute(everyCompany(db))
  return rows.flatMap(({ days, ...month }) => (days === dayCount(monthRange(`${month.month}-01`)) ? month : []))
}

/** What can be added up: ratios are made by who reads it. */
const metrics = metricNames.filter((name) => 'sum' in metricDefinitions[name].formula)

async function writeMonth(pool: pg.Pool, bucket: FigureBucket, month: ClosedMonth & { path: string }): Promise<void> {
  const question: Question = {
    range: monthRange(`${month.month}-01`),
    groups: [
      { name: 'day', field: 'date' },
      { name: 'ad', field: 'adId' },
    ],
    metrics,
    ...{ namesPeople: false, sort: [], minSpend: null, search: null, limit: null, offset: 0 },
  }
  const sources = { accountKeys: [month.accountKey], people: null, split: null, comparison: null, conversion: null }
  const client = await pool.connect()
  let isWhole = false
  try {
    await bucket.write(month.path, parquetFile(client, question, sources), 'application/vnd.apache.parquet')
    isWhole = true
  } finally {
    // A connection whose cursor was left halfway is not fit for the next one.
    client.release(!isWhole)
  }
}
