import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { askUntil } from '../../test/support/ask-until.ts'
import { createDatabase } from '../../test/support/harness.ts'
import { connect } from '../db/connect.ts'
import { createPulse } from '../probes/pulse.ts'
import { noTracing } from '../trace/tracing.ts'
import type { Job } from './job.ts'
import { startQueue } from './queue.ts'

const database = await createDatabase()
const target = { connectionString: database.url }
const admin = new pg.Client(target)
await admin.connect()
const { db } = connect(target, 2)
after(async () => {
  await db.destroy()
  await admin.end()
  await database.drop()
})

test('jobs that could not begin begin later, each once', async () => {
  const said: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) })
  const ran: string[] = []
  const job = (name: string): Job => ({
    name,
    cron: '0 0 1 1 *',
    atStart: true,
    run: () => Promise.resolve(void ran.push(name)),
  })
  await admin.query('ALTER TABLE pgboss.schedule RENAME TO away')
  const deps = { db, log, pulse: createPulse(), tracing: noTracing }
  const queue = await startQueue(target, deps, true, { laterJobs: [job('one'), job('two')], laterMs: 20 })
  await askUntil(() => Promise.resolve(said.length > 1 ? said : null))
  assert.deepEqual(ran, [])
  await admin.query('ALTER TABLE pgboss.away RENAME TO schedule')
  await askUntil(() => Promise.resolve(ran.length > 1 ? ran : null))
  assert.deepEqual(ran.sort(), ['one', 'two'])
  await queue.stop()
})
