import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { oracle } from './oracle.ts'

/** A session with the real PostgreSQL. */
export interface RealSession {
  client: pg.Client
  pid: number
  /** Whose: the oracle asks who writes. */
  name: string
}

/** The real database of a simulation, used for one seed after the other. Its time is what it is told. */
export interface Store {
  take(name: string): Promise<RealSession>
  giveBack(session: RealSession): void
  /** Asks and changes as nobody of the simulation. */
  observer: pg.Client
  setClock(ms: number): void
  /** Every statement is run, also where its answer is known: for code that is changed on purpose. */
  isExact: boolean
  close(): Promise<void>
}

type Address = Exclude<Connection, { connectionString: string }>

export interface StorePlace extends Address {
  /** Where the file with the time lies. */
  folder: string
}

const timeFunctions = ['clock_timestamp', 'now', 'statement_timestamp', 'transaction_timestamp']

/**
 * A migrated database in which every function of time reads a file. They stand in `public`, which is searched before
 * PostgreSQL's own: defaults of columns, triggers and statements all find them first.
 */
export async function makeStore(server: Address, name: string, folder: string): Promise<StorePlace> {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${name}`)
  await admin.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`)
  const settings = {
    search_path: 'public, pg_catalog',
    synchronous_commit: 'off',
    deadlock_timeout: "'20ms'",
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
  }
  for (const [key, value] of Object.entries(settings)) await admin.query(`ALTER DATABASE ${name} SET ${key} = ${value}`)
  await admin.end()
  const place = { ...server, database: name, folder }
  const client = new pg.Client(place)
  await client.connect()
  const file = pg.escapeLiteral(clockFile(place))
  for (const time of timeFunctions)
    await client.query(`CREATE FUNCTION public.${time}() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT pg_catalog.to_timestamp(pg_catalog.pg_read_file(${file})::float8) $$`)
  closeSync(openClock(place))
  await migrate(place)
  // The server's patience is in real time: here nobody is frozen for that long.
  await client.query(
    'CREATE FUNCTION public.set_config(text, text, boolean) RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT $2 $$',
  )
  await client.query(oracle)
  await client.end()
  return place
}

const clockFile = ({ folder, database }: StorePlace) => join(folder, `${database}.clock`)

function openClock(place: StorePlace): number {
  const file = openSync(clockFile(place), 'w', 0o644)
  writeSync(file, textOf(Date.UTC(2030, 0, 1)), 0)
  return file
}

const textOf = (ms: number) => (ms / 1000).toFixed(6).padStart(20)

export async function openStore(place: StorePlace): Promise<Store> {
  const observer = await connect(place)
  const file = openClock(place)
  const free = new Map<string, RealSession[]>()
  const all: pg.Client[] = [observer]
  let time = 0
  return {
    observer,
    isExact: false,
    async take(name) {
      const known = free.get(name)?.pop()
      if (known) return known
      const client = await connect({ ...place, application_name: name })
      all.push(client)
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      return { client, pid: rows[0]!.pid, name }
    },
    giveBack(session) {
      free.set(session.name, [...(free.get(session.name) ?? []), session])
    },
    setClock(ms) {
      if (ms === time) return
      time = ms
      writeSync(file, textOf(ms), 0)
    },
    async close() {
      closeSync(file)
      for (const client of all) await client.end()
    },
  }
}

async function connect(place: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(place)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
