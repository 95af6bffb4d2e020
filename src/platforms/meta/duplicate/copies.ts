import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../../errors.ts'
import type { CopyLevel, CopyReadBack, CopyWrite, CopyWriter } from '../../contract/duplicate.ts'
import type { Found, StepResult } from '../../contract/launch.ts'
import { encode } from '../client.ts'
import type { CallOptions, Graph, Params } from '../client.ts'
import type { SessionWatch } from './copies-session.ts'
import { isOneOf, passing, tooLarge } from './codes.ts'
import { ChildWire, CopiedWire, CopyListingWire, DoneWire, SessionsWire } from './wire.ts'
import { readWhole, seek } from '../seek.ts'

/** Everything that is needed to make one copy. */
export interface CopyRun {
  graph: Graph
  /** With the prefix act_. */
  account: string
  options: CallOptions
  sessions: SessionWatch
  status: 'ACTIVE' | 'PAUSED' | 'INHERITED_FROM_SOURCE'
  mark: string
  callMark: string
  write: CopyWriter
}

/** One object, with or without what is below it, to be copied by the platform itself. */
export interface CopyCall {
  level: CopyLevel
  source: { id: string; name: string }
  params: Params
  /** Behind the source's name; null: the copy keeps the name. */
  suffix: string | null
  /** Made by this run and by nobody else: nothing but this copy of the source can be in it. */
  parentId?: string
}

/** The most that the platform copies while we wait. */
const maxAtOnce = 2
const maxRetries = 3
const backoffMs = 1_000
/** Our clock and the platform's may differ by this much, and its times have no fractions. */
const clockSlackMs = 30_000

export interface Copied {
  id: string
  isAsync: boolean
}

/** Copies the source with what is below it: at once when it is small, in the background otherwise. */
export async function copyWhole(run: CopyRun, call: CopyCall, objects: number): Promise<Copied> {
  if (objects <= maxAtOnce) {
    try {
      return { id: (await copyNow(run, call)).id, isAsync: false }
    } catch (error) {
      if (!isOneOf(error, tooLarge) || call.level === 'ad') throw error
    }
  }
  return { id: await copyInBackground(run, call), isAsync: true }
}

/** While we wait. */
export function copyNow(run: CopyRun, call: CopyCall): Promise<StepResult> {
  const params = copyParams(run, call)
  return run.write({
    ...named(call, params.deep_copy ? 'deep' : 'alone'),
    asks: params,
    async send(sendBefore) {
      const options = { ...run.options, sendBefore }
      return { id: await run.graph.post(CopiedWire, `${call.source.id}/copies`, params, options) }
    },
    readBack: readBackOf(run, call),
  })
}

async function copyInBackground(run: CopyRun, call: CopyCall): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await copyInSession(run, call, attempt)
    } catch (error) {
      const isPassing = isOneOf(error, passing) && error.kind === 'transient'
      if (!isPassing || attempt > maxRetries) throw error
      await delay(backoffMs * 2 ** (attempt - 1))
    }
  }
}

/** Two entries in the journal: the session that was started, and what came of it. So a repeat waits for the same one. */
async function copyInSession(run: CopyRun, call: CopyCall, attempt: number): Promise<string> {
  const params = copyParams(run, call)
  const request = { method: 'POST', name: 'copy', relative_url: `${call.source.id}/copies`, body: encode(params) }
  const started = await run.write({
    ...named(call, `session ${attempt}`),
    asks: params,
    async send(sendBefore) {
      const options = { ...run.options, sendBefore }
      const answer = await run.graph.post(SessionsWire, '', { asyncbatch: [request] }, options)
      return { id: answer.async_sessions[0]!.id, isSession: true }
    },
    readBack: readBackOf(run, call),
  })
  if (started.isSession !== true) return started.id
  const ended = await run.write({
    ...named(call, `session ${attempt} result`),
    asks: started.id,
    send: async () => ({ id: await run.sessions.copyOf(started.id) }),
    readBack: { kind: 'repeatable', because: 'it only reads what became of the session' },
  })
  return ended.id
}

function named({ level, source }: CopyCall, what: string): Pick<CopyWrite, 'name'> {
  return { name: `${level} ${source.id} ${what}` }
}

function copyParams(run: CopyRun, { params, suffix }: CopyCall): Params {
  const names =
    suffix === null
      ? { rename_strategy: 'NO_RENAME' }
      : { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', rename_suffix: suffix }
  return { status_option: run.status, rename_options: names, ...params }
}

function readBackOf(run: CopyRun, call: CopyCall): CopyReadBack {
  const { parentId } = call
  if (parentId !== undefined) return { kind: 'find', find: () => findInside(run, call, parentId) }
  return { kind: 'among', candidates: (since) => copiesSince(run, call, since) }
}

async function copiesSince(
  { graph, options }: CopyRun,
  call: CopyCall,
  since: Date,
): Promise<StepResult[] | 'unclear'> {
  const { source, suffix } = call
  const params = { fields: 'id,name,created_time' }
  const copies = await readWhole(graph, { schema: CopyListingWire, path: `${source.id}/copies`, params, options })
  if (copies === 'unclear') return copies
  const earliest = since.getTime() - clockSlackMs
  return copies
    .filter((copy) => copy.name === source.name + (suffix ?? '') && Date.parse(copy.created_time) >= earliest)
    .sort((a, b) => Date.parse(a.created_time) - Date.parse(b.created_time))
    .map(({ id }) => ({ id }))
}

async function findInside({ graph, options }: CopyRun, { level, source }: CopyCall, parentId: string): Promise<Found> {
  const [edge, field] =
    level === 'adset' ? (['adsets', 'source_adset_id'] as const) : (['ads', 'source_ad_id'] as const)
  const params = { fields: `id,${field}` }
  const children = { schema: ChildWire, path: `${parentId}/${edge}`, params, options }
  const mine = await seek(graph, children, (child) => child[field] === source.id)
  return typeof mine === 'string' ? mine : { found: { id: mine.id } }
}

/** A write that sets something to a value: a name, a status, a targeting. */
export async function setOn(run: CopyRun, id: string, what: string, params: Params): Promise<void> {
  await run.write({
    name: `${what} of ${id}`,
    asks: params,
    async send() {
      await run.graph.post(DoneWire, id, params, run.options)
      return { id }
    },
    readBack: { kind: 'repeatable', because: 'setting the same value twice changes nothing' },
  })
}

export function messageOf(error: unknown): string {
  if (error instanceof PlatformError) return error.failure.message
  throw error
}
