import Fastify from 'fastify'
import pg from 'pg'

/** The baseline: one route, one primary-key select, nothing else. */
const [connectionString, table] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })
const server = Fastify()
server.get<{ Params: { id: string } }>('/bare/:id', async (request) => {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT id, slug, state, total_ads, launched_ads, failed_ads, cancelled_ads, created_at, queued_at, finished_at FROM ${table} WHERE id = $1`,
    [request.params.id],
  )
  return rows[0]
})
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
