import { z } from 'zod'
import { OtherReply, defineEndpoint } from '../../call/endpoint.ts'

const State = z.enum(['ok', 'failed'])

export const health = defineEndpoint({
  method: 'GET',
  path: '/v1/health',
  section: 'Open',
  summary: 'Whether the service and what it stands on are well.',
  scope: null,
  reply: z.object({
    status: z.enum(['ok', 'failed']),
    version: z.string(),
    uptimeSeconds: z.number().int(),
    checks: z.object({ database: State, queue: State, storage: State }),
  }),
  async handle({ services }) {
    const names = Object.keys(services.healthChecks) as (keyof typeof services.healthChecks)[]
    const outcomes = await Promise.all(
      names.map(async (name) => {
        const well = await services.healthChecks[name]().then(
          () => true,
          () => false,
        )
        return [name, well ? 'ok' : 'failed'] as const
      }),
    )
    const isWell = outcomes.every(([, state]) => state === 'ok')
    const answer = {
      status: isWell ? 'ok' : 'failed',
      version: services.version,
      uptimeSeconds: Math.floor((Date.now() - services.startedAt.getTime()) / 1000),
      checks: Object.fromEntries(outcomes),
    }
    return isWell ? answer : new OtherReply(503, { success: false, ...answer })
  },
})
