import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { Piece } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'
import type { CompanyId } from '../../db/company-id.ts'

/**
 * A write that was tried more than five times is noticed by the database, whoever tried it (migrations/0102_often_tried.sql): it is an
 * event, it is counted, and its account rests, longer each time. Here is who keeps to that, and who tells.
 */
export const oftenTriedChannel = 'write_often_tried'

interface Account {
  companyId: CompanyId
  platform: string
  accountId: string
}

/** Whether an account rests; `row` is something with the columns of a lane. */
export const laneRests = (row: string): Piece<boolean> =>
  sql.raw(`EXISTS (
    SELECT FROM often_tried AS rest WHERE rest.company_id = ${row}.company_id AND rest.platform = ${row}.platform
      AND rest.account_id = ${row}.account_id AND rest.rests_until > clock_timestamp())`)

/** A caller who repeats such a write waits as well. Other writes to the account are not held up: a pause must not wait for a copy. */
export async function refuseWhileResting(
  db: Db,
  { companyId, platform, accountId }: Account,
  key: string,
): Promise<void> {
  const { rows } = await sql<{ attempts: number; seconds: number }>`
    SELECT attempts, ceil(extract(epoch FROM rests_until - clock_timestamp()))::int AS seconds FROM often_tried
    WHERE company_id = ${companyId} AND platform = ${platform} AND account_id = ${accountId} AND key = ${key}
      AND rests_until > clock_timestamp()`.execute(db)
  const [rest] = rows
  if (!rest) return
  const text = `This write was tried ${rest.attempts} times without coming to an end, so it rests. Nothing was sent. Repeat the call in ${rest.seconds} s.`
  throw new AppError('conflict', text, { retryAfterSeconds: rest.seconds }, { 'retry-after': String(rest.seconds) })
}

interface Unreported extends Account {
  kind: string
  key: string
  attempts: number
  restsUntil: Date
}

const maxAtOnce = 100

/** A line in the log for each that nobody has told yet: of several processes one does. */
export async function notifyOftenTried(db: Db, log: Logger): Promise<void> {
  const { rows } = await sql<Unreported>`
    UPDATE often_tried SET is_logged = true WHERE journal_id IN (
      SELECT journal_id FROM often_tried WHERE NOT is_logged ORDER BY journal_id LIMIT ${maxAtOnce} FOR UPDATE SKIP LOCKED)
    RETURNING company_id AS "companyId", platform, account_id AS "accountId", kind, key, attempts, rests_until AS "restsUntil"`.execute(
    everyCompany(db),
  )
  for (const unreported of rows) log.warn(unreported, 'a write was tried more than 5 times; its account rests')
}
