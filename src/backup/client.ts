import pg from 'pg'
import type { Connection } from '../db/connect.ts'

/** A connection that may be cut at any moment: the statement that is under way says so, and where none is, the next one does. */
export function createClient(connection: Connection): pg.Client {
  const client = new pg.Client({ ...connection })
  client.on('error', () => undefined)
  return client
}
