import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { backupState } from '../../core/instance/backup.ts'
import { listProcesses } from '../../core/instance/processes.ts'
import {
  apartWords,
  foldersBeside,
  foldersOutOfReach,
  mustShareMedia,
  readMark,
  sharingWords,
} from '../../core/media/shared-folder.ts'
import { checkSeal, sealAtHand } from '../../core/secrets/open.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import { sealedByOthers } from '../../core/secrets/sealed.ts'
import type { Db } from '../../db/connect.ts'
import { embeddedConnection } from '../../db/embedded/embedded.ts'
import { sharedAccount } from '../../db/embedded/account.ts'
import { movesMigration } from '../../db/migrate.ts'
import { loadMigrations, MovedDatabase } from '../../db/migrations.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { only, required } from '../../lookup.ts'
import { withDatabase } from '../database.ts'
import { checkAccounts, checkConnections, checkKeys } from './endings.ts'
import { checkGuards } from './guards.ts'
import { checkLeaving } from './leaving.ts'
import { checkPlatforms } from './network.ts'
import { checkRetention } from './retention.ts'
import { reachable } from './finding.ts'
import { checkReplica, checkStandbys } from './standbys.ts'
import type { DoctorFinding } from './finding.ts'
import { countOf, formatTime } from '../print.ts'
import { describeProblem } from '../problem.ts'

const oldestVersion = 150_000

/** Looks at the database as it is: nothing is made, nothing is migrated. */
export async function checkDatabase(config: Config): Promise<DoctorFinding[]> {
  if (await isUntouched(config)) {
    return [reachable('database', 'ok', 'there is none yet; the first start makes it')]
  }
  try {
    const findings = await withDatabase(config, ({ db, pool }) => examine(db, pool, config), { migrations: 'none' })
    return [...findings, ...(await checkAccount(config))]
  } catch (error) {
    const text = describeProblem(error, config) ?? (error instanceof Error ? error.message : String(error))
    return [reachable('database', 'problem', text)]
  }
}

async function isUntouched({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl) return false
  return !existsSync(join(dataDir, 'postgres', 'cluster')) && (await embeddedConnection(dataDir)) === null
}

async function examine(db: Db, pool: pg.Pool, config: Config): Promise<DoctorFinding[]> {
  const version = await checkVersion(db)
  const state = await migrationState(db)
  const findings = [
    version,
    describeMigrations(state),
    ...(await checkStandbys(db)),
    ...(await checkReplica(pool, config)),
  ]
  // Before the first migration there are no tables to ask.
  if (state.done.length === 0) return findings
  if (state.done.includes(movesMigration)) findings.push(...(await checkMoved(db)))
  findings.push(...(await checkSecretKey(db, config, state)), ...(await checkMediaFolder(db, config, state)))
  if (state.done.includes(processesMigration)) findings.push(...(await checkProcesses(db)))
  if (state.done.includes(backupsMigration)) findings.push(await checkBackups(db, config))
  if (state.done.includes(ledgerMigration)) findings.push(...(await checkRetention(db, config)))
  if (state.done.includes(deletionsMigration)) findings.push(...(await checkLeaving(db)))
  findings.push(...(await checkPlatforms(db)), ...(await checkKeys(db)), ...(await checkConnections(db, config)))
  if (state.done.includes(keepingMigration)) findings.push(...(await checkAccounts(db)))
  // With another key nothing opens, and deciding one is left to a start.
  const canAsk = state.done.includes(ledgerMigration) && (await checkSeal(db, config)) === 'ok'
  return canAsk ? [...findings, ...(await checkGuards(db, config))] : findings
}

/** Nobody starts where everything was moved away from. */
async function checkMoved(db: Db): Promise<DoctorFinding[]> {
  const moved = await db
    .selectFrom('database_moves')
    .select('other')
    .where('direction', '=', 'out')
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return moved ? [reachable('database', 'problem', new MovedDatabase(moved.other).message)] : []
}

const keepingMigration = '0137_keeping.sql'
const deletionsMigration = '0115_company_deletions.sql'
const backupsMigration = '0106_backups.sql'

async function checkBackups(db: Db, config: Config): Promise<DoctorFinding> {
  const { state, verified, failed } = await backupState(db, config)
  if (failed) return reachable('backup', 'problem', `the last one, ${failed.file}, is not whole: ${failed.problem}`)
  if (state === 'first') return reachable('backup', 'ok', 'the first comes tonight')
  if (!verified)
    return reachable('backup', 'warning', 'there is none yet: set BACKUP_DIR, or run flightdeck backup FILE')
  const text = `${verified.file}, taken ${formatTime(verified.takenAt)}, was read to its last byte`
  return reachable('backup', state === 'old' ? 'warning' : 'ok', text)
}

const processesMigration = '0128_processes.sql'

