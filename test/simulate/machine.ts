import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { beginning, running } from './schedule.ts'
import type { Handle, Process, Schedule } from './schedule.ts'

/**
 * Time, timers and chance as a simulated process has them. Whoever is none of them keeps the machine's own. For a process
 * that does nothing but simulate.
 */
export function simulateMachine(): void {
  simulateClocks()
  simulateTimers()
  simulateChance()
  syncBuiltinESMExports()
}

const wallOf = ({ process, schedule }: { process: Process; schedule: Schedule }) =>
  Math.floor(schedule.now + process.wallAhead)

function simulateClocks(): void {
  const machine = globalThis.Date
  const now = () => {
    const here = running.getStore()
    return here ? wallOf(here) : machine.now()
  }
  globalThis.Date = new Proxy(machine, {
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
  const monotonic = performance.now.bind(performance)
  performance.now = () => {
    const here = running.getStore()
    return here ? here.schedule.now - beginning - here.process.slept : monotonic()
  }
}

/** What a simulated process gets for a timer. */
class Timer {
  readonly handles: { now: Handle | null }
  constructor(handles: { now: Handle | null }) {
    this.handles = handles
  }
  cancel(): void {
    this.handles.now?.cancel()
    this.handles.now = null
  }
  unref(): this {
    return this
  }
  ref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
}

type Run = (...given: unknown[]) => void

function later(ms: number | undefined, run: () => void, again = false): Timer {
  const { process, schedule } = running.getStore()!
  const wait = Math.max(1, ms ?? 1)
  const handles: { now: Handle | null } = { now: null }
  const begin = () => {
    handles.now = schedule.in(wait, process, '', () => {
      if (again) begin()
      run()
    })
  }
  begin()
  return new Timer(handles)
}

/** In the next turn of the process: others may come between. */
function soon(run: () => void): Timer {
  const { process, schedule } = running.getStore()!
  return new Timer({ now: schedule.in(schedule.random.next() / 20, process, '', run) })
}

function simulateTimers(): void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis
  const isSimulated = () => running.getStore() !== undefined
  Object.assign(globalThis, {
    setTimeout: (run: Run, ms?: number, ...given: unknown[]) =>
      isSimulated() ? later(ms, () => run(...given)) : setTimeout(run, ms, ...given),
    setInterval: (run: Run, ms?: number, ...given: unknown[]) =>
      isSimulated() ? later(ms, () => run(...given), true) : setInterval(run, ms, ...given),
    setImmediate: (run: Run, ...given: unknown[]) =>
      isSimulated() ? soon(() => run(...given)) : setImmediate(run, ...given),
    clearTimeout: (timer: unknown) => (timer instanceof Timer ? timer.cancel() : clearTimeout(timer as never)),
    clearInterval: (timer: unknown) => (timer instanceof Timer ? timer.cancel() : clearInterval(timer as never)),
    clearImmediate: (timer: unknown) => (timer instanceof Timer ? timer.cancel() : clearImmediate(timer as never)),
  })
  const { setTimeout: delay, setImmediate: turn } = timers
  Object.assign(timers, {
    setTimeout: (ms?: number, value?: unknown, options?: object) =>
      isSimulated() ? new Promise((resolve) => later(ms, () => resolve(value))) : delay(ms, value, options),
    setImmediate: (value?: unknown, options?: object) =>
      isSimulated() ? new Promise((resolve) => soon(() => resolve(value))) : turn(value, options),
  })
}

function simulateChance(): void {
  const chance = () => running.getStore()?.schedule.random
  const { randomUUID, randomInt, randomBytes } = crypto
  const random = Math.random.bind(Math)
  Math.random = () => chance()?.next() ?? random()
  const hex = (letters: number) => Array.from({ length: letters }, () => chance()!.int(16).toString(16)).join('')
  Object.assign(crypto, {
    randomUUID: () => (chance() ? `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}` : randomUUID()),
    randomBytes: (size: number) => (chance() ? Buffer.from(hex(size * 2), 'hex') : randomBytes(size)),
    randomInt: (...given: [number, number?]) => {
      const here = chance()
      if (!here) return (randomInt as (...all: unknown[]) => number)(...given)
      const [from, to] = given[1] === undefined ? [0, given[0]] : [given[0], given[1]]
      return from + here.int(to - from)
    },
  })
}
