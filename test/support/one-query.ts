import pg from 'pg'
import type { ClientConfig, QueryResultRow } from 'pg'

/** One statement on a connection of its own, which is closed again. */
export async function oneQuery<Row extends QueryResultRow>(connection: ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
