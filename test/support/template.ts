import { generateKeyPairSync } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { defaultRetention } from '../../src/config/retention.ts'
import { connect } from '../../src/db/connect.ts'
import type { EmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { housekeepingJob } from '../../src/jobs/housekeeping.ts'
import { startQueue } from '../../src/jobs/queue.ts'
import { createPulse } from '../../src/probes/pulse.ts'
import { noTracing } from '../../src/trace/tracing.ts'

export const templateName = 'flightdeck_template'

/** A migrated database that every test file gets a copy of. */
export async function createTemplate(connection: EmbeddedPostgres['connection']): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${templateName}`)
  const target = { ...connection, database: templateName }
  await migrate(target)
  const { db } = connect(target, 2)
  const key = () => generateKeyPairSync('ed25519').privateKey
  const housekeeping = housekeepingJob({ retention: defaultRetention, key })
  const queue = await startQueue(
    target,
    { db, log: pino({ level: 'silent' }), pulse: createPulse(), tracing: noTracing },
    true,
    {
      housekeeping,
    },
  )
  await queue.stop()
  await db.destroy()
  await admin.query(`ALTER DATABASE ${templateName} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`)
  await admin.end()
}
