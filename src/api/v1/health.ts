import { z } from 'zod'
import { operation, OtherReply } from '../../call/operation.ts'

const PartState = z.enum(['ok', 'failed']).meta({ id: 'PartState' })

const HealthChecks = z
  .object({
    database: PartState.meta({ description: 'Whether the database answers.' }),
    queue: PartState.meta({ description: 'Whether jobs are worked off.' }),
    storage: PartState.meta({ description: 'Whether files can be kept.' }),
  })
  .meta({ id: 'HealthChecks' })

const rest = {
  version: z.string().meta({ description: 'The version that runs.' }),
  uptimeSeconds: z.number().int().meta({ description: 'For how long it has been running.' }),
  checks: HealthChecks.meta({ description: 'What the service stands on, part by part.' }),
}

export const health = operation({
  name: 'check_health',
  rest: { method: 'GET', path: '/v1/health' },
  section: 'Open',
  summary: 'Whether the service and what it stands on are well.',
  description: '503 in the same form, with success: false, when a part is not well.',
  scope: null,
  effect: 'reads',
  example: {},
  reply: z.object({ status: z.literal('ok').meta({ description: 'Everything is well.' }), ...rest }),
  otherReplies: {
    503: z.object({
      success: z.literal(false).meta({ description: 'Not everything is well.' }),
      status: z.literal('failed').meta({ description: 'A part is not well: checks says which.' }),
      ...rest,
    }),
  },
  async handle({ healthChecks, version, startedAt }) {
    const [database, queue, storage] = await Promise.all([
      stateOf(healthChecks.database),
      stateOf(healthChecks.queue),
      stateOf(healthChecks.storage),
    ])
    const uptimeSeconds = Math.floor((Date.now() - startedAt.getTime()) / 1000)
    const body = { version, uptimeSeconds, checks: { database, queue, storage } }
    const isWell = [database, queue, storage].every((state) => state === 'ok')
    if (isWell) return { status: 'ok' as const, ...body }
    return new OtherReply(503, { success: false as const, status: 'failed' as const, ...body })
  },
})

function stateOf(check: () => Promise<void>): Promise<z.output<typeof PartState>> {
  return check().then(
    () => 'ok',
    () => 'failed',
  )
}
