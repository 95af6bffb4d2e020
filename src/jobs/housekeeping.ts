import type { KeyObject } from 'node:crypto'
import type { Retention, RetentionKind } from '../config/retention.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import type { Db } from '../db/connect.ts'
import type { StepPace } from '../db/delete-in-steps.ts'
import { forgetOldKeys } from '../call/idempotency.ts'
import { forgetEntries } from '../core/audit/forget.ts'
import { settleOpenEntries } from '../core/audit/log.ts'
import { forgetApprovals } from '../core/approvals/decide.ts'
import { forgetSignIns } from '../core/assistants/forget.ts'
import { forgetExecutions } from '../core/automations/execute/forget.ts'
import { forgetEnds } from '../core/ends/hold.ts'
import { forgetEvents } from '../core/events/forget.ts'
import { numberEvents } from '../core/events/number.ts'
import { forgetEffects } from '../core/guards/ledger/effects.ts'
import { forgetOldPositions } from '../core/connections/positions/positions.ts'
import { forgetOldNames } from '../core/guards/ledger/names.ts'
import { forgetProcesses } from '../core/instance/processes.ts'
import { forgetBatches } from '../core/journal/retention/batches.ts'
import { forgetReceipts } from '../core/journal/retention/receipts.ts'
import { forgetWrites } from '../core/journal/retention/writes.ts'
import { forgetMails } from '../core/people/invites/mail/outbox.ts'
import { forgetSessions } from '../core/people/sessions/sessions.ts'
import { forgetPlans } from '../core/plans/store.ts'
import { forgetRehearsals } from '../core/rehearsals/store.ts'
import { forgetMonths } from '../core/reports/past/months.ts'
import { forgetOldScrapes } from '../core/research/scrape/scrapes.ts'
import { isHeld, loadRestored } from '../core/restored.ts'
import { forgetDeliveries } from '../core/webhooks/replay.ts'
import type { Job } from './job.ts'

/** Nothing that is being done takes so long: its process died. */
const deadAfterMinutes = 120
/** What is left after that is left to the next run. */
const mayTakeSeconds = 1_800

export interface WhatLeaves {
  retention: Retention
  /** Signs for what leaves audit logs. */
  key: () => KeyObject
}

type Deps = Parameters<Job['run']>[0]
type Forget = (deps: Deps & Pick<WhatLeaves, 'key'>, count: number, pace: StepPace) => Promise<unknown>

/** How each kind leaves. Keys come before batches, which they name; batches before what stays longer than they do. */
const leaving: Record<RetentionKind, Forget> = {
  keys: ({ db }, hours, pace) => forgetOldKeys(db, hours, pace),
  batches: ({ db }, days, pace) => forgetBatches(db, days, pace),
  receipts: ({ db }, days, pace) => forgetReceipts(db, days, pace),
  journal: ({ db }, days, pace) => forgetWrites(db, days, pace),
  events: ({ db }, days, pace) => forgetEvents(db, days, pace),
  audit: ({ db, log, key }, days, pace) => forgetEntries({ db, log, key: key() }, days, pace),
  figures: ({ db }, months, pace) => forgetMonths(db, months, pace),
}

/** Throws away what has served its time. */
export function housekeepingJob({ retention, key }: WhatLeaves): Job {
  return {
    name: 'housekeeping',
    cron: '17 * * * *',
    mayTakeSeconds,
    async run(deps) {
      const { db, signal } = deps
      // What a backup had is looked at before anything of it leaves.
      if (isHeld(await loadRestored(db))) return
      // Where nobody follows events, nobody numbers them: the first who asks for them should not wait for years of them.
      await numberEvents(db)
      const pace = { signal: AbortSignal.any([signal, AbortSignal.timeout((mayTakeSeconds - 60) * 1000)]) }
      await forgetShortLived(db, pace)
      for (const kind of Object.keys(leaving) as RetentionKind[]) {
        const count = retention[kind]
        if (count !== null && !pace.signal.aborted) await leaving[kind]({ ...deps, key }, count, pace)
      }
      await settleOpenEntries(db, deadAfterMinutes)
    },
  }
}

/** What is kept for as long as it serves its purpose, whatever is set. */
async function forgetShortLived(db: Db, pace: StepPace): Promise<void> {
  await forgetEnds(db, pace)
  await forgetEffects(db, pace)
  await forgetOldNames(db, pace)
  await forgetOldPositions(db, pace)
  await forgetApprovals(db, pace)
  await forgetPlans(db, pace)
  await forgetDeliveries(db, pace)
  await forgetExecutions(db, pace)
  await forgetOldScrapes(db, pace)
  await forgetSessions(db, pace)
  await forgetSignIns(db)
  await forgetProcesses(db)
  await forgetRehearsals(db)
  await forgetMails(db, pace)
  await sql`
    DELETE FROM rate_windows WHERE NOT EXISTS (SELECT 1 FROM unnest(hits) AS hit WHERE hit > now() - interval '10 minutes')
  `.execute(everyCompany(db))
}
