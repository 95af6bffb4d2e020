import { AppError, PlatformError } from '../../src/errors.ts'
import type { Found, StepResult } from '../../src/platforms/contract/launch.ts'
import type { Database } from './database.ts'
import { openApi } from './engine.ts'
import type { Api } from './engine.ts'
import { createManage } from './platform.ts'
import type { Network } from './network.ts'
import type { Plan, PlannedWrite } from './plan.ts'
import type { Process, Schedule } from './schedule.ts'
import type { Entity, World } from './world.ts'

/** What a caller was told of its write, in the end. */
export interface Described {
  ask: string
  kind: PlannedWrite['kind']
  outcome: 'made' | 'not made' | 'unknown' | 'waits'
  id: string | null
  /** For a value that was set. */
  entity: Entity | null
  value: number
}

/** Those who ask something of the service, and ask again when they get no answer. */
export interface Callers {
  begin(): void
  cancel(againMs: number | null): void
  /** Takes everything back that was launched. */
  undo(): void
  areDone(): boolean
  reported: Described[]
}

export interface CallerParts {
  schedule: Schedule
  database: Database
  network: Network
  world: World
  plan: Plan
  /** Processes of the API that live. */
  apis: () => Process[]
  isUnreadable: () => boolean
}

const maxTries = 60
/** So long after its last sign of life, the key of a call is free for the next. */
const claimMs = 30_000

export function createCallers(parts: CallerParts): Callers {
  const { schedule, database, plan, apis } = parts
  const random = schedule.random.fork('callers')
  const batches: number[] = []
  const reported: Described[] = []
  const opened = new Map<Process, Api>()
  let busy = 0

  const apiOf = (process: Process) => {
    const api = opened.get(process) ?? openApi(database, process, { life: plan, manage: createManage(parts) })
    opened.set(process, api)
    return api
  }

  /** By key, who works on it: a call holds its key for as long as its process gives signs of life, and a while longer. */
  const holders = new Map<string, { process: Process; since: number }>()
  const isHeld = (key: string) => {
    const holder = holders.get(key)
    if (!holder) return false
    const { process, since } = holder
    if (process.isAlive && process.frozenUntil <= schedule.now) return true
    return process.isAlive && schedule.now - since < claimMs
  }

  /** Asks one of the processes. Rejects when it has not answered in time: what it does goes on all the same. */
  function ask<T>(what: string, patienceMs: number, work: (api: Api) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (isHeld(what)) return reject(new Error('still running'))
      const process = random.pick(apis())
      const mine = { process, since: schedule.now }
      holders.set(what, mine)
      schedule.note(process, `is asked: ${what}`)
      schedule.in(patienceMs, null, '', () => reject(new Error('no answer')))
      const release = () => {
        if (holders.get(what) === mine) holders.delete(what)
      }
      schedule.as(process, () => {
        work(apiOf(process)).finally(release).then(resolve, reject)
      })
    })
  }

  /** Asks until it is answered for good. */
  async function insist<T>(what: string, patienceMs: number, work: (api: Api) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask(what, patienceMs, work)
      } catch (error) {
        schedule.note(null, `${what}: ${said(error)}`)
        const waitMs = againAfter(error)
        if (waitMs === null || tries >= maxTries) throw error
        await new Promise<void>((resolve) => schedule.in(waitMs, null, '', resolve))
      }
    }
  }

  const later = (ms: number, work: () => Promise<void>) => {
    busy += 1
    schedule.in(ms, null, '', () => {
      void work()
        .catch(() => undefined)
        .finally(() => {
          busy -= 1
        })
    })
  }

  async function write(planned: PlannedWrite, index: number): Promise<void> {
    const { kind, patienceMs } = planned
    const account = `account-${planned.account}`
    const key = `${kind} write ${index}`
    const entity = kind === 'set' ? parts.world.make({ kind: 'campaign', account, name: key, ask: key }) : null
    const one: Described = { ask: key, kind, outcome: 'waits', id: null, entity, value: 100 + index }
    reported.push(one)
    try {
      const { id } = await insist(key, patienceMs, (api) =>
        api.write(account, {
          ...{ kind, key, asks: { key } },
          send: (sendBefore) => send(parts, one, account, sendBefore),
          readBack: entity
            ? { kind: 'repeatable', because: 'it sets a value' }
            : { kind: 'find', find: () => find(parts, key, account) },
        }),
      )
      one.outcome = 'made'
      one.id = id
    } catch (error) {
      one.outcome = error instanceof PlatformError && error.kind !== 'unknown' ? 'not made' : 'unknown'
    }
    schedule.note(null, `${key} is told: ${one.outcome} ${one.id ?? ''}`)
  }

  return {
    reported,
    begin() {
      for (const [index, { afterMs, ads }] of plan.batches.entries()) {
        const wanted = ads.map(({ account, ...ad }) => ({ accountId: `account-${account}`, ...ad }))
        const key = `launch ${index}`
        later(afterMs, async () => void batches.push(await insist(key, 5_000, (api) => api.launch(key, wanted))))
      }
      for (const [index, planned] of plan.writes.entries()) later(planned.afterMs, () => write(planned, index))
    },
    cancel(againMs) {
      const batchId = batches.at(-1)
      if (batchId === undefined) return
      later(0, () => insist('cancel', 5_000, (api) => api.cancel(batchId)))
      if (againMs !== null) later(againMs, () => insist('launch again', 5_000, (api) => api.again(batchId)))
    },
    undo() {
      for (const batchId of batches)
        later(0, () =>
          insist(`undo ${batchId}`, 35_000, async (api) => {
            const left = await api.undo(batchId)
            if (left > 0) throw new Error(`${left} could not be removed`)
          }),
        )
    },
    areDone: () => busy === 0,
  }
}

type Sending = Parameters<Parameters<Api['write']>[1]['send']>[0]

function send(
  { network, world }: CallerParts,
  one: Described,
  account: string,
  sendBefore: Sending,
): Promise<StepResult> {
  const { ask, entity, value } = one
  return network.send({
    ...{ what: ask, isWrite: true, isRepeatable: entity !== null, sendBefore },
    apply() {
      if (!entity) return { id: world.make({ kind: 'campaign', account, name: ask, ask }).id }
      entity.budget = value
      entity.status = 'paused'
      return { id: entity.id }
    },
    ...(entity
      ? {
          half() {
            entity.budget = value
          },
        }
      : {}),
  })
}

async function find({ network, world, isUnreadable }: CallerParts, name: string, account: string): Promise<Found> {
  const found = await network.send({
    ...{ what: `look for ${name}`, isWrite: false },
    apply: () => world.seen(account, 'campaign').find((each) => each.name === name),
  })
  if (isUnreadable()) return 'unclear'
  return found ? { found: { id: found.id } } : 'absent'
}

/** When it is worth asking again; null: never. */
function againAfter(error: unknown): number | null {
  if (error instanceof AppError)
    return error.code === 'conflict' && error.headers['retry-after']
      ? Number(error.headers['retry-after']) * 1_000
      : null
  if (error instanceof PlatformError)
    return error.retryable ? Math.max(1_000, error.failure.retryAfterMs ?? 5_000) : null
  return 1_000
}

function said(error: unknown): string {
  if (error instanceof PlatformError) return `${error.kind} ${error.failure.code ?? ''}`
  return error instanceof AppError ? error.code : (error as Error).message
}
