import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, open, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { sharedAccount } from './account.ts'
import { embeddedConnection, startEmbedded, stopEmbedded } from './embedded.ts'
import type { EmbeddedConnection } from './embedded.ts'
import { oneQuery } from '../../../test/support/one-query.ts'

const isRoot = process.getuid?.() === 0
const dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-embedded-'))
await chmod(dataDir, 0o711)
const cluster = join(dataDir, 'postgres', 'cluster')
const passwordFile = join(dataDir, 'postgres-password')

after(async () => {
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(connection: object, text: string): Promise<unknown[]> {
  return (await oneQuery(connection, text)).map((row) => Object.values<unknown>(row))
}

async function start(): Promise<EmbeddedConnection> {
  return (await startEmbedded({ dataDir, durable: false })).connection
}

async function assertClosed(connection: EmbeddedConnection): Promise<void> {
  const { password: _password, ...without } = connection
  await assert.rejects(ask(without, 'SELECT 1'), /password/)
  await assert.rejects(ask({ ...connection, password: 'guessed' }, 'SELECT 1'), { code: '28P01' })
  assert.equal((await stat(passwordFile)).mode & 0o777, 0o600)
  assert.equal((await stat(passwordFile)).uid, process.getuid?.())
  assert.equal((await stat(connection.host)).mode & 0o777, 0o700)
}

/** What a program of the shared account gets when it tries to read the folder. */
function readAsNobody(folder: string, account: { uid: number; gid: number }): number | null {
  return spawnSync('/bin/sh', ['-c', 'ls "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status
}

test('a private PostgreSQL opens only with the password that lies beside it', async () => {
  const connection = await start()
  await ask(connection, "CREATE TABLE kept AS SELECT 'a key' AS content")
  await assertClosed(connection)
  assert.deepEqual(await embeddedConnection(dataDir), connection)
})

test('as root, programs of the shared account reach neither its socket nor its files', { skip: !isRoot }, async () => {
  const nobody = await sharedAccount()
  for (const folder of ['postgres', 'postgres/socket', 'postgres/cluster']) {
    assert.notEqual(readAsNobody(join(dataDir, folder), nobody), 0, folder)
  }
  assert.notEqual(spawnSync('cat', [passwordFile], { ...nobody, cwd: '/' }).status, 0)
})

/** As an older version left it: no password, open to everybody who reaches the socket, and as root owned by the shared account. */
async function makeOlder(): Promise<void> {
  await rm(passwordFile)
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\n')
  if (!isRoot) return
  const { uid, gid } = await sharedAccount()
  assert.equal(spawnSync('chown', ['-R', `${uid}:${gid}`, join(dataDir, 'postgres')]).status, 0)
}

test('a data folder of an older version is given a password at the next start, and keeps its data', async () => {
  await stopEmbedded({ dataDir })
  await makeOlder()
  const connection = await start()
  await assertClosed(connection)
  assert.deepEqual(await ask(connection, 'SELECT content FROM kept'), [['a key']])
  if (isRoot) assert.notEqual((await stat(cluster)).uid, (await sharedAccount()).uid)
})

test('a server that an older version left running is taken over as well', { skip: !isRoot }, async () => {
  const pid = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]
  const binaries = dirname(await readlink(`/proc/${pid}/exe`))
  await stopEmbedded({ dataDir })
  await makeOlder()
  const args = [
    'start',
    '--wait',
    '--silent',
    `--pgdata=${cluster}`,
    `--log=${join(dataDir, 'postgres', 'server.log')}`,
  ]
  const options = { ...(await sharedAccount()), cwd: '/', stdio: 'ignore' as const }
  assert.equal(spawnSync(join(binaries, 'pg_ctl'), args, options).status, 0)
  const connection = await start()
  await assertClosed(connection)
  assert.deepEqual(await ask(connection, 'SELECT content FROM kept'), [['a key']])
  assert.notEqual((await stat(cluster)).uid, (await sharedAccount()).uid)
})

test('a password that was lost is replaced while the server is down, and said to be missing while it runs', async () => {
  await rm(passwordFile)
  await assert.rejects(start(), /password .*postgres-password\) is gone/)
  await stopEmbedded({ dataDir })
  const connection = await start()
  await assertClosed(connection)
  assert.deepEqual(await ask(connection, 'SELECT content FROM kept'), [['a key']])
})

test('a server that died is started again although its process id belongs to another program by now', async () => {
  const noted = join(cluster, 'postmaster.pid')
  const lines = (await readFile(noted, 'utf8')).split('\n')
  await stopEmbedded({ dataDir })
  const { uid, gid } = await stat(cluster)
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid, cwd: '/' } : {})
  after(() => other.kill())
  await writeFile(noted, [String(other.pid), ...lines.slice(1)].join('\n'), { mode: 0o600 })
  await chown(noted, uid, gid)
  const connection = await start()
  assert.deepEqual(await ask(connection, 'SELECT content FROM kept'), [['a key']])
})

test('a server that is just reading its settings reads them whole, although another start writes others', async () => {
  const path = join(cluster, 'flightdeck.conf')
  const before = await readFile(path, 'utf8')
  const reader = await open(path)
  try {
    const { buffer } = await reader.read(Buffer.alloc(40))
    await stopEmbedded({ dataDir })
    await startEmbedded({ dataDir })
    assert.notEqual(await readFile(path, 'utf8'), before)
    assert.equal(buffer.toString() + (await reader.readFile('utf8')), before)
  } finally {
    await reader.close()
  }
})
