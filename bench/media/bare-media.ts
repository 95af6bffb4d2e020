import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

/** The baseline: a route that writes its body to disk while hashing it, and files served by @fastify/static. */
const [stored, scratch] = process.argv.slice(2)
const server = Fastify({ bodyLimit: 2 ** 30 })
server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
server.post('/bare', async ({ raw }) => {
  const hash = createHash('sha256')
  async function* hashed(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  const path = join(scratch!, `bare-${randomBytes(6).toString('hex')}`)
  await pipeline(raw, hashed, createWriteStream(path))
  await rm(path)
  return { sha256: hash.digest('hex') }
})
await server.register(fastifyStatic, { root: stored!, prefix: '/static/' })
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
