import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { lookOnce } from '../../db/replica.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { reachable } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

/** As pg_stat_replication has it; the state is null for whoever may not see it. */
export interface Standby {
  name: string
  state: string | null
}

const synchronous = new Set(['sync', 'quorum'])

export async function checkStandbys(db: Db): Promise<DoctorFinding[]> {
  const { rows } = await sql<Standby>`
    SELECT coalesce(nullif(application_name, ''), client_addr::text, 'a standby') AS name, sync_state AS state FROM pg_stat_replication`.execute(
    everyCompany(db),
  )
  return describeStandbys(rows)
}

/** One that is promoted without having everything would have ads made again that were made already. */
export function describeStandbys(standbys: Standby[]): DoctorFinding[] {
  if (standbys.length === 0) return []
  const names = standbys.map(({ name }) => name).join(', ')
  if (standbys.every(({ state }) => state === null)) {
    const text = `whether ${names} is synchronous cannot be seen: grant pg_monitor to the user of DATABASE_URL`
    return [reachable('standbys', 'warning', text)]
  }
  if (standbys.some(({ state }) => synchronous.has(state ?? '')))
    return [reachable('standbys', 'ok', `${names}: what is committed is on a standby too`)]
  const text =
    `${names} is not synchronous: what was committed just before it is promoted may be missing there, and ads be made again. ` +
    'Set synchronous_standby_names'
  return [reachable('standbys', 'warning', text)]
}

const replicaWaitMs = 3_000

/** Whether reports are read where they are meant to be. */
export async function checkReplica(primary: pg.Pool, { databaseReadUrl }: Config): Promise<DoctorFinding[]> {
  if (databaseReadUrl === null) return []
  const state = await lookOnce(primary, databaseReadUrl, replicaWaitMs)
  if ('asOf' in state) return [reachable('read replica', 'ok', 'it has everything; reports are read from it')]
  const problem = state.isBrief ? `is more than ${replicaWaitMs / 1000} seconds behind` : state.problem
  const text = `the server of DATABASE_READ_URL ${problem}: reports are read from that of DATABASE_URL while that lasts`
  return [reachable('read replica', 'warning', text)]
}
