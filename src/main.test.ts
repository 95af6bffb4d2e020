import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { hashApiKey } from './core/people/keys.ts'
import { readSecretKey } from './core/secrets/keys.ts'
import { createSeal, sealPurpose } from './core/secrets/seal.ts'
import type { CompanyId } from './db/company-id.ts'
import { embeddedConnection, serviceLock, startEmbedded, stopEmbedded } from './db/embedded/embedded.ts'
import { commandAlone } from '../test/support/service/one-command.ts'
import { operator } from '../test/support/service/operator.ts'
import type { Given, Outcome } from '../test/support/service/operator.ts'

const token = 'EAAtest0secret0token0that0nobody0may0see'

let dataDir: string
/** Stands for a running service: it holds the lock that tells commands not to stop the server. */
let service: pg.Client

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-cli-'))
  await chmod(dataDir, 0o711)
  const { connection } = await startEmbedded({ dataDir, durable: false })
  service = new pg.Client(connection)
  service.on('error', () => undefined)
  await service.connect()
  await service.query(`SELECT pg_advisory_lock(${serviceLock})`)
})

after(async () => {
  await service.end().catch(() => undefined)
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

/** In a process of its own, as people run it. */
const inAProcess = (words: string[], { input, env }: Given = {}) =>
  commandAlone(words, { input, env: { DATA_DIR: dataDir, PORT: '0', ...env } })

/** Together with the others in one process, which takes a fraction of the time. */
const command = operator({ PORT: '0' })
const flightdeck = (words: string[], { input, env }: Given = {}) =>
  command(words, { input, env: { DATA_DIR: dataDir, ...env } })

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await service.query<Row>(text, values)).rows
}

const assertOneLine = (text: string) => assert.match(text, /^[^\n]+\n$/)
const lastId = (outcome: Outcome) => /\d+/.exec(outcome.stdout + outcome.stderr)![0]

test('a wrong secret setting is named but not repeated', async () => {
  const outcome = await flightdeck(['key', 'list'], { env: { SECRET_KEY: 'not-a-good-secret' } })
  assert.equal(outcome.code, 1)
  assertOneLine(outcome.stderr)
  assert.match(outcome.stderr, /SECRET_KEY/)
  assert.doesNotMatch(outcome.stderr, /not-a-good-secret/)
})

test('wrong usage is exit code 2', async () => {
  const wrong = [['fly'], ['key'], ['key', 'create'], ['key', 'create', '--name', 'CI', '--scopes', 'read,everything']]
  wrong.push(['key', 'create', '--name', 'CI', '--expires', '2020-01-01'], ['company', 'create', ''])
  wrong.push(['company', 'create', 'Acme', '--owner-email', 'ann@example.com'], ['doctor', 'now'])
  assert.equal((await inAProcess(wrong[0]!)).code, 2)
  const outcomes = await Promise.all(wrong.map((words) => flightdeck(words)))
  for (const [index, outcome] of outcomes.entries()) {
    assert.equal(outcome.code, 2, wrong[index]?.join(' '))
    assert.equal(outcome.stdout, '')
  }
})

test('migrate says what ran, and then that there is nothing to run', async () => {
  const first = await flightdeck(['migrate'])
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /0001_companies\.sql/)
  const second = await inAProcess(['migrate'])
  assert.equal(second.code, 0)
  assert.doesNotMatch(second.stdout, /\.sql/)
})

test('a company that was made can be found in the list, and its slug only once', async () => {
  const words = ['company', 'create', 'Acme Media', '--owner-email', 'ann@example.com', '--owner-name', 'Ann']
  const made = await flightdeck(words)
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /acme-media/)
  const owners = await query<{ email: string }>(
    "SELECT email FROM users JOIN memberships ON user_id = id WHERE role = 'owner'",
  )
  assert.deepEqual(owners, [{ email: 'ann@example.com' }])
  assert.match((await flightdeck(['company', 'list'])).stdout, /acme-media +Acme Media/)
  const again = await inAProcess(['company', 'create', 'Acme Media'])
  assert.equal(again.code, 1)
  assertOneLine(again.stderr)
})

