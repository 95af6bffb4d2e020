import type { Outcome } from './play.ts'
import { plant } from '../support/plant.ts'
import { plants } from './plants.ts'
import type { Store, StorePlace } from './store.ts'

/** What the one who runs it tells a process that plays seeds. */
export type Order = { place: StorePlace; plant: string | null } | Days
export interface Days {
  from: number
  to: number
  untilBreach: boolean
  /** Leaves out the days that need no tokens. */
  onlyTokens?: boolean
}
export type Report = { ready: true } | { outcome: Outcome } | { done: true }

const say = (report: Report) => process.send!(report)
let store: Store | null = null

process.on('message', (order: Order) => {
  void obey(order).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
// Told to all at once by whoever is at the keyboard; who gave the order says when to end.
process.on('SIGINT', () => undefined)

async function obey(order: Order): Promise<void> {
  if ('place' in order) {
    const planted = plants.find(({ name }) => name === order.plant)
    if (planted) plant(planted)
    const { openStore } = await import('./store.ts')
    const { simulateMachine } = await import('./machine.ts')
    await import('./play.ts')
    store = await openStore(order.place)
    // Only a change to how lanes are looked for could make a look find what it did not before.
    store.isExact = planted?.file === 'core/journal/lane/lanes.ts'
    // Nobody reads where an error came from: who wants to know replays the seed.
    Error.stackTraceLimit = 0
    simulateMachine()
    say({ ready: true })
    return
  }
  const { hasTokens, play } = await import('./play.ts')
  for (let seed = order.from; seed < order.to; seed++) {
    if (order.onlyTokens && !hasTokens(seed)) continue
    const outcome = await play(store!, seed)
    say({ outcome })
    if (outcome.breach !== null && order.untilBreach) break
  }
  say({ done: true })
}
