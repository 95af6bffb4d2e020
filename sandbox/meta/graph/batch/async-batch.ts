import { partRequest, readPart } from './batch.ts'
import type { Part } from './batch.ts'
import type { GraphCall } from '../../call.ts'
import { GraphError, badParameter } from '../../errors.ts'
import { graphTime, newMediaId } from '../../world.ts'
import { defineType } from '../node-types.ts'
import type { FieldReader } from '../node-types.ts'
import type { AsyncSession } from '../../campaigns/objects.ts'
import { isObject, listParam } from '../params.ts'
import { app } from '../../app.ts'
import { userId } from '../access/tenant-ids.ts'

const largestBatch = 50

/** Calls for the background, answered with a session for each; the sessions tell what became of them. */
export async function startAsyncBatch(call: GraphCall): Promise<object> {
  const parts = (listParam(call.params, 'asyncbatch') ?? []).map(readPart)
  if (parts.length === 0) throw badParameter('Param asyncbatch must be a non-empty array', 'asyncbatch')
  if (parts.length > largestBatch)
    throw new GraphError({
      code: 100,
      message: `Too many requests in batch message. Maximum batch size is ${largestBatch}`,
      type: 'GraphBatchException',
    })
  const sessions = await Promise.all(parts.map((part) => runSession(call, part)))
  return { async_sessions: sessions.map(({ id, name }) => ({ id, ...(name ? { name } : {}) })) }
}

/** The work is done at once and shown later: nobody may depend on when the platform gets to it. */
async function runSession(call: GraphCall, part: Part): Promise<AsyncSession> {
  const { world } = call
  const started = world.now()
  const id = newMediaId(world)
  const request = { ...partRequest(call, part, new Map()), isAsync: true }
  const outcome = await world.context.perform(request)
  const reply = outcome.kind === 'reply' ? { status: outcome.reply.status, body: outcome.reply.body } : null
  return world.sessions.put(id, {
    id,
    tenant: call.tenant,
    created: started,
    updated: started,
    name: part.name ?? '',
    method: part.method,
    uri: `/${part.url.replace(/^\/+/, '')}`,
    due: started + world.settings().asyncSeconds * 1000,
    outcome: reply,
  })
}

type SessionStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED'

/** A call that was spoiled by a dropped connection never ends. */
function statusOf({ created, due, outcome }: AsyncSession, now: number): SessionStatus {
  if (now < created + (due - created) / 5) return 'NOT_STARTED'
  if (now < due || !outcome) return 'IN_PROGRESS'
  return outcome.status < 400 ? 'COMPLETED' : 'FAILED'
}

function errorOf({ outcome }: AsyncSession): Record<string, unknown> {
  const body = outcome?.body
  return isObject(body) && isObject(body['error']) ? body['error'] : { code: 1, message: 'An unknown error occurred' }
}

const onceDone =
  (read: (session: AsyncSession, status: SessionStatus) => unknown): FieldReader =>
  (session, { world }) => {
    const status = statusOf(session as AsyncSession, world.now())
    return status === 'COMPLETED' || status === 'FAILED' ? read(session as AsyncSession, status) : undefined
  }

const readers: Record<string, FieldReader> = {
  status: (session, { world }) => statusOf(session as AsyncSession, world.now()),
  percent_completed: (session, { world }) => {
    const { created, due, outcome } = session as AsyncSession
    const share = (world.now() - created) / Math.max(1, due - created)
    return share >= 1 && outcome ? 100 : Math.max(0, Math.min(99, Math.floor(share * 100)))
  },
  start_time: ({ created }) => graphTime(created),
  complete_time: onceDone(({ due }) => graphTime(due)),
  result: onceDone(({ outcome }) => JSON.stringify(outcome?.body)),
  error_code: onceDone((session, status) => (status === 'FAILED' ? errorOf(session)['code'] : undefined)),
  exception: onceDone((session, status) => (status === 'FAILED' ? errorOf(session)['message'] : undefined)),
  app: () => ({ id: app.id, name: app.name }),
  user: ({ tenant }) => ({ id: userId(tenant) }),
  platform_version: (_session, { version }) => version,
}

export function defineAsyncTypes(): void {
  defineType('AsyncSession', { fields: 'name method uri page', computed: readers, defaultFields: 'id,name,status' })
}
