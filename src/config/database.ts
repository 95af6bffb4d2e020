import { z } from 'zod'
import { eachHost } from './hosts.ts'

/** The settings of the database, as config.ts has them for everything else. */
export const databaseSettings = {
  DATABASE_URL: {
    default: 'a private PostgreSQL in DATA_DIR',
    about: 'your own PostgreSQL, 15 or newer; of several servers (host:port,host:port) the one that takes writes',
  },
  DATABASE_DIRECT_URL: {
    default: 'DATABASE_URL',
    about: 'address of the PostgreSQL server itself, when DATABASE_URL leads through a pooler in transaction mode',
  },
  DATABASE_READ_URL: {
    default: 'none',
    about: 'a streaming replica of the server of DATABASE_URL, from which reports are read while it keeps up',
  },
  PREVIOUS_POSTGRES: {
    default: 'the usual places',
    about: 'folder of the programs of the PostgreSQL version that the private database is moved from at a start',
  },
  MIGRATE: {
    default: 'on',
    about: 'on: a start brings the tables of the database up to date; off: only flightdeck migrate does',
  },
} as const

const oneServer = z.url({ protocol: /^postgres(ql)?$/ })
const postgresUrl = z
  .string()
  .refine((url) => eachHost(url).every((one) => oneServer.safeParse(one).success), 'must be a postgres:// address')

export const databaseEnvironment = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.refine((url) => eachHost(url).length === 1, 'must name one server').optional(),
  PREVIOUS_POSTGRES: z.string().min(1).optional(),
  MIGRATE: z.enum(['on', 'off'], 'must be on or off').default('on'),
}
