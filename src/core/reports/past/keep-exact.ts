import type pg from 'pg'
import { dayMs } from '../../../days.ts'

/** For so many days every reading that changed something is kept; */
export const everyReadingDays = 3
/** for so many what was known at every full hour; */
export const everyHourDays = 14
/** and for so many what was known once a day, at this hour (UTC). */
export const everyDayDays = 400
export const dailyHour = 12

/** A service that slept is given so many days to make up for what it did not thin out. */
const madeUpDays = 45

/**
 * Thins out what was known of an account's figures and forgets what is too old. Of the rows that ended between two moments that
 * stay exact, the first to end was known at the earlier one; the others were known at none.
 */
export async function thinOut(
  client: Pick<pg.ClientBase, 'query'>,
  accountKey: number,
  now = new Date(),
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  await thin(client, accountKey, '1 hour', { from: ago(everyHourDays), to: ago(everyReadingDays) })
  await thin(client, accountKey, '1 day', { from: ago(everyHourDays + madeUpDays), to: ago(everyHourDays) })
  await client.query('DELETE FROM ad_days_superseded WHERE account_key = $1 AND known_until < $2', [
    accountKey,
    ago(everyDayDays),
  ])
  await client.query(
    `DELETE FROM report_entity_versions AS old WHERE account_key = $1 AND since < $2 AND EXISTS (
       SELECT FROM report_entity_versions AS newer
       WHERE (newer.account_key, newer.entity_key) = (old.account_key, old.entity_key) AND newer.since > old.since AND newer.since <= $2)`,
    [accountKey, ago(everyDayDays)],
  )
}

async function thin(
  client: Pick<pg.ClientBase, 'query'>,
  accountKey: number,
  step: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  // A row that ends at an exact moment was not known at it any more: it belongs to the stretch before.
  const stretch = `date_bin('${step}', known_until - interval '1 microsecond', timestamptz '2000-01-01 ${dailyHour}:00Z')`
  await client.query(
    `DELETE FROM ad_days_superseded AS old USING (
       SELECT day, ad_key, ${stretch} AS stretch, min(known_until) AS first FROM ad_days_superseded
       WHERE account_key = $1 AND known_until >= $2 AND known_until < $3 GROUP BY 1, 2, 3 HAVING count(*) > 1
     ) AS crowd
     WHERE old.account_key = $1 AND old.known_until >= $2 AND old.known_until < $3 AND (old.day, old.ad_key) = (crowd.day, crowd.ad_key)
       AND ${stretch.replace('known_until', 'old.known_until')} = crowd.stretch AND old.known_until > crowd.first`,
    [accountKey, from, to],
  )
}
