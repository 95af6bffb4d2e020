import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { freeAllKeys } from '../call/idempotency.ts'
import { settleOpenEntries } from '../core/audit/log.ts'
import { freeAllLeases } from '../core/automations/execute/lease.ts'
import { automationChannels } from '../core/automations/execute/channels.ts'
import { loadSnapshot } from '../core/currency/snapshot.ts'
import { freeAllFetches } from '../core/launch/media/fetched-media.ts'
import { freeAllLanes, connectionChannel, wakeChannel } from '../core/journal/lane/lanes.ts'
import { freeAllScrapes } from '../core/research/scrape/scrapes.ts'
import { loadRestored } from '../core/restored.ts'
import { taskChannel } from '../core/tasks.ts'
import { oftenTriedChannel } from '../core/journal/often-tried.ts'
import { freeAllEnds } from '../core/ends/hold.ts'
import { endsChannel } from '../core/ends/store.ts'
import { mailChannel } from '../core/people/invites/mail/outbox.ts'
import { freeAllWebhooks } from '../core/webhooks/lease.ts'
import { connect } from '../db/connect.ts'
import type { Connection, Db } from '../db/connect.ts'
import { listen } from '../db/listen.ts'
import { migrate, schemaChannel } from '../db/migrate.ts'
import { openPools, openDatabaseRoutes } from '../db/pooler.ts'
import { createDatabaseWatch } from '../db/watch.ts'
import type { DatabaseRoutes } from '../db/pooler.ts'
import { createReplica } from '../db/replica.ts'
import { watchSchema } from '../db/schema-watch.ts'
import { openPrivateDatabase } from '../db/private-database.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import { buildBeside } from './indexes.ts'
import { takeNewPostgres } from './new-major.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'
import { notifyOutages } from '../outage.ts'
import { closeFolders } from '../private-folders.ts'

/** The database, brought up to date, with whatever was left by a service that died taken back. */
export async function openData(config: Config, log: Logger, undo: Undo) {
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  await closeFolders(config.dataDir)
  const database = await openDatabase(config, log, undo)
  const { left } = await migrate(database.direct, {
    warn: (text) => log.warn(text),
    progress: (text) => log.info(text),
    isOff: !config.migrates,
  })
  if (left.length > 0) closing(buildBeside(database.direct, left, log), undo)
  const watch = createDatabaseWatch(notifyOutages(log))
  undo.push(async () => watch.close())
  const { db, pool, close } = openPools(database, watch.noticed)
  undo.push(close)
  watch.watchWith(() => writeBeat(db))
  const replica = config.databaseReadUrl ? closing(createReplica(pool, config.databaseReadUrl, log), undo) : null
  await loadSnapshot(db)
  if (database.alone)
    await Promise.all([
      ...[freeAllLanes(db), freeAllFetches(db), freeAllScrapes(db), freeAllWebhooks(db), freeAllEnds(db)],
      ...[freeAllLeases(db), freeAllKeys(db), settleOpenEntries(db, 0)],
    ])
  const channels = [
    'api_key_changed',
    'caller_changed',
    'batch_event',
    'event',
    'approval',
    ...automationChannels,
    wakeChannel,
    connectionChannel,
    taskChannel,
    endsChannel,
    mailChannel,
    oftenTriedChannel,
    schemaChannel,
  ]
  const listener = await listen(database.direct, channels, watch)
  undo.push(() => listener.close())
  const schema = closing(await watchSchema(db, listener), undo)
  return { database, db, pool, replica, listener, watch, schema, restored: await loadRestored(db) }
}

/** Each process on its own: nobody waits for the row while another writes it. */
async function writeBeat(db: Db): Promise<void> {
  await sql`
    INSERT INTO health_beats AS mine (at) VALUES (clock_timestamp())
    ON CONFLICT (only_one) DO UPDATE SET at = excluded.at`.execute(everyCompany(db))
}

interface OpenDatabase extends DatabaseRoutes {
  /** No other service can be on this database. */
  alone: boolean
  adopted: boolean
}

async function openDatabase(config: Config, log: Logger, undo: Undo): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const routes = await openDatabaseRoutes(config.databaseUrl, config.databaseDirectUrl)
    return { ...routes, alone: false, adopted: false }
  }
  await takeNewPostgres(config, log)
  const database = await openPrivateDatabase(config.dataDir, log)
  undo.push(() => database.close())
  const { connection, adopted } = database
  return { pooled: connection, direct: connection, alone: true, adopted }
}

/**
 * What a launch writes down for every ad goes over one connection, where its statement is planned once. Everything in it is found by
 * key, so the plan must not depend on how full the tables were when it was made.
 */
const journalSettings =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

export function openJournalDb(connection: Connection, undo: Undo, onFailure: (error: unknown) => void): Db {
  const { db } = connect(connection, 1, journalSettings, { onFailure })
  undo.push(() => db.destroy())
  return db
}
