import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { pino } from 'pino'
import { cancelBatch } from '../../src/core/launch/batch/cancel.ts'
import { queueBatch, storeBatch } from '../../src/core/launch/batch/create-batch.ts'
import type { NewBatch } from '../../src/core/launch/batch/create-batch.ts'
import { undoBatch } from '../../src/core/launch/batch/undo.ts'
import type { Connections, OpenConnection } from '../../src/core/deps.ts'
import type { Logger } from 'pino'
import type { Passed } from '../../src/core/guards/changes/launches.ts'
import type { Spending } from '../../src/core/guards/terms.ts'
import { relaunchFailed } from '../../src/core/launch/batch/relaunch.ts'
import { makeForCaller } from '../../src/core/writes/caller-write.ts'
import type { CallerWrite, WriteLife } from '../../src/core/writes/caller-write.ts'
import { momentChannel } from '../../src/core/journal/moments.ts'
import type { Moment, MomentReached } from '../../src/core/journal/moments.ts'
import { lookLate } from '../../src/core/launch/engine/late-look.ts'
import type { LateLookDeps } from '../../src/core/launch/engine/late-look.ts'
import { startWorker } from '../../src/core/launch/engine/worker.ts'
import type { WorkerDeps } from '../../src/core/launch/engine/worker.ts'
import type { MediaCache } from '../../src/core/launch/media/media-cache.ts'
import type { BatchRow } from '../../src/core/batches/row.ts'
import type { CompanyRef } from '../../src/core/company-ref.ts'
import type { CompanyId } from '../../src/db/company-id.ts'
import { onPool } from '../../src/db/connect.ts'
import { noTracing } from '../../src/trace/tracing.ts'
import { createPulse } from '../../src/probes/pulse.ts'
import { sql } from '../../src/db/sql.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import type { LaunchAd, LaunchVerbs, StepResult } from '../../src/platforms/contract/launch.ts'
import type { ManageVerbs } from '../../src/platforms/contract/manage.ts'
import type { PreparedMedia } from '../../src/platforms/contract/media.ts'
import type { Database } from './database.ts'
import type { Process, Schedule } from './schedule.ts'

/** The one file that knows the engine: how its workers are started, and what callers may do to a batch. */

const platformName = 'simulated'
const company: CompanyRef = { id: 1 as CompanyId, slug: 'simulated' }

export interface Surroundings {
  schedule: Schedule
  database: Database
  verbs: LaunchVerbs
  /** Fails, or the file. */
  fetch: (url: string) => Promise<PreparedMedia>
  /** Throws when the connection to the platform cannot be opened. */
  open: () => void
  /** How a process opens a platform that wants tokens; null: it wants none. */
  openAs: ((of: Process, db: EveryCompany, log: Logger) => Connections) | null
  /** What the service calls an unexpected failure. */
  onError: (text: string) => void
}

export type { Moment }

/** Hears of every moment of a write, as it is reached. Answers what stops it. */
export function onMoment(heard: (moment: Moment) => void): () => void {
  const listener = (message: unknown) => heard((message as MomentReached).moment)
  subscribe(momentChannel, listener)
  return () => void unsubscribe(momentChannel, listener)
}

/** Begins to work as that process. */
export function startEngine(surroundings: Surroundings, of: Process): void {
  const { schedule, database, verbs, fetch, open, openAs, onError } = surroundings
  const log = pino({ level: 'error' }, { write: (line: string) => onError(line) })
  const db = onPool(database.pool(of, 6))
  const connections = openAs?.(of, db, log)
  const deps = {
    db,
    journalDb: onPool(database.pool(of, 2)),
    listener: {
      life: database.liveAs(of),
      get connected() {
        return database.isListening(of)
      },
      on: (channel: string, heard: (payload: string | null) => void) => database.listen(of, channel, heard),
    },
    connections: {
      platforms: { driver: () => ({}) },
      async openFor(...asked: Parameters<Connections['openFor']>) {
        open()
        if (connections) return connections.openFor(...asked)
        return opened({ launch: verbs })
      },
    },
    media: { get: (_batch: unknown, url: string) => fetch(url), clear: async () => undefined } as unknown as MediaCache,
    log,
    ...{ pulse: createPulse(), tracing: noTracing },
  } as unknown as WorkerDeps
  schedule.as(of, () => startWorker(deps))
}

