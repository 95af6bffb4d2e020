import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { folderForRun } from '../support/together/place.ts'
import { simulateMachine } from './machine.ts'
import { play } from './play.ts'
import { makeStore, openStore } from './store.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
})
const dir = await folderForRun()
const server = await startEmbedded({ dataDir: dir, durable: false })
const place = await makeStore(server.connection, 'simulated', dir)
const store = await openStore(place)
simulateMachine()
const began = process.hrtime.bigint()
if (values.seed) {
  console.log(await play(store, Number(values.seed), console.log))
} else {
  const from = Number(values.from)
  let statements = 0
  for (let seed = from; seed < from + Number(values.seeds); seed++) {
    const outcome = await play(store, seed)
    statements += outcome.statements
    if (outcome.breach) console.log(seed, outcome.breach)
  }
  const seconds = Number(process.hrtime.bigint() - began) / 1e9
  console.log({
    seconds,
    perMinute: (Number(values.seeds) / seconds) * 60,
    statements: statements / Number(values.seeds),
  })
}
await store.close()
await server.stop()
process.exit(0)
