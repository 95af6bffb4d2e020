import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { faultsOf, loopGoalMs, printReport } from './report.ts'
import { startFuzzedService } from './start-service.ts'

/** `npm run fuzz -- --requests 20000 --seed 1`: prints what came back, exits 1 on a 500, an escaped exception or a leak. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
const dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-fuzz-'))
await chmod(dataDir, 0o711)
const service = await startFuzzedService({ DATA_DIR: dataDir })
let code = 1
try {
  const report = await fuzz(service, Number(values.requests), Number(values.seed))
  printReport(report)
  const faults = faultsOf(report)
  for (const fault of faults) console.error(`\n${fault}`)
  if (report.loop.maxMs > loopGoalMs) console.error(`\nThe goal for the event loop is ${loopGoalMs} ms.`)
  code = faults.length > 0 ? 1 : 0
} finally {
  await service.end()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(code)
