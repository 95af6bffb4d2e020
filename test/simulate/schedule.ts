import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from './random.ts'

/** A process of the service, as far as it can be told from another: it can be frozen, killed, and have clocks of its own. */
export interface Process {
  name: string
  isAlive: boolean
  /** Nothing of it goes on before. */
  frozenUntil: number
  /** What its wall clock is ahead by. */
  wallAhead: number
  /** For how long its other clock stood still: the machine slept. */
  slept: number
}

interface Event {
  at: number
  order: number
  of: Process | null
  what: string
  run: () => void | Promise<void>
  isOff: boolean
}

export interface Handle {
  cancel(): void
}

/** Runs one event after the other, in simulated time. What an event sets off at once belongs to it. */
export interface Schedule {
  /** Simulated milliseconds since the beginning of time. */
  readonly now: number
  readonly steps: number
  readonly random: Random
  /** Whose the last event was. */
  readonly last: Process | null
  /** Runs later, as that process: not while it is frozen, and never when it is dead. null: of the world. */
  in(ms: number, of: Process | null, what: string, run: () => void | Promise<void>): Handle
  note(of: Process | null, text: string): void
  process(name: string): Process
  /** Runs as that process, now. */
  as<T>(of: Process, work: () => T): T
  run(until: () => boolean, limits: { ms: number; steps: number }): Promise<'done' | 'time' | 'steps' | 'nothing'>
}

/** Who is running. */
export const running = new AsyncLocalStorage<{ process: Process; schedule: Schedule }>()

const machineImmediate = globalThis.setImmediate
/** Everything that follows at once from what was just done has been done. */
const settled = () => new Promise<void>((resolve) => machineImmediate(resolve))

export const beginning = Date.UTC(2030, 0, 1)

interface Settings {
  random: Random
  trace: (line: string) => void
  /** After every event. */
  check: () => void
}

export function createSchedule({ random, trace, check }: Settings): Schedule {
  const heap: Event[] = []
  const jitter = random.fork('order')
  let now = beginning
  let order = 0
  let steps = 0
  let last: Process | null = null
  const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)

  function push(event: Event): void {
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(event, heap[parent]!)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = event
  }

  function pop(): Event | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0 || !last) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
    return first
  }

  const schedule: Schedule = {
    get now() {
      return now
    },
    get steps() {
      return steps
    },
    random,
    get last() {
      return last
    },
    in(ms, of, what, run) {
      const event = { at: now + Math.max(0, ms), order: order++, of, what, run, isOff: false }
      push(event)
      return {
        cancel() {
          event.isOff = true
        },
      }
    },
    note(of, text) {
      trace(`${((now - beginning) / 1000).toFixed(6).padStart(12)} ${(of?.name ?? '-').padEnd(8)} ${text}`)
    },
    process: (name) => ({ name, isAlive: true, frozenUntil: 0, wallAhead: 0, slept: 0 }),
    as: (of, work) => running.run({ process: of, schedule }, work),
    async run(until, limits) {
      const [lastMs, lastStep] = [now + limits.ms, steps + limits.steps]
      await settled()
      for (;;) {
        if (until()) return 'done'
        if (steps >= lastStep) return 'steps'
        const event = pop()
        if (!event) return 'nothing'
        const { of } = event
        if (event.isOff || (of && !of.isAlive)) continue
        if (of && of.frozenUntil > event.at) {
          push({
            ...event,
            at: of.frozenUntil + jitter.next() / 10,
            order: order++,
            get isOff() {
              return event.isOff
            },
          })
          continue
        }
        if (event.at > lastMs) return 'time'
        now = Math.max(now, event.at)
        steps += 1
        if (of) last = of
        if (event.what !== '') schedule.note(of, event.what)
        await (of ? schedule.as(of, event.run) : event.run())
        await settled()
        check()
      }
    },
  }
  return schedule
}
