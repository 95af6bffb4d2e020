import { cpus, totalmem } from 'node:os'
import { automationsBench } from './automations/automations.ts'
import { backupBench } from './backup/backup.ts'
import { bodiesBench } from './bodies/bodies.ts'
import { eventsBench } from './events/events.ts'
import { cliBench } from './client/cli.ts'
import { clientBench } from './client/client.ts'
import { connectBench } from './connect/connect.ts'
import { duplicateBench } from './launch/duplicate.ts'
import { fairnessBench } from './launch/fairness.ts'
import { guardsBench } from './launch/guards.ts'
import { isMet } from './figure.ts'
import type { Bench, Figure } from './figure.ts'
import { journalBench } from './launch/journal.ts'
import { largeBench } from './launch/large.ts'
import { launchBench } from './launch/launch.ts'
import { mcpBench } from './mcp/mcp.ts'
import { mediaBench } from './media/media.ts'
import { platformsBench } from './launch/platforms.ts'
import { recoveryBench } from './launch/recovery.ts'
import { creativesBench } from './reports/creatives.ts'
import { entitiesBench } from './reports/entities.ts'
import { reportsLoadBench } from './reports/load.ts'
import { reportsBench } from './reports/reports.ts'
import { researchBench } from './research/research.ts'
import { startBench } from './start.ts'
import { seenBench } from './status/seen.ts'
import { statusBench } from './status/status.ts'
import { validateBench } from './launch/validate.ts'
import { webBench } from './web/web.ts'

/** `npm run bench [-- names]`: every figure is a ratio taken in one run, or a size. Exits 1 when one is missed. */
const benches: Bench[] = [
  startBench,
  statusBench,
  seenBench,
  launchBench,
  validateBench,
  largeBench,
  duplicateBench,
  mediaBench,
  bodiesBench,
  fairnessBench,
  guardsBench,
  journalBench,
  eventsBench,
  mcpBench,
  recoveryBench,
  connectBench,
  reportsBench,
  entitiesBench,
  creativesBench,
  automationsBench,
  backupBench,
  platformsBench,
  researchBench,
  reportsLoadBench,
  clientBench,
  cliBench,
  webBench,
]
const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? benches : benches.filter((bench) => wanted.includes(bench.name))
if (chosen.length === 0) {
  console.error(`There is no such bench; there are: ${benches.map((bench) => bench.name).join(', ')}`)
  process.exit(1)
}

console.log(
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.arch}`,
)
let allMet = true
for (const bench of chosen) {
  console.log(`\n${bench.name}: ${bench.about}`)
  const figures = await bench.run((line) => console.log(`  ${line}`))
  for (const figure of figures) console.log(`  ${describe(figure)}`)
  allMet &&= figures.every(isMet)
}
process.exit(allMet ? 0 : 1)

function describe(figure: Figure): string {
  const { what, value, unit, atLeast, atMost, note } = figure
  const bound = atLeast !== undefined ? ` (at least ${atLeast})` : atMost !== undefined ? ` (at most ${atMost})` : ''
  const mark = atLeast === undefined && atMost === undefined ? '     ' : isMet(figure) ? 'ok   ' : 'MISS '
  return `${mark}${what}: ${Number(value.toPrecision(4))} ${unit}${bound}${note ? `; ${note}` : ''}`
}
