import Fastify from 'fastify'
import pg from 'pg'

/** The baseline: a plain table of campaigns, selected and sent, nothing else. */
const [connectionString] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })
const server = Fastify()
server.get<{ Querystring: { limit: string } }>('/bare', async (request) => {
  const { rows } = await pool.query<Record<string, unknown>>('SELECT * FROM bare_campaigns ORDER BY id LIMIT $1', [
    request.query.limit,
  ])
  return { data: rows }
})
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
