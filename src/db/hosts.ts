import { Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { eachHost } from '../config/hosts.ts'
import { required } from '../lookup.ts'
import type { Connection } from './connect.ts'

/** How long one of the servers may take to say what it is. */
const askWithinMs = 3_000
/** Connections that are opened together ask once. */
const rememberMs = 1_000

interface Host {
  host: string
  port: number
}

/**
 * How to reach the database. Of several servers it is the one that takes writes, whichever that is when a connection is opened: should
 * another be promoted, the next connection goes there.
 */
export function connectionOf(url: string): Connection {
  const urls = eachHost(url)
  if (urls.length === 1) return { connectionString: url }
  const findPrimary = primaryAmong(urls)
  return {
    connectionString: required(urls[0], 'address of the database'),
    stream(asked?: HostsQuery) {
      const socket = new PrimarySocket(findPrimary)
      if (asked?.ssl) asked.ssl = heldToItsName(socket, asked.ssl)
      return socket
    },
  }
}

/** What pg tells whoever makes its socket. It looks at `ssl` only afterwards (`test/service/hosts-tls.test.ts`). */
interface HostsQuery {
  ssl?: boolean | ConnectionOptions
}

/** A certificate has to be good for the name of the server that was found: pg knows only that of the first. */
function heldToItsName(socket: PrimarySocket, ssl: true | ConnectionOptions): ConnectionOptions {
  const options = ssl === true ? {} : ssl
  const check = options.checkServerIdentity ?? checkServerIdentity
  options.checkServerIdentity = (_first, certificate) => check(socket.foundHost, certificate)
  return options
}

/** Connects to where writes are taken, whatever address it is given. */
class PrimarySocket extends Socket {
  foundHost = ''
  readonly #find: () => Promise<Host>
  constructor(find: () => Promise<Host>) {
    super()
    this.#find = find
  }

  override connect(..._given: unknown[]): this {
    this.#find().then(
      ({ host, port }) => {
        if (this.destroyed) return
        this.foundHost = host
        if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`)
        else super.connect(port, host)
      },
      (error: unknown) => this.destroy(error as Error),
    )
    return this
  }
}

function primaryAmong(urls: string[]): () => Promise<Host> {
  let last = 0
  let asking: { at: number; found: Promise<Host> } | null = null
  const ask = async () => {
    // The one that it was is asked first: it nearly always still is.
    const order = [...urls.slice(last), ...urls.slice(0, last)]
    const problems: string[] = []
    for (const url of order) {
      const answer = await askOne(url)
      if ('host' in answer) {
        last = urls.indexOf(url)
        return answer
      }
      problems.push(answer.problem)
    }
    throw noPrimary(problems)
  }
  return () => {
    if (asking && performance.now() - asking.at < rememberMs) return asking.found
    const found = ask()
    asking = { at: performance.now(), found }
    found.catch(() => (asking = null))
    return found
  }
}

/** As if a single server did not take connections: whoever waits out an outage waits this one out as well. */
function noPrimary(problems: string[]): Error {
  const error = new Error(`None of the database's servers takes writes: ${problems.join('; ')}`)
  return Object.assign(error, { code: 'ECONNREFUSED', syscall: 'connect' })
}

async function askOne(url: string): Promise<Host | { problem: string }> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'flightdeck finder' },
    ...{ connectionTimeoutMillis: askWithinMs, query_timeout: askWithinMs },
  })
  client.on('error', () => undefined)
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query<{ read_only: boolean }>(
      "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only",
    )
    return rows[0]?.read_only ? { problem: `${host}:${port} is a standby` } : { host, port }
  } catch (error) {
    return { problem: `${host}:${port}: ${(error as Error).message}` }
  } finally {
    await client.end().catch(() => undefined)
  }
}
