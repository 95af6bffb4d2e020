import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Logger } from 'pino'
import { checkReplica } from '../../src/cli/doctor/standbys.ts'
import { createReplica } from '../../src/db/replica.ts'
import { howToGetServers, startServers } from '../crash/servers.ts'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'
import { askAny, fillAccount, withUnread } from '../support/reports/reports.ts'

const servers = await startServers()
if (!servers) {
  if (process.env.CI === 'true') throw new Error(howToGetServers)
  test(`left out: ${howToGetServers}`, { skip: true })
} else {
  const [primary, standby] = servers.urls
  const app = await startTestApp(
    { DATABASE_URL: primary, DATABASE_READ_URL: standby },
    { api: true, worker: false, sandbox: true },
    withUnread,
  )
  after(() => servers.close())
  const { pool } = app.app.services
  const days = { startDate: '2026-01-01', endDate: '2026-01-03' }
  const rows = [{ day: '2026-01-01', ad: 'a1', spend: 5 }]
  const key = await fillAccount(app, { id: 'shop', read: ['2026-01-01', '2026-01-03'], rows })
  const there = (text: string) => oneQuery({ connectionString: standby }, text)

  interface Figures {
    data: { spend: number }[]
    metadata: { asOf: string | null; partial?: boolean }
  }
  const ask = async (path = '/v1/reports/query') => {
    const query = {
      ...days,
      accountIds: 'shop',
      ...(path.endsWith('query') ? { metrics: 'spend', groupBy: 'ad' } : {}),
    }
    const { status, body } = await askAny(app, path, query)
    assert.equal(status, 200, JSON.stringify(body))
    const { data, metadata } = body as Figures
    return { spend: data.reduce((sum, row) => sum + row.spend, 0), asOf: metadata.asOf }
  }
  const untilRead = () => askUntil(async () => ((await ask()).asOf === null ? null : true))

  test('reports are read from the replica, and say as of when', async () => {
    await untilRead()
    for (const path of ['/v1/reports/query', '/v1/spend/daily']) {
      const { spend, asOf } = await ask(path)
      assert.equal(spend, 5)
      assert.ok(Math.abs(Date.now() - Date.parse(asOf!)) < 30_000, path)
    }
    const file = await fetch(
      `${app.url}/v1/reports/export?startDate=2026-01-01&endDate=2026-01-03&groupBy=ad&metrics=spend`,
      {
        headers: { authorization: `Bearer ${app.key}` },
      },
    )
    assert.ok(file.headers.get('x-report-as-of'))
    assert.match(await file.text(), /5/)
    const [finding] = await checkReplica(pool, app.app.services.config)
    assert.equal(finding?.mark, 'ok')
  })

  test('a replica that stands still is read from as long as it misses no reading, and doctor knows', async (t) => {
    await untilRead()
    await there('SELECT pg_wal_replay_pause()')
    t.after(() => there('SELECT pg_wal_replay_resume()'))
    // Nobody read this from a platform: it shows who made the rows.
    await pool.query('UPDATE ad_days SET spend_micros = 7000000 WHERE account_key = $1', [key])
    const old = await ask()
    assert.equal(old.spend, 5)
    assert.ok(old.asOf)
    await pool.query('UPDATE report_days SET read_at = clock_timestamp() WHERE account_key = $1', [key])
    for (const path of ['/v1/reports/query', '/v1/spend/daily'])
      assert.deepEqual(await ask(path), { spend: 7, asOf: null })
    const [finding] = await checkReplica(pool, app.app.services.config)
    assert.equal(finding?.mark, 'warning')
    assert.match(finding.text, /behind/)
    await there('SELECT pg_wal_replay_resume()')
    await untilRead()
    assert.equal((await ask()).spend, 7)
  })

  test('one that is gone, and one that is no replica, are passed over with one line each', async () => {
    const lines: string[] = []
    const log = { warn: (line: string) => void lines.push(line) } as unknown as Logger
    const gone = createReplica(pool, standby, log)
    assert.ok('asOf' in (await askUntil(async () => ('asOf' in (await gone.state()) ? gone.state() : null))))
    await servers.stopStandby()
    assert.deepEqual(await ask(), { spend: 7, asOf: null })
    await askUntil(async () => ('problem' in (await gone.state()) ? true : null))
    await gone.state()
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0]!, /DATABASE_READ_URL does not answer/)
    servers.startStandby()
    await askUntil(async () => ('asOf' in (await gone.state()) ? true : null))
    assert.match(lines[1]!, /again/)
    await gone.close()
    const itself = createReplica(pool, primary, log)
    assert.deepEqual(await itself.state(), { problem: 'is no replica of it' })
    await itself.close()
    await untilRead()
  })
}
