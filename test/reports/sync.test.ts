import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { discoverAccounts, reportAccounts } from '../../src/core/reports/sync/all.ts'
import type { ReportAccount } from '../../src/core/reports/sync/types.ts'
import { syncAccount } from '../../src/core/reports/sync/sync.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { syncJobs } from '../../src/jobs/sync.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { startTestApp } from '../support/harness.ts'
import { askUntil } from '../support/ask-until.ts'
import { childEnv, sharedKey } from '../support/service/child-env.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp()
const { services } = app.app
await discoverAccounts(services)
const accounts = await reportAccounts(services.db)
const primary = accounts.filter(({ platform }) => platform === 'primary')
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)
const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

interface Totals {
  total: { impressions: number; clicks: number; spendMinor: number }
}

interface Calls {
  calls: { method: string; path: string }[]
}

const microsInMinor = ({ currency }: ReportAccount) => (currency === 'JPY' ? 1_000_000 : 10_000)

async function keptTotals(account: ReportAccount, from: string, to: string) {
  const { rows } = await services.pool.query<{ impressions: number; clicks: number; spend: number }>(
    `SELECT coalesce(sum(impressions), 0)::bigint AS impressions, coalesce(sum(clicks), 0)::bigint AS clicks,
       coalesce(sum(spend_micros), 0)::bigint AS spend
     FROM ad_days WHERE account_key = $1 AND day BETWEEN $2 AND $3`,
    [account.key, from, to],
  )
  return rows[0]!
}

async function platformTotals(account: ReportAccount, from: string, to: string) {
  const { accountId, platform } = account
  const simulator = builtIn.driver(platform)!.sandboxPath.slice(1)
  const path = `${simulator}/totals?accountId=${accountId}&from=${from}&to=${to}&level=account`
  const { impressions, clicks, spendMinor } = (await app.control<Totals>('GET', path)).total
  return { impressions, clicks, spend: spendMinor * microsInMinor(account) }
}

const settings = {
  ...{ ...sharedKey, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, SANDBOX_URL: app.sandboxUrl },
  PLATFORM_TIMEOUT_SECONDS: '10',
}
const command = operator(settings)
const flightdeckSync = (words: string[]) => command(['sync', ...words])

/** As a user runs it, on this service's database and sandbox. */
async function syncOfItsOwn(words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [main, 'sync', ...words], {
    env: { ...childEnv, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...text }
}

test('flightdeck sync reads the asked days of every platform, to the cent as the platform has them', async () => {
  const from = ago(40)
  const to = ago(2)
  const { code, stdout, stderr } = await syncOfItsOwn(['--company', 'demo', '--from', from, '--to', to])
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    new RegExp(`^Read ${39 * accounts.length} days of ${accounts.length} accounts: \\d+ rows\\.\\n$`),
  )
  for (const account of accounts) {
    assert.match(stderr, new RegExp(`of ${accounts.length}, ${account.platform} ${account.accountId}: 39 days`))
    const kept = await keptTotals(account, from, to)
    assert.deepEqual(kept, await platformTotals(account, from, to), `${account.platform} ${account.accountId}`)
    assert.ok(kept.impressions > 0)
  }
  assert.ok(!stderr.includes('\u001b'), 'no bar in a pipe')
})

test('a reading that is cut between windows goes on without asking for a window again', async () => {
  const account = primary[0]!
  // Short windows are asked for at once, long ones by a report that is made first: each begins with one call.
  const questions = async () => {
    const { calls } = await app.control<Calls>('GET', 'calls?platform=meta')
    return calls.filter(({ path }) => path.includes(`/${account.accountId}/insights`)).length
  }
  const range = { missing: { from: ago(400), to: ago(101) } }
  const before = await questions()
  const stop = new AbortController()
  let windows = 0
  const cut = await syncAccount(services, account, range, {
    signal: stop.signal,
    onProgress: ({ daysDone }) => {
      windows += daysDone > 0 ? 1 : 0
      if (windows === 1) stop.abort(new Error('killed'))
    },
  })
  assert.notEqual(cut.problem, null)
  const between = await questions()
  const rest = await syncAccount(services, account, range, {
    onProgress: ({ daysDone }) => (windows += daysDone > 0 ? 1 : 0),
  })
  assert.equal(rest.problem, null)
  assert.equal(cut.days + rest.days, 300)
  assert.ok(windows > 2)
  assert.equal(between - before, 1)
  assert.equal((await questions()) - before, windows)
  assert.deepEqual(await keptTotals(account, ago(400), ago(101)), await platformTotals(account, ago(400), ago(101)))
})