test('a link for an address confirms it; where several companies have the address, one is named', async () => {
  const link = (...words: string[]) => flightdeck(['login-link', ...words])
  const newest = () =>
    query<{ confirms: boolean }>('SELECT confirms FROM sign_in_links ORDER BY expires_at DESC LIMIT 1')
  const one = await link('--email', 'ANN@example.com', '--minutes', '20')
  assert.match(one.stdout, /\/#\/sign-in\/[\w-]{43}\n$/)
  assert.match(one.stderr, /confirms that ann@example.com is theirs/)
  assert.deepEqual(await newest(), [{ confirms: true }])
  const other = ['company', 'create', 'Other', '--owner-email', 'ann@example.com', '--owner-name', 'Somebody']
  assert.equal((await flightdeck(other)).code, 0)
  const unclear = await link('--email', 'ann@example.com')
  assert.equal(unclear.code, 1)
  assert.match(unclear.stderr, /--company \(acme-media, other\)/)
  assert.equal((await link('--email', 'ann@example.com', '--company', 'other')).code, 0)
  assert.equal((await link('--email', 'nobody@example.com')).code, 1)
  const owner = await link('--company', 'acme-media', '--minutes', '30')
  assert.equal(owner.code, 0, owner.stderr)
  assert.deepEqual(await newest(), [{ confirms: false }], 'nobody has named an address')
})

test('a key for an agent asks before it spends, and the operator changes that', async () => {
  const create = ['key', 'create', '--company', 'acme-media', '--for', 'agent', '--name', 'Claude']
  const made = await flightdeck(create)
  assert.match(made.stderr, /waits for a person first/)
  const spends = async () => {
    const hash = [hashApiKey(made.stdout.trim())]
    return (
      await query<{ id: number; spends: string }>('SELECT id::int, spends FROM api_keys WHERE key_hash = $1', hash)
    )[0]!
  }
  const { id } = await spends()
  assert.equal((await spends()).spends, 'ask')
  const set = await flightdeck(['key', 'set', String(id), '--spends', 'act', '--company', 'acme-media'])
  assert.equal(set.code, 0, set.stderr)
  assert.equal((await spends()).spends, 'act')
  const elsewhere = await flightdeck(['key', 'set', String(id), '--spends', 'ask'])
  assert.equal(elsewhere.code, 1)
  assert.equal((await spends()).spends, 'act')
  const acting = await flightdeck([...create, '--spends', 'act'])
  assert.doesNotMatch(acting.stderr, /waits for a person/)
})

test('a key is printed once and alone, works as its hash, and is gone when revoked', async () => {
  const words = ['--company', 'acme-media', '--name', 'CI', '--scopes', 'launch,read', '--expires', '10d']
  const made = await flightdeck(['key', 'create', ...words])
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /^ak_[A-Za-z0-9]{32}\n$/)
  const key = made.stdout.trim()
  assert.ok(!made.stderr.includes(key))

  const [row] = await query<{ id: number; scopes: string[]; expires_at: Date }>(
    'SELECT id::int, scopes, expires_at FROM api_keys WHERE key_hash = $1',
    [hashApiKey(key)],
  )
  assert.deepEqual(row?.scopes, ['read', 'launch'])
  assert.ok(Math.abs(row.expires_at.getTime() - Date.now() - 10 * 86_400_000) < 60_000)

  const listed = await flightdeck(['key', 'list', '--company', 'acme-media'])
  assert.match(listed.stdout, new RegExp(`^${row.id} +acme-media +CI +${key.slice(0, 7)} +read,launch .* active$`, 'm'))
  assert.ok(!listed.stdout.includes(key))

  const revoke = ['key', 'revoke', String(row.id), '--company', 'acme-media']
  assert.equal((await flightdeck(revoke)).code, 0)
  assert.match((await flightdeck(['key', 'list'])).stdout, new RegExp(`^${row.id} .* revoked$`, 'm'))
  const again = await flightdeck(revoke)
  assert.equal(again.code, 1)
  assertOneLine(again.stderr)
})

test('an unknown company, platform or id is one line and exit code 1', async () => {
  const unknown = [
    ['key', 'create', '--company', 'nobody', '--name', 'CI'],
    ['key', 'list', '--company', 'nobody'],
    ['key', 'revoke', 'abc', '--company', 'acme-media'],
    ['connection', 'add', 'myspace'],
    ['connection', 'check', 'myspace'],
    ['connection', 'check', 'primary', '--company', 'acme-media'],
    ['connection', 'check', '99999999999999999999'],
    ['connection', 'remove', '4711'],
  ]
  const outcomes = await Promise.all(unknown.map((words) => flightdeck(words)))
  for (const [index, outcome] of outcomes.entries()) {
    assert.equal(outcome.code, 1, unknown[index]?.join(' '))
    assertOneLine(outcome.stderr)
  }
})

test('a token from standard input is stored sealed, takes the place of the sandbox, and is never shown', async () => {
  const [company] = await query<{ id: CompanyId }>("SELECT id::int FROM companies WHERE slug = 'acme-media'")
  const companyId = company!.id
  await query(
    `INSERT INTO ad_accounts (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, is_sandbox)
     SELECT $1, id, 'primary', 'act_1', 'Sandbox', 'EUR', 'UTC', 'active', true FROM workspaces WHERE company_id = $1`,
    [companyId],
  )
  await query("INSERT INTO account_reads VALUES ($1, 'primary', now(), NULL)", [companyId])

  const words = ['connection', 'add', 'meta', '--company', 'acme-media', '--no-check']
  const added = await inAProcess(words, { input: `${token}\n` })
  assert.equal(added.code, 0, added.stderr)
  assert.ok(!(added.stdout + added.stderr).includes(token))
  assert.deepEqual(await query('SELECT 1 FROM ad_accounts'), [])
  assert.deepEqual(await query('SELECT 1 FROM account_reads'), [])

  // The same label again replaces what it held.
  const file = join(dataDir, 'credentials.json')
  await writeFile(file, JSON.stringify({ accessToken: token, appSecret: 'secret-of-the-app' }))
  const replaced = await flightdeck([...words, '--file', file])
  assert.equal(replaced.code, 0, replaced.stderr)
  const rows = await query<{ id: number; sealed_credentials: Buffer }>(
    'SELECT id::int, sealed_credentials FROM connections',
  )
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]!.sealed_credentials.includes(token))
  const seal = createSeal(readSecretKey({ secretKey: null, dataDir })!)
  const opened = seal.open(rows[0]!.sealed_credentials, sealPurpose(companyId, 'primary'))
  assert.deepEqual(JSON.parse(opened), { accessToken: token, appSecret: 'secret-of-the-app' })

  const listed = await flightdeck(['connection', 'list'])
  assert.match(listed.stdout, /acme-media +primary +main +not checked/)
  assert.equal((await flightdeck(['connection', 'remove', lastId(replaced)])).code, 0)
  assert.deepEqual(await query('SELECT 1 FROM connections'), [])
})

