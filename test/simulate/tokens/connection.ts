import type pg from 'pg'
import type { Logger } from 'pino'
import { createConnections } from '../../../src/core/connections/connections.ts'
import { renewDue } from '../../../src/core/connections/renewal/due.ts'
import { createConnectionWatch } from '../../../src/core/connections/state/watch.ts'
import { replaceCredentials } from '../../../src/core/connections/store.ts'
import type { Connections } from '../../../src/core/deps.ts'
import type { Seal } from '../../../src/core/secrets/seal.ts'
import type { CompanyId } from '../../../src/db/company-id.ts'
import { onPool } from '../../../src/db/connect.ts'
import type { EveryCompany } from '../../../src/db/scoped.ts'
import type { Platform } from '../../../src/platforms/contract/platform.ts'
import type { Platforms } from '../../../src/platforms/registry.ts'
import type { Database } from '../database.ts'
import { Breach } from '../judge.ts'
import type { Process, Schedule } from '../schedule.ts'
import { credentialsOf, tokenPlatform } from './driver.ts'
import type { TokenPlatformParts } from './driver.ts'

/** The stored connection of a day on which tokens matter. */
export interface StoredConnection {
  /** How one process opens the platform, with its job that renews ahead. */
  openAs: (of: Process, db: EveryCompany, log: Logger) => Connections
  /** Somebody consents for the first time. */
  begin(): Promise<void>
  /** Looks as the person does who can connect again. */
  look(): Promise<void>
  /** Whether nobody has a renewal to find the end of. */
  isSettled(): Promise<boolean>
  /** Whether everything was told, and kept, as promised. */
  end(): Promise<void>
}

export interface ConnectionParts extends TokenPlatformParts {
  schedule: Schedule
  database: Database
  observer: pg.Client
  /** How long it takes until somebody connects again. */
  backMs: number
  api: () => Process
}

const jobEveryMs = 60_000
const [connectionId, companyId] = [1, 1 as CompanyId]

/** Nothing here is a secret, and the judge reads it. */
const openSeal = {
  seal: (text: string) => Buffer.from(text),
  open: (text: Buffer) => text.toString(),
} as unknown as Seal

interface Standing {
  state: string
  refresh: string
}

const standingText = `SELECT state, convert_from(sealed_credentials, 'UTF8')::json->>'refreshToken' AS refresh FROM connections`
const renewalsText = 'SELECT count(*)::int AS notes FROM connection_renewals'
const endText = `SELECT
  (SELECT count(*)::int FROM events WHERE kind = 'connection.broken') AS told,
  (SELECT count(*)::int FROM sim_states WHERE state = 'broken') AS broken,
  (SELECT reason FROM sim_states WHERE state = 'broken' AND was = 'ok' AND reason NOT LIKE '%lost on the way%' LIMIT 1) AS reason,
  (SELECT ad_name FROM batch_items WHERE state = 'failed' AND failure::text LIKE '%token is refused%' LIMIT 1) AS failed,
  ARRAY(SELECT token FROM sim_tokens) AS stored`

interface Ended {
  told: number
  broken: number
  reason: string | null
  failed: string | null
  stored: string[]
}

export function createConnection(parts: ConnectionParts): StoredConnection {
  const { schedule, database, observer, issuer, backMs, api } = parts
  const platform = tokenPlatform(parts)
  let brokenSince: number | null = null
  return {
    openAs(of, db, log) {
      const connections = openConnections(platform, db, log)
      const renew = () => void renewDue({ db, log, connections }, new AbortController().signal).catch(() => undefined)
      schedule.as(of, () => setInterval(renew, jobEveryMs))
      return connections
    },
    async begin() {
      const text = JSON.stringify(credentialsOf(issuer.consent()))
      await observer.query(
        `INSERT INTO connections (id, company_id, platform, label, sealed_credentials) OVERRIDING SYSTEM VALUE
         VALUES (1, 1, 'simulated', 'simulated', convert_to($1, 'UTF8'))`,
        [text],
      )
      await observer.query('UPDATE ad_accounts SET connection_id = 1')
      await observer.query(
        `INSERT INTO connection_accounts (company_id, platform, connection_id, account_id, name, currency, time_zone, status)
         SELECT company_id, platform, 1, account_id, name, currency, time_zone, status FROM ad_accounts`,
      )
    },
    async look() {
      const { rows } = await observer.query<Standing>({ name: 'standing', text: standingText })
      const { state, refresh } = rows[0]!
      if (state !== 'broken') {
        brokenSince = null
        return
      }
      if (issuer.renews(refresh)) throw new Breach(`the connection is called broken, and ${refresh} renews it`)
      brokenSince ??= schedule.now
      if (schedule.now - brokenSince >= backMs) connectAgain(schedule, api())
    },
    async isSettled() {
      const { rows } = await observer.query<{ notes: number }>({ name: 'renewals', text: renewalsText })
      return rows[0]!.notes === 0
    },
    async end() {
      const { rows } = await observer.query<Ended>({ name: 'end of tokens', text: endText })
      const { told, broken, reason, failed, stored } = rows[0]!
      if (told !== broken) throw new Breach(`the connection broke ${broken} times, and was told ${told} times`)
      if (reason !== null && !issuer.wasRevoked)
        throw new Breach(`a lost answer broke the connection, told is: ${reason}`)
      if (failed !== null) throw new Breach(`${failed} failed because of a token`)
      for (const token of issuer.used)
        if (!stored.includes(token)) throw new Breach(`${token} was used, and nobody stored it`)
    },
  }

  function connectAgain(on: Schedule, process: Process): void {
    const pair = issuer.consent()
    on.note(process, `somebody connects again: ${pair.refreshToken}`)
    const fresh = { credentials: credentialsOf(pair), origin: 'consent' as const, verdict: null }
    on.as(process, () => {
      const db = onPool(database.pool(process, 2))
      const stored = db
        .transaction()
        .execute((trx) => replaceCredentials(trx, openSeal, { companyId, id: connectionId }, fresh))
      // Who gets no answer looks, and does it again.
      stored.catch(() => undefined)
    })
  }
}

function openConnections(platform: Platform, db: EveryCompany, log: Logger): Connections {
  const platforms = { all: [platform], driver: () => platform } as unknown as Platforms
  return createConnections({
    ...{ db, platforms, seal: openSeal, timeoutMs: 10_000, platformSettings: {}, sandboxUrl: () => null },
    watch: createConnectionWatch({ db, log }),
  })
}
