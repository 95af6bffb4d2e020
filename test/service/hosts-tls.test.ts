import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect as connectSocket, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { connect } from '../../src/db/connect.ts'
import { connectionOf } from '../../src/db/hosts.ts'
import { howToGetServers, startServers } from '../crash/servers.ts'
import { oneQuery } from '../support/one-query.ts'

/** Several servers in DATABASE_URL, each with a certificate for its own name, and `sslmode=verify-full`. */
const folder = await mkdtemp(join(tmpdir(), 'flightdeck-tls-'))
after(() => rm(folder, { recursive: true, force: true }))
const inFolder = (name: string) => join(folder, name)

function newCertificate(name: string, ...words: string[]): void {
  const made = ['-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${name}`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...key, ...made, ...words], { cwd: folder, stdio: 'ignore' })
}

/** From now on the server shows this certificate. */
async function show(certificate: string, url: string): Promise<void> {
  const server = { connectionString: url }
  const [place] = await oneQuery<{ data_directory: string }>(server, 'SHOW data_directory')
  const { uid, gid } = await stat(place!.data_directory)
  for (const kind of ['crt', 'key']) {
    const file = join(place!.data_directory, `server.${kind}`)
    await copyFile(inFolder(`${certificate}.${kind}`), file)
    await chown(file, uid, gid)
    await chmod(file, 0o600)
  }
  await oneQuery(server, 'ALTER SYSTEM SET ssl = on')
  await oneQuery(server, 'SELECT pg_reload_conf()')
}

function listOf(...hosts: string[]): string {
  return `postgres://flightdeck@${hosts.join(',')}/flightdeck?sslmode=verify-full&sslrootcert=${inFolder('authority.crt')}`
}

/** Which port the server has that takes writes. */
async function reached(url: string): Promise<number> {
  const { db, pool } = connect(connectionOf(url), 1)
  try {
    const { rows } = await pool.query<{ port: number }>(
      'SELECT inet_server_port() AS port FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl',
    )
    return rows[0]!.port
  } finally {
    await db.destroy()
  }
}

/** Leads the first who comes to the server, and is somebody else with a certificate of the same authority to all others. */
async function impostorOf(port: number) {
  let visitors = 0
  const identity = { key: await readFile(inFolder('numbered.key')), cert: await readFile(inFolder('numbered.crt')) }
  const pretend = (socket: Socket) =>
    socket.once('data', () => {
      socket.write('S')
      const secured = new TLSSocket(socket, { isServer: true, ...identity })
      secured.on('error', () => undefined).on('secure', () => socket.destroy())
    })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (visitors++ > 0) return pretend(socket)
    const there = connectSocket(port, '127.0.0.1').on('error', () => undefined)
    return socket.pipe(there).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

const servers = await startServers()
if (!servers) {
  if (process.env.CI === 'true') throw new Error(howToGetServers)
  test(`left out: ${howToGetServers}`, { skip: true })
} else {
  after(() => servers.close())
  newCertificate('authority')
  const signed = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-addext', 'basicConstraints=critical,CA:false']
  newCertificate('named', ...signed, '-addext', 'subjectAltName=DNS:localhost')
  newCertificate('numbered', ...signed, '-addext', 'subjectAltName=IP:127.0.0.1')
  const [one, two] = servers.urls.map((url) => Number(new URL(url).port)) as [number, number]
  await show('named', servers.urls[0])
  await show('numbered', servers.urls[1])

  test('a server is held to the name that it has in the list, wherever it stands there', async () => {
    assert.equal(await reached(listOf(`localhost:${one}`, `127.0.0.1:${two}`)), one)
    assert.equal(await reached(listOf(`127.0.0.1:${two}`, `localhost:${one}`)), one)
  })

  test('a certificate for another name of the list is refused', async () => {
    await assert.rejects(reached(listOf(`localhost:${two}`, `127.0.0.1:${one}`)), /does not match|not in the cert/)
  })

  test('whoever takes the place of the server once it was found is refused', async () => {
    const port = await impostorOf(one)
    await assert.rejects(reached(listOf(`127.0.0.1:${two}`, `localhost:${port}`)), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  test('the second takes the place of the first, and is held to its own name', async () => {
    await servers.failOver(0)
    assert.equal(await reached(listOf(`localhost:${one}`, `127.0.0.1:${two}`)), two)
  })
}
