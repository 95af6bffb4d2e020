import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * The package brings the script of the reference as a text inside of a plugin, beside much that we do not need. A process
 * of its own asks it for the script and writes it to standard output, packed: nothing of all this stays in our memory.
 */
const server = Fastify()
await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { statusCode, body } = await server.inject('/docs/js/scalar.js')
if (statusCode !== 200) throw new Error(`The script of the reference could not be read: ${statusCode}`)
process.stdout.write(await promisify(gzip)(body))
