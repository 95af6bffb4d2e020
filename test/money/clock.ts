/** The time of this process, for the service and the simulators alike: it runs on from wherever it is put. */
export interface MovedClock {
  /** Milliseconds since 1970. */
  moveTo(time: number): void
  giveBack(): void
}

/** Whoever calls this is alone in its process. Timers and the database keep to the machine's clock. */
export function moveClock(): MovedClock {
  const machine = globalThis.Date
  let offset = 0
  const now = () => machine.now() + offset
  const moved = new Proxy(machine, {
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
  globalThis.Date = moved
  return {
    moveTo: (time) => {
      offset = time - machine.now()
    },
    giveBack: () => {
      globalThis.Date = machine
    },
  }
}
