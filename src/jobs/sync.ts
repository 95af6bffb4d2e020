import { readFrequencies } from '../core/creatives/read-frequencies.ts'
import { keepStates } from '../core/creatives/states/keep.ts'
import { discoverAccounts, reportAccounts, syncAccounts } from '../core/reports/sync/all.ts'
import { thinOut } from '../core/reports/past/keep-exact.ts'
import type { StorageConfig } from '../config/storage.ts'
import { mirrorMonths } from '../core/reports/mirror/mirror.ts'
import { reconcileAccount } from '../core/reports/reconcile/reconcile.ts'
import { problemText } from '../core/reports/sync/keep/state.ts'
import { compareSums, sumMissing } from '../core/reports/sums/mend.ts'
import type { SyncWant } from '../core/reports/sync/types.ts'
import type { SyncDeps } from '../core/deps.ts'
import { addDays, todayIn } from '../days.ts'
import type { Job } from './job.ts'

const waitForOthersMs = 60_000
/** Work that takes longer is ended and taken up again by the next run. */
const maxMinutes = 50
const mayTakeSeconds = 3_600

/** Keeps the daily figures of ads: what moves often, what platforms still correct nightly, and what is missing; and what was known earlier. */
export function syncJobs(deps: SyncDeps): Job[] {
  return [
    { name: 'sync-recent', cron: '*/15 * * * *', mayTakeSeconds, run: ({ signal }) => sync(deps, 'recent', signal) },
    { name: 'sync-late', cron: '20 3 * * *', mayTakeSeconds, run: ({ signal }) => sync(deps, 'late', signal) },
    {
      name: 'sync-history',
      cron: '40 * * * *',
      mayTakeSeconds,
      // A newcomer's first report should find its days.
      atStart: true,
      async run({ signal }) {
        await discoverAccounts(deps)
        // Every account's last month comes before anybody's years.
        const today = todayIn('UTC')
        await sync(deps, { missing: { from: addDays(today, -28), to: addDays(today, 1) } }, signal)
        await sync(deps, 'history', signal)
        await sumMissing(deps, { signal })
      },
    },
    {
      name: 'sync-sums',
      cron: '55 * * * *',
      mayTakeSeconds,
      atStart: true,
      async run({ signal }) {
        await sumMissing(deps, { signal })
      },
    },
    {
      name: 'sync-compare',
      cron: '20 5 * * *',
      mayTakeSeconds,
      async run({ signal }) {
        for (const account of await reportAccounts(deps.db))
          if (!signal.aborted) await compareSums(deps, account, { signal })
      },
    },
    reconcileJob(deps),
    ...creativeJobs(deps),
    {
      name: 'sync-forget',
      cron: '50 4 * * *',
      mayTakeSeconds,
      async run({ signal }) {
        for (const { key } of await reportAccounts(deps.db)) if (!signal.aborted) await thinOut(deps.pool, key)
      },
    },
  ]
}

/** What ads show: how often people saw it, and what is said of it. */
function creativeJobs(deps: SyncDeps): Job[] {
  return [
    {
      name: 'sync-frequencies',
      cron: '40 5 * * *',
      mayTakeSeconds,
      async run({ signal }) {
        const ends = AbortSignal.any([signal, AbortSignal.timeout(maxMinutes * 60_000)])
        const accounts = await reportAccounts(deps.db, { onlyReady: true })
        for (const account of accounts) if (!ends.aborted) await readFrequencies(deps, account, ends)
      },
    },
    {
      name: 'sync-creatives',
      cron: '10 * * * *',
      mayTakeSeconds,
      run: ({ signal }) => keepStates(deps, { now: new Date(), signal }),
    },
  ]
}

/** Copies closed months to where a warehouse reads them, once what was read at night was held against the platforms. */
export function mirrorJob(deps: SyncDeps, settings: NonNullable<StorageConfig['figuresBucket']>): Job {
  return {
    name: 'sync-mirror',
    cron: '10 7 * * *',
    atStart: true,
    mayTakeSeconds,
    async run({ signal, log }) {
      // Only who has such a bucket loads what speaks to one.
      const { openFigureBucket } = await import('../files/store/figure-bucket.ts')
      const bucket = openFigureBucket(settings)
      try {
        const done = await mirrorMonths(deps, bucket, { signal })
        if (done.written + done.removed > 0) log.info(done, 'months of figures were copied to the bucket')
      } finally {
        bucket.close()
      }
    },
  }
}

/** After what is read at night, and once the sums are right. */
function reconcileJob(deps: SyncDeps): Job {
  return {
    name: 'sync-reconcile',
    cron: '0 6 * * *',
    mayTakeSeconds,
    async run({ signal }) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(maxMinutes * 60_000)])
      for (const account of await reportAccounts(deps.db, { onlyReady: true })) {
        if (ends.aborted) return
        await reconcileAccount(deps, account, { signal: ends }).catch((error: unknown) => {
          if (!ends.aborted) problemText(deps, account, error)
        })
      }
    },
  }
}

async function sync(deps: SyncDeps, want: SyncWant, signal: AbortSignal): Promise<void> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(maxMinutes * 60_000)])
  const accounts = await reportAccounts(deps.db, { onlyReady: true })
  await syncAccounts(deps, accounts, want, { signal: ends, waitForOthersMs })
}
