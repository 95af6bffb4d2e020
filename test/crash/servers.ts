import { execFileSync, spawnSync } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/service/service-process.ts'
import { askUntil } from '../support/ask-until.ts'
import { oneQuery } from '../support/one-query.ts'

/** A server and its synchronous standby, which is promoted when the server goes away without a word. */
export interface Servers {
  url: string
  /** Of each alone, the one that took writes first. */
  urls: [string, string]
  /** The standby goes away, and comes back. */
  stopStandby(): Promise<void>
  startStandby(): void
  /** Ends the server that takes writes; after a moment the standby takes its place. */
  failOver(pauseMs: number): Promise<void>
  /** What was ended is a standby of the other now. */
  joinAgain(): Promise<void>
  close(): Promise<void>
}

export const howToGetServers =
  'It needs PostgreSQL 15 or newer with its own tools, as Debian has it: apt-get install postgresql-15.'

interface Server {
  dir: string
  port: number
}

/** null: there are no tools to start them with. */
export async function startServers(): Promise<Servers | null> {
  const bin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (!bin) return null
  const account = accountFor()
  const base = await mkdtemp(join(tmpdir(), 'flightdeck-failover-'))
  if (account) await chown(base, account.uid, account.gid)
  const run = (tool: string, ...args: string[]) =>
    execFileSync(join(bin, tool), args, { ...account, stdio: 'ignore', cwd: base })
  const settings = { wal_level: 'replica', unix_socket_directories: '', listen_addresses: '127.0.0.1', fsync: 'off' }
  const start = ({ dir, port }: Server) => {
    const options = Object.entries({ ...settings, port }).map(([name, value]) => `-c ${name}='${value}'`)
    run('pg_ctl', 'start', '--wait', '-D', dir, '-l', `${dir}.log`, '-o', options.join(' '))
  }
  const place = ({ port }: Server) => ({ host: '127.0.0.1', port, user: 'flightdeck', database: 'postgres' })
  const newServer = async (name: string): Promise<Server> => ({ dir: join(base, name), port: await freePort() })

  /** Whatever is committed is on both from now on. */
  async function follow(primary: Server, standby: Server): Promise<void> {
    run(
      'pg_basebackup',
      '-D',
      standby.dir,
      '-d',
      `host=127.0.0.1 port=${primary.port} user=flightdeck`,
      '-R',
      '-c',
      'fast',
    )
    start(standby)
    await oneQuery(place(primary), "ALTER SYSTEM SET synchronous_standby_names = '*'")
    await oneQuery(place(primary), 'SELECT pg_reload_conf()')
    await askUntil(async () => {
      const rows = await oneQuery(place(primary), "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")
      return rows.length > 0 || null
    })
  }

  /** Nobody is there to wait for. */
  async function alone(server: Server): Promise<void> {
    await oneQuery(place(server), 'ALTER SYSTEM RESET synchronous_standby_names')
    await oneQuery(place(server), 'SELECT pg_reload_conf()')
  }

  let [primary, standby] = [await newServer('one'), await newServer('two')]
  run('initdb', '-D', primary.dir, '-U', 'flightdeck', '--auth=trust', '--no-sync')
  start(primary)
  await oneQuery(place(primary), 'CREATE DATABASE flightdeck')
  await follow(primary, standby)
  const urlOf = (...hosts: Server[]) =>
    `postgres://flightdeck@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/flightdeck`
  return {
    urls: [urlOf(primary), urlOf(standby)],
    async stopStandby() {
      await alone(primary)
      run('pg_ctl', 'stop', '-m', 'immediate', '-D', standby.dir)
    },
    startStandby: () => start(standby),
    url: urlOf(primary, standby),
    async failOver(pauseMs) {
      run('pg_ctl', 'stop', '-m', 'immediate', '-D', primary.dir)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      ;[primary, standby] = [standby, primary]
      run('pg_ctl', 'promote', '--wait', '-D', primary.dir)
      await alone(primary)
    },
    async joinAgain() {
      await rm(standby.dir, { recursive: true, force: true })
      await follow(primary, standby)
    },
    async close() {
      for (const { dir } of [primary, standby])
        spawnSync(join(bin, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', dir], { ...account, stdio: 'ignore' })
      await rm(base, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root. */
function accountFor(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
