import type pg from 'pg'
import type { Schedule } from './schedule.ts'
import type { Store } from './store.ts'

const isLook = /^\s*SELECT company_id, platform, account_id AS "accountId", fence, lease_until >=/

/**
 * Every worker looks for work every second, and mostly there is none. Such a look depends on lanes, rests, items and the clock alone: as long as
 * nobody wrote and none of their times has come, it finds nothing again, and PostgreSQL is not asked.
 */
export function createIdleLooks(schedule: Schedule, store: Store) {
  let until = 0
  let changes = 0
  /** When a look last found nothing: until when that holds is worth asking once the next one did as well. */
  let emptyAt = -1
  let empty: pg.QueryResult | null = null
  const text = `SELECT extract(epoch FROM min(time))::float8 * 1000 AS ms FROM (
    SELECT lease_until AS time FROM lanes UNION ALL
    SELECT rests_until FROM often_tried UNION ALL
    SELECT run_after FROM batch_items WHERE state IN ('waiting', 'running', 'unsure')) AS times
    WHERE time >= clock_timestamp() AND time < 'infinity'`
  return {
    get changes() {
      return changes
    },
    forget() {
      changes += 1
      empty = null
    },
    answer: (asked: string) => (empty && schedule.now < until && isLook.test(asked) ? empty : null),
    async note(asked: string, result: pg.QueryResult): Promise<void> {
      if (store.isExact || !isLook.test(asked) || result.rows.length > 0) return
      const isFirst = emptyAt !== changes
      emptyAt = changes
      if (isFirst) return
      const { rows } = await store.observer.query<{ ms: number | null }>({ name: 'times', text })
      until = rows[0]!.ms ?? Infinity
      empty = result
    },
  }
}