/** A way into an account that works, with all that the engine asks of one. */
function opened<Own extends object>(session: Own): { session: Own } & Pick<OpenConnection, 'broken' | 'ask'> {
  return { session, broken: null, ask: async () => 'works' }
}

/** Looks, as that process, for what appeared late. */
export function lookLateAs({ schedule, database, verbs, fetch, onError }: Surroundings, of: Process): Promise<void> {
  const log = pino({ level: 'error' }, { write: (line: string) => onError(line) })
  const connections = { platforms: { driver: () => ({}) }, openFor: async () => opened({ launch: verbs }) }
  const launchMedia = { known: (_batch: unknown, url: string) => fetch(url) }
  const deps = { db: onPool(database.pool(of, 2)), connections, launchMedia, log } as unknown as LateLookDeps
  return schedule.as(of, () => lookLate(deps, new AbortController().signal))
}

interface WantedAd {
  accountId: string
  name: string
  adSets: string[]
  media: string[]
}

const nobody = { kind: 'system', name: 'simulation', scopes: [] } as const

export interface ApiParts {
  life: WriteLife
  manage: ManageVerbs
}

/** What a caller may ask of the service, through a process of its own. */
export interface Api {
  /** A repeat with the same key answers the batch of the first. */
  launch(key: string, ads: WantedAd[]): Promise<number>
  cancel(batchId: number): Promise<void>
  again(batchId: number): Promise<void>
  write(accountId: string, write: CallerWrite): Promise<StepResult>
  /** Removes what the batch made; answers how many could not be. */
  undo(batchId: number): Promise<number>
}

export function openApi(database: Database, of: Process, { life, manage }: ApiParts): Api {
  const db: EveryCompany = onPool(database.pool(of, 4))
  const platform = { name: platformName }
  const platforms = { all: [platform], driver: () => platform }
  const session = { ...manage, launch: life }
  const connections = {
    platforms,
    openFor: async () => ({ platform, platforms, ...opened(session) }),
  } as unknown as Connections
  const context = { company, actor: nobody, operationKey: 'undo', now: new Date(0) } as unknown as Spending
  const passed = { madeBy: async () => undefined } as unknown as Passed
  const find = (id: number) => db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    async launch(key, ads) {
      const plan = {
        ads: ads.map((ad, index) => ({
          ...{ index, platform: platformName, accountId: ad.accountId, clientRef: null, ad: toAd(ad) },
          adSets: ad.adSets.map((value) => ({ value, label: null })),
        })),
        media: { handOver: async () => undefined },
      } as unknown as NewBatch['plan']
      return db.transaction().execute(async (trx) => {
        // As the service does it: the answer is kept with the batch.
        const { rows } = await sql<{ id: number | null }>`
          INSERT INTO sim_calls AS mine (key) VALUES (${key})
          ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING batch_id AS id`.execute(trx)
        const known = rows[0]!.id
        if (known !== null) return known
        const batch = await storeBatch(trx, { company, actor: nobody }, { request: {}, plan, name: null })
        await queueBatch(trx, batch, passed)
        const { id } = batch
        await sql`UPDATE sim_calls SET batch_id = ${id} WHERE key = ${key}`.execute(trx)
        return id
      })
    },
    async cancel(batchId) {
      const batch = (await find(batchId)) as unknown as BatchRow
      await cancelBatch({ db }, { company }, batch)
    },
    async again(batchId) {
      const batch = (await find(batchId)) as unknown as BatchRow
      await db.transaction().execute((trx) => relaunchFailed({ db: trx }, { company }, { batch, passed }))
    },
    async undo(batchId) {
      const batch = (await find(batchId)) as unknown as BatchRow
      const results = await undoBatch({ db, connections }, context, { batch, dryRun: false })
      return results.filter(({ outcome }) => outcome === 'cannot').length
    },
    write: (accountId, write) =>
      makeForCaller({ db, companyId: company.id, platform: platformName, accountId, life }, write),
  }
}

function toAd({ name, media }: WantedAd): LaunchAd {
  return {
    adName: name,
    type: 'single',
    launchPaused: false,
    media: media.map((url) => ({ url })),
  } as unknown as LaunchAd
}
