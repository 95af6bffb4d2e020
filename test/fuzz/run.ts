import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCost } from './cost/run-cost.ts'
import { fuzz } from './fuzz.ts'
import { faultsOf, loopGoalMs, printReport } from './report.ts'
import { startFuzzedService } from './start-service.ts'
import type { FuzzedService } from './start-service.ts'

/**
 * `npm run fuzz -- --requests 20000 --seed 1`: prints what came back, exits 1 on a 500, an escaped exception or a leak.
 * `--goal cost` searches for the requests that cost most processor time for each byte, `--show 10` of them are printed;
 * exits 1 where one costs more than is allowed.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    goal: { type: 'string', default: 'faults' },
    show: { type: 'string', default: '10' },
    replay: { type: 'string', multiple: true, default: [] },
  },
})
const [count, seed] = [Number(values.requests), Number(values.seed)]
const dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-fuzz-'))
await chmod(dataDir, 0o711)
const service = await startFuzzedService({ DATA_DIR: dataDir })
let code = 1
try {
  if (values.goal === 'cost')
    code = (await runCost(service, { count, seed, show: Number(values.show), replay: values.replay })) > 0 ? 1 : 0
  else code = (await findFaults(service)) > 0 ? 1 : 0
} finally {
  await service.end()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(code)

async function findFaults(service: FuzzedService): Promise<number> {
  const report = await fuzz(service, count, seed)
  printReport(report)
  const faults = faultsOf(report)
  for (const fault of faults) console.error(`\n${fault}`)
  if (report.loop.maxMs > loopGoalMs) console.error(`\nThe goal for the event loop is ${loopGoalMs} ms.`)
  return faults.length
}
