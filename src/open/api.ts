import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../call/operation.ts'
import { limitsOfPeople, memoryRateLimiter, sharedRateLimiter } from '../call/rate-limit.ts'
import type { Config } from '../config.ts'
import { createAuthenticator } from '../http/auth.ts'
import { addFace, createServer } from '../http/server.ts'
import { mcpFace, metadataFace } from '../mcp/face.ts'
import type { Services } from '../services.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

interface ApiParts {
  services: Services
  operations: Operation[]
  alone: boolean
}

/** Listens, with every face of the one door. Answers where. */
export async function openApi(config: Config, { services, operations, alone }: ApiParts, undo: Undo): Promise<string> {
  const authenticator = createAuthenticator(services.db, services.listener, services.log)
  undo.push(() => authenticator.close())
  const limits = { key: config.rateLimit, user: limitsOfPeople }
  const rateLimiter = alone ? memoryRateLimiter(limits) : sharedRateLimiter(services.db, limits)
  const server = await createServer({
    operations,
    services,
    authenticator,
    rateLimiter,
    publicUrl: services.publicUrl,
  })
  undo.push(() => server.close())
  const door = { services, operations, rateLimiter, authenticate: authenticator.authenticate.bind(authenticator) }
  addFace(server, door, closing(mcpFace(door), undo))
  addFace(server, door, metadataFace(door))
  await server.listen({ port: config.port, host: config.host })
  return addressOf(server, config.host)
}

function addressOf(server: FastifyInstance, host: string): string {
  const { port } = server.server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}
