import { sql } from 'kysely'
import { forgetOldKeys } from '../call/idempotency.ts'
import { forgetEvents } from '../core/events/forget.ts'
import { forgetWrites } from '../core/journal/forget.ts'
import type { Job } from './job.ts'

/** Throws away what has served its time. */
export const housekeeping: Job = {
  name: 'housekeeping',
  cron: '17 * * * *',
  async run({ db }) {
    await forgetOldKeys(db)
    await forgetEvents(db)
    await forgetWrites(db)
    await sql`
      DELETE FROM rate_windows WHERE NOT EXISTS (SELECT 1 FROM unnest(hits) AS hit WHERE hit > now() - interval '10 minutes')
    `.execute(db)
  },
}
