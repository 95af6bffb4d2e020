import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import { forgetOldKeys } from '../call/idempotency.ts'
import { settleOpenEntries } from '../core/audit/log.ts'
import { forgetApprovals } from '../core/approvals/decide.ts'
import { forgetExecutions } from '../core/automations/run/forget.ts'
import { forgetEnds } from '../core/ends/hold.ts'
import { forgetEvents } from '../core/events/forget.ts'
import { numberEvents } from '../core/events/number.ts'
import { forgetEffects } from '../core/guards/ledger/effects.ts'
import { forgetOldNames } from '../core/guards/ledger/names.ts'
import { forgetWrites } from '../core/journal/forget.ts'
import { forgetSessions } from '../core/people/sessions.ts'
import { forgetPlans } from '../core/plans/store.ts'
import { forgetOldScrapes } from '../core/research/scrape/scrapes.ts'
import { forgetDeliveries } from '../core/webhooks/replay.ts'
import type { Job } from './job.ts'

/** Nothing that is being done takes so long: its process died. */
const deadAfterMinutes = 120

/** Throws away what has served its time. */
export const housekeeping: Job = {
  name: 'housekeeping',
  cron: '17 * * * *',
  async run({ db }) {
    await forgetOldKeys(db)
    // Where nobody follows events, nobody numbers them: the first who asks for them should not wait for years of them.
    await numberEvents(db)
    await forgetEvents(db)
    await forgetEnds(db)
    await forgetWrites(db)
    await forgetEffects(db)
    await forgetOldNames(db)
    await forgetApprovals(db)
    await forgetPlans(db)
    await forgetDeliveries(db)
    await forgetExecutions(db)
    await settleOpenEntries(db, deadAfterMinutes)
    await forgetOldScrapes(db)
    await forgetSessions(db)
    await sql`
      DELETE FROM rate_windows WHERE NOT EXISTS (SELECT 1 FROM unnest(hits) AS hit WHERE hit > now() - interval '10 minutes')
    `.execute(everyCompany(db))
  },
}
