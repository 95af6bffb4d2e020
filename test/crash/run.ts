import { parseArgs } from 'node:util'
import { crashApprovals } from './approvals.ts'
import { statusOf, tally } from './batch.ts'
import type { Tally } from './batch.ts'
import { crashFailover } from './failover.ts'
import { kinds } from './kinds.ts'
import { crashRotations, findPlants } from './rotations/rotations.ts'
import { allScenarios } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'
import { setStage } from './stage.ts'
import { crashWebhooks } from './webhooks.ts'
import type { Stage } from './stage.ts'

/**
 * `npm run crash -- --kills 200 --seed 1 [--platforms primary,pin] [--workers 1]`: prints a matrix, exits 1 when an ad was lost or doubled.
 * `npm run crash -- --webhooks --kills 60`: the same for the events that are sent to a webhook.
 * `npm run crash -- --approvals --kills 30`: the same for what a person has approved.
 * `npm run crash -- --rotations --kills 60`: the same for tokens that are renewed; with `--plants` it has to find mistakes instead.
 * `npm run crash -- --failover --kills 5`: the database's server goes away and its synchronous standby takes its place.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    platforms: { type: 'string', default: Object.keys(kinds).join(',') },
    workers: { type: 'string', default: '2' },
    only: { type: 'string' },
    webhooks: { type: 'boolean', default: false },
    approvals: { type: 'boolean', default: false },
    rotations: { type: 'boolean', default: false },
    plants: { type: 'boolean', default: false },
    failover: { type: 'boolean', default: false },
  },
})
if (values.webhooks) {
  const isWhole = await crashWebhooks(Number(values.kills), seeded(Number(values.seed)))
  process.exit(isWhole ? 0 : 1)
}
if (values.approvals) {
  const isWhole = await crashApprovals(Number(values.kills), seeded(Number(values.seed)))
  process.exit(isWhole ? 0 : 1)
}
if (values.rotations) {
  const judge = values.plants ? findPlants : crashRotations
  const isWhole = await judge(Number(values.kills), seeded(Number(values.seed)))
  process.exit(isWhole ? 0 : 1)
}
if (values.failover) {
  const isWhole = await crashFailover(Number(values.kills), seeded(Number(values.seed)))
  process.exit(isWhole ? 0 : 1)
}
const platforms = values.platforms.split(',')
const unknown = platforms.filter((platform) => !(platform in kinds))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are: ${Object.keys(kinds).join(', ')}`)
  process.exit(1)
}
const workers = Number(values.workers)
const scenarios = allScenarios(Number(values.kills), workers, seeded(Number(values.seed))).filter(
  (each) => !values.only || each.name.includes(values.only),
)

interface Row extends Tally {
  fault: string
  platform: string
  kills: number
  seconds: number
}

const rows: Row[] = []
for (const platform of platforms) {
  const stage = await setStage(platform, workers)
  try {
    for (const [index, scenario] of scenarios.entries()) {
      const row = await play(stage, scenario, `Crash ${index}`)
      rows.push(row)
      console.log(`${index + 1}/${scenarios.length} ${line(row)}`)
    }
  } finally {
    await stage.close()
  }
}
console.log(
  `\n| fault | platform | workers | kills | asked | found | doubled | lost | reported failed | seconds |\n|---|---|---|---|---|---|---|---|---|---|`,
)
for (const row of rows) console.log(`| ${line(row)} |`)
const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0)
console.log(
  `\n${sum((row) => row.kills)} kills, ${sum((row) => row.asked)} ads asked, ${sum((row) => row.doubled)} doubled, ${sum((row) => row.lost)} lost`,
)
process.exit(rows.some((row) => row.doubled !== 0 || row.lost !== 0 || row.reportedFailed !== 0) ? 1 : 0)

async function play(on: Stage, scenario: Scenario, name: string): Promise<Row> {
  await on.control('DELETE', 'faults')
  await on.control('POST', 'latency', { platform: kinds[on.platform]!.sandbox, ms: 0 })
  const { settings, sandbox } = kinds[on.platform]!
  if (settings) await on.control('POST', sandbox, settings)
  await on.newCompany()
  const from = performance.now()
  const { batchId, kills } = await scenario.run(on, name)
  const seconds = (performance.now() - from) / 1000
  const api = await on.start('serve')
  const status = (await statusOf(on, batchId))!
  await api.kill()
  return { fault: scenario.name, platform: on.platform, kills, ...(await tally(on, name, status)), seconds }
}

function line(row: Row): string {
  return [
    row.fault,
    row.platform,
    workers,
    row.kills,
    row.asked,
    row.found,
    row.doubled,
    row.lost,
    row.reportedFailed,
    row.seconds.toFixed(1),
  ].join(' | ')
}

/** Small and repeatable: the same seed kills at the same times. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
