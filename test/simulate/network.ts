import { PlatformError, UnreadableMedia } from '../../src/errors.ts'
import type { Deadline } from '../../src/platforms/kit/time/deadline.ts'
import type { Random } from './random.ts'
import { running } from './schedule.ts'
import type { Schedule } from './schedule.ts'

/** What may happen to a request on its way. */
export const requestFaults = [
  ...(['lost before', 'lost after', 'late', '5xx before', '5xx after', 'throttled'] as const),
  ...(['refused', 'auth', 'unreachable', 'file gone', 'twice', 'slow to leave'] as const),
  'half applied',
] as const
export type RequestFault = (typeof requestFaults)[number] | 'none'

export interface Request<T> {
  what: string
  isWrite: boolean
  /** The platform bears it twice: what the network repeats has no further effect. */
  isRepeatable?: boolean
  /** Its body is a file of ours. */
  file?: string
  sendBefore?: Deadline
  signal?: AbortSignal
  /** Takes effect, on the platform; throws a PlatformError to refuse. `isBeyond`: later than the platform says that it can. */
  apply(isBeyond: boolean): T
  /** Takes effect in part: what the platform applied when it failed on the way. */
  half?: () => void
  /** Never refused at random: what the platform says to it is taken for what it knows. */
  isPlain?: boolean
  /** It may take effect although the platform says that it no longer can. */
  mayBeBeyond?: boolean
}

export interface Network {
  send<T>(request: Request<T>): Promise<T>
  /** How many requests are on their way to the platform and may still take effect. */
  readonly underway: number
}

export interface NetworkSettings {
  schedule: Schedule
  platform: string
  requestLifeMs: number
  fault: (isWrite: boolean) => RequestFault
  /** How much later than it can a request takes effect; null: it keeps to what the platform says. */
  beyondMs: () => number | null
}

const legMs = (random: Random) => 1 + random.next() ** 3 * 200

/** The way between a process of ours and the platform. What has left goes on without its process. */
export function createNetwork({ schedule, platform, requestLifeMs, fault, beyondMs }: NetworkSettings): Network {
  const random = schedule.random.fork('network')
  let underway = 0
  const failure = (kind: PlatformError['kind'], code: number | string, more: object = {}) =>
    new PlatformError({ platform, kind, code, message: `The platform: ${code}.`, ...more })

  function send<T>(request: Request<T>): Promise<T> {
    const { process } = running.getStore()!
    const { what, isWrite } = request
    const lost = (code: string) => failure(isWrite ? 'unknown' : 'transient', code)
    return new Promise<T>((resolve, reject) => {
      let isOver = false
      const over = (ms: number, reported: string, run: () => void) => {
        schedule.in(ms, process, '', () => {
          if (isOver) return
          isOver = true
          request.signal?.removeEventListener('abort', cut)
          schedule.note(process, `${what}: ${reported}`)
          run()
        })
      }
      const fails = (ms: number, error: Error) => over(ms, describe(error), () => reject(error))
      const cut = () => fails(0, lost('AbortError'))
      request.signal?.addEventListener('abort', cut, { once: true })
      if (request.signal?.aborted) return fails(0, lost('AbortError'))

      let isBeyond = false
      const leave = (met: RequestFault) => {
        if (isOver) return
        if (request.sendBefore?.isOver()) return fails(0, failure('transient', 'TOO_LATE'))
        schedule.note(process, `${what}: leaves${met === 'none' ? '' : `, and will be met by: ${met}`}`)
        const left = schedule.now
        const reach = (ms: number, answered: 'answer' | 'no answer' | '5xx', isHalf = false) => {
          underway += 1
          schedule.in(ms, null, `${what}: takes effect${isHalf ? ' in part' : ''}, ${answered}`, () => {
            underway -= 1
            let result: T
            try {
              if (isHalf) request.half!()
              result = isHalf ? (null as T) : request.apply(isBeyond)
            } catch (error) {
              if (!(error instanceof PlatformError)) throw error
              if (answered === 'answer') fails(legMs(random), error)
              return
            }
            if (answered === 'answer') over(legMs(random), 'answered', () => resolve(result))
            if (answered === '5xx') fails(legMs(random), lost5xx())
          })
        }
        const lost5xx = () => failure(isWrite ? 'unknown' : 'transient', 500)
        // The client stops waiting then, and the platform has stopped before.
        fails(requestLifeMs, lost('TimeoutError'))
        const breaks = () => {
          if (random.chance(0.6)) fails(legMs(random) * 2, lost('ECONNRESET'))
        }
        const extraMs = request.mayBeBeyond ? beyondMs() : null
        if (extraMs !== null) {
          isBeyond = true
          reach(requestLifeMs + extraMs, 'no answer')
          return breaks()
        }
        switch (met) {
          case 'lost before':
            return breaks()
          case 'lost after':
            reach(legMs(random), 'no answer')
            return breaks()
          case 'late':
            reach(random.between(0, requestLifeMs - (schedule.now - left)), 'no answer')
            return breaks()
          case '5xx before':
            return fails(legMs(random), lost5xx())
          case '5xx after':
            return reach(legMs(random), '5xx')
          case 'throttled':
            return fails(
              legMs(random),
              failure('throttled', 429, { retryAfterMs: random.pick([200, 1_000, 5_000, 30_000]) }),
            )
          case 'refused':
            return fails(legMs(random), failure('rejected', 400))
          case 'auth':
            return fails(legMs(random), failure('auth', 401))
          case 'unreachable':
            return fails(legMs(random), failure('transient', 'ECONNREFUSED'))
          case 'file gone':
            if (request.file) return fails(1, new UnreadableMedia(request.file, new Error('ENOENT')))
            return reach(legMs(random), 'answer')
          case 'half applied': {
            if (!request.half) return reach(legMs(random), 'answer')
            const isAnswered = random.chance(0.5)
            reach(legMs(random), isAnswered ? '5xx' : 'no answer', true)
            return isAnswered ? undefined : breaks()
          }
          case 'twice':
            if (request.isRepeatable) reach(legMs(random) * 20, 'no answer')
            return reach(legMs(random), 'answer')
          default:
            return reach(legMs(random), 'answer')
        }
      }
      const meets = fault(isWrite)
      const met = request.isPlain && (meets === 'refused' || meets === 'auth') ? 'none' : meets
      const waitMs = met === 'slow to leave' ? random.between(500, 5_000) : random.next() * 2
      schedule.in(waitMs, process, '', () => leave(met === 'slow to leave' ? 'none' : met))
    })
  }
  return {
    send,
    get underway() {
      return underway
    },
  }
}

function describe(error: Error): string {
  return error instanceof PlatformError ? `fails: ${error.kind} ${error.failure.code}` : `fails: ${error.message}`
}