/** Who runs now; whoever has not been seen for long died, or hangs. */
async function checkProcesses(db: Db): Promise<DoctorFinding[]> {
  return (await listProcesses(db)).map(({ role, host, version, startedAt, lateSeconds }) => {
    const who = `${role} on ${host}, version ${version}, since ${formatTime(startedAt)}`
    if (lateSeconds === 0) return reachable('process', 'ok', who)
    return reachable('process', 'warning', `${who}: not seen for ${lateSeconds} seconds. It died, or hangs`)
  })
}

/** Which migration made what it looks at. */
const canaryMigration = '0068_secret_canary.sql'

/** The same: what guards count. */
const ledgerMigration = '0085_ledger.sql'

async function checkSecretKey(db: Db, config: Config, { done }: MigrationState): Promise<DoctorFinding[]> {
  if (!done.includes(canaryMigration)) return []
  const state = await checkSeal(db, config)
  if (typeof state === 'object') return [reachable('secret key', 'problem', state.problem)]
  if (state === 'ok') return [await sealedFinding(db, required(sealAtHand(config), 'secret key'))]
  return [reachable('secret key', 'ok', 'this database has none yet; the next start decides it')]
}

async function sealedFinding(db: Db, seal: Seal): Promise<DoctorFinding> {
  const others = await sealedByOthers(db, seal)
  if (others === 0) return reachable('secret key', 'ok', 'it is the one of this database')
  const text = `${countOf(others, 'secret')} sealed with an earlier key: \`flightdeck secret rotate\` seals them with the key of now`
  return reachable('secret key', 'warning', text)
}

/** The same. */
const foldersMigration = '0118_media_siblings.sql'

async function checkMediaFolder(db: Db, config: Config, { done }: MigrationState): Promise<DoctorFinding[]> {
  if (!mustShareMedia(config) || !done.includes(foldersMigration)) return []
  const { dataDir } = config
  const mark = await readMark(dataDir)
  const unreachable = await foldersOutOfReach(db, mark)
  if (unreachable.length > 0) return [reachable('media folder', 'problem', apartWords(dataDir, unreachable))]
  const others = await foldersBeside(db, mark)
  if (others.length === 0) return [reachable('media folder', 'ok', `nobody uses another one; ${sharingWords(dataDir)}`)]
  const text = `${countOf(others.length, 'other folder')} in use, by ${others.map(({ usedBy }) => usedBy).join(', ')}: what was uploaded there is brought from there`
  return [reachable('media folder', 'ok', text)]
}

async function checkVersion(db: Db): Promise<DoctorFinding> {
  const { rows } = await sql<{ version: string; number: number }>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`.execute(
    everyCompany(db),
  )
  const { version, number } = only(rows)
  if (number < oldestVersion) return reachable('database', 'problem', `PostgreSQL ${version}; 15 or newer is needed`)
  return reachable('database', 'ok', `PostgreSQL ${version}`)
}

/** Whom the private server runs as, where that is not us. */
async function checkAccount({ databaseUrl, dataDir }: Config): Promise<DoctorFinding[]> {
  if (databaseUrl || process.getuid?.() !== 0) return []
  const { uid } = await stat(join(dataDir, 'postgres', 'cluster'))
  if (uid !== (await sharedAccount()).uid) return [reachable('database account', 'ok', 'PostgreSQL has one of its own')]
  const text =
    'PostgreSQL runs as nobody, whose other programs can read its files: useradd --system flightdeck, then restart'
  return [reachable('database account', 'warning', text)]
}

interface MigrationState {
  done: string[]
  pending: string[]
  unknown: string[]
  /** Their files are not what they were when they ran. */
  changed: string[]
}

/** `digest`: null where it ran before digests were kept. */
interface RanMigration {
  name: string
  digest: string | null
}

async function migrationState(db: Db): Promise<MigrationState> {
  const migrations = await loadMigrations()
  const names = migrations.map(({ name }) => name)
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS there`.execute(
    everyCompany(db),
  )
  const done = rows[0]?.there
    ? (
        await sql<RanMigration>`SELECT name, to_jsonb(migrations) ->> 'digest' AS digest FROM migrations ORDER BY name`.execute(
          everyCompany(db),
        )
      ).rows
    : []
  const ran = done.map(({ name }) => name)
  const digests = new Map(done.map(({ name, digest }) => [name, digest]))
  return {
    done: ran,
    pending: names.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !names.includes(name)),
    changed: migrations.filter(({ name, digest }) => (digests.get(name) ?? digest) !== digest).map(({ name }) => name),
  }
}

function describeMigrations({ done, pending, unknown, changed }: MigrationState): DoctorFinding {
  if (changed.length > 0) {
    const text = `${changed.join(', ')} changed after running here: put the files of the release back`
    return reachable('migrations', 'problem', text)
  }
  if (unknown.length > 0) {
    return reachable('migrations', 'problem', `the database is of a newer Flightdeck (${unknown.join(', ')})`)
  }
  if (pending.length > 0) {
    return reachable('migrations', 'warning', `${pending.join(', ')} to run: flightdeck migrate, or the next start`)
  }
  return reachable('migrations', 'ok', `all ${countOf(done.length, 'migration')} ran`)
}