test('credentials that cannot be right are refused with every reason and without a word of them', async () => {
  const refused: [string, RegExp][] = [
    ['', /No credentials/],
    [`{"accessToken": "${token}"`, /not valid JSON/],
    [`${token} ${token}`, /cannot be read/],
    [
      '{"accessToken": "tooshort", "appSecret": 17, "appsecret": "x"}',
      /accessToken is too short.*appSecret must be text.*appsecret is none of its fields/,
    ],
  ]
  for (const [input, reason] of refused) {
    const outcome = await flightdeck(['connection', 'add', 'primary', '--company', 'acme-media'], { input })
    assert.equal(outcome.code, 1)
    assertOneLine(outcome.stderr)
    assert.match(outcome.stderr, reason)
    assert.doesNotMatch(outcome.stderr, /EAAtest|tooshort/)
  }
  assert.deepEqual(await query('SELECT 1 FROM connections'), [])
})

test('doctor lists settings without their secrets, what it reached, and keys that end soon', async () => {
  const made = await flightdeck(['key', 'create', '--company', 'acme-media', '--name', 'Soon', '--expires', '5d'])
  const env = { DEMO_API_KEY: `ak_${'x'.repeat(32)}`, LOG_LEVEL: 'error' }
  const text = await inAProcess(['doctor'], { env })
  assert.equal(text.code, 0, text.stdout)
  assert.match(text.stdout, /DEMO_API_KEY +set +environment/)
  assert.match(text.stdout, /LOG_LEVEL +error +environment/)
  assert.match(text.stdout, /HOST +127\.0\.0\.1 +default/)
  assert.match(text.stdout, /ok +database +PostgreSQL \d+/)
  assert.match(text.stdout, /ok +migrations/)
  assert.match(text.stdout, /ok +data folder/)
  assert.match(text.stdout, new RegExp(`warning +API key ${lastId({ ...made, stdout: '' })} +"Soon"`))
  assert.ok(!text.stdout.includes(env.DEMO_API_KEY))
  assert.ok(!text.stdout.includes('\u001b'), 'no colours in a pipe')
})

test('doctor finds a running service, and fails when something that is set cannot be reached', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/v1/health' ? 200 : 404
    response.end('{}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const port = String((server.address() as AddressInfo).port)
  const well = await flightdeck(['doctor', '--json'], { env: { PORT: port, SANDBOX: 'off' } })
  assert.equal(well.code, 0, well.stdout)
  const report = JSON.parse(well.stdout) as { ok: boolean; findings: { name: string; mark: string; text: string }[] }
  assert.equal(report.ok, true)
  assert.equal(report.findings.find(({ name }) => name === 'service')?.text, `runs at http://127.0.0.1:${port}`)

  await new Promise((closed) => server.close(closed))
  const ill = await flightdeck(['doctor', '--json'], { env: { SANDBOX_URL: `http://127.0.0.1:${port}` } })
  assert.equal(ill.code, 1)
  const { ok, findings } = JSON.parse(ill.stdout) as typeof report
  assert.equal(ok, false)
  assert.equal(findings.find(({ name }) => name === 'sandbox')?.mark, 'problem')
})

test('a database that cannot be reached is one line without its password', async () => {
  const outcome = await flightdeck(['key', 'list'], { env: { DATABASE_URL: 'postgres://me:hunter22@127.0.0.1:1/x' } })
  assert.equal(outcome.code, 1)
  assertOneLine(outcome.stderr)
  assert.match(outcome.stderr, /DATABASE_URL \(127\.0\.0\.1:1\).*ECONNREFUSED/)
  assert.doesNotMatch(outcome.stderr, /hunter22/)
})

test('without a service, commands start the database for the moment, share it, and stop it again', async () => {
  await service.end()
  await stopEmbedded({ dataDir })
  const outcomes = await Promise.all([inAProcess(['company', 'list']), inAProcess(['key', 'list'])])
  for (const outcome of outcomes) {
    assert.equal(outcome.code, 0, outcome.stderr)
    assert.match(outcome.stdout, /acme-media/)
  }
  assert.equal(await embeddedConnection(dataDir), null)
})