test('a platform that is down is one line for each of its accounts and exit code 1; the others are read', async () => {
  await app.control('POST', 'faults', { platform: 'tiktok', fault: 'status', status: 503, times: 0 })
  const { code, stdout, stderr } = await flightdeckSync(['--company', 'demo', '--from', ago(1), '--to', today])
  await app.control('DELETE', 'faults')
  assert.equal(code, 1)
  const failed = accounts.filter(({ platform }) => platform === 'tiktok')
  for (const { accountId, name } of failed) {
    const lines = stderr.split('\n').filter((line) => line.startsWith(`tiktok ${accountId} (${name}): `))
    assert.equal(lines.length, 1, stderr)
  }
  assert.match(stdout, new RegExp(`of ${accounts.length} accounts`))
  const read = await services.db.selectFrom('report_days').select('account_key').where('day', '=', ago(1)).execute()
  const expected = accounts.filter(({ platform }) => platform !== 'tiktok').map(({ key }) => key)
  assert.deepEqual(new Set(read.map((row) => row.account_key)), new Set(expected))
})

test('flightdeck sync says in one line what is wrong with its words', async () => {
  const wrong: [string[], RegExp][] = [
    [['--account', 'act_404'], /^There is no ad account act_404\.\n$/],
    [['--from', '2026-02-30', '--to', '2026-03-01'], /^"2026-02-30" is not a day/],
    [['--from', '2026-03-02', '--to', '2026-03-01'], /^--to must not be before --from/],
    [['--from', '2020-01-01', '--to', '2026-03-01'], /^--to must be at most 3 years after --from/],
  ]
  for (const [words, expected] of wrong) {
    const { code, stderr } = await flightdeckSync(words)
    assert.equal(code, 1)
    assert.match(stderr, expected)
  }
})

test('another company is read into figures of its own, and only when it is asked for', async () => {
  const stranger = await app.stranger()
  const before = await Promise.all(primary.map((account) => keptTotals(account, ago(40), today)))
  const { code, stderr } = await flightdeckSync(['--company', stranger.slug, '--from', ago(3), '--to', ago(3)])
  assert.equal(code, 0, stderr)
  assert.deepEqual(await Promise.all(primary.map((account) => keptTotals(account, ago(40), today))), before)
  const theirs = await reportAccounts(services.db, { companyId: stranger.companyId })
  assert.ok(theirs.length > 0)
  const days = services.db.selectFrom('report_days').select(['account_key', 'day'])
  const own = await days.where('company_id', '=', stranger.companyId).execute()
  assert.deepEqual(
    own.map(({ account_key, day }) => [account_key, day]).sort(),
    theirs.map(({ key }) => [key, ago(3)]).sort(),
  )
})

test('the scheduled readings find a newcomer, read the last days first and record what they did', async () => {
  const stranger = await app.stranger()
  const jobs = syncJobs(services)
  const stop = new AbortController()
  const run = (name: string) => jobs.find((job) => job.name === name)!.run({ ...services, signal: stop.signal })
  // The whole history of all accounts is long: it is enough to see it begin.
  const begun = run('sync-history')
  const days = async () => {
    const rows = services.db.selectFrom('report_days').select('day').distinct()
    return (await rows.where('company_id', '=', stranger.companyId).orderBy('day').execute()).map(({ day }) => day)
  }
  await askUntil(async () => ((await days()).length > 0 ? true : null))
  stop.abort(new Error('stopped'))
  await begun
  assert.ok((await days()).every((day) => day >= ago(29)))
  await services.db.updateTable('report_syncs').set({ retry_after: null }).execute()
  await services.pool.query("UPDATE report_days SET read_at = now() - interval '1 hour'")
  const from = new Date()
  await jobs.find(({ name }) => name === 'sync-recent')!.run({ ...services, signal: new AbortController().signal })
  const states = await services.db.selectFrom('report_syncs').select(['recent_read_at', 'problem']).execute()
  assert.equal(states.length, (await reportAccounts(services.db)).length)
  for (const { recent_read_at, problem } of states) {
    assert.equal(problem, null)
    assert.ok(recent_read_at! >= from)
  }
})
