import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection } from '../db/connect.ts'
import { buildIndexes } from '../db/indexes.ts'
import type { Migration } from '../db/migrations.ts'

/** Makes what a start does not wait for. Where it is cut short, the next start begins it anew. */
export function buildBeside(connection: Connection, indexes: Migration[], log: Logger): { close(): Promise<void> } {
  const client = new pg.Client({ ...connection, application_name: 'flightdeck indexes' })
  client.on('error', () => undefined)
  let isClosed = false
  const work = async () => {
    try {
      await client.connect()
      const built = await buildIndexes(client, indexes, (text) => log.info(text))
      if (built.length > 0) log.info(`Made: ${built.join(', ')}.`)
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'An index could not be made; the next start tries it again.')
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const done = work()
  return {
    async close() {
      isClosed = true
      await client.end().catch(() => undefined)
      await done
    },
  }
}
