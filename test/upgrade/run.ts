import { parseArgs } from 'node:util'
import { launchMixed, statusOf, tally, untilOver } from '../crash/batch.ts'
import { kinds } from '../crash/kinds.ts'
import { setStage } from '../crash/stage.ts'
import type { Actor } from '../crash/stage.ts'
import { askUntil } from '../support/ask-until.ts'
import { NoHistory, releaseFolder } from './release-folder.ts'
import { release } from './release.ts'
import { writeStatements } from './write-statements.ts'

/**
 * `npm run upgrade-test [-- --ads 40 --kills 6 --platform primary]`: the last release works on a launch; this version brings its database up
 * to date and works beside it; workers of both are killed; the old API takes another launch, then the new one. Exits 1 when an ad was lost
 * or doubled.
 * `-- --statements FILE`: keeps what record.ts wrote down of a new release.
 */
const { values } = parseArgs({
  options: {
    ads: { type: 'string', default: '40' },
    kills: { type: 'string', default: '6' },
    platform: { type: 'string', default: 'primary' },
    statements: { type: 'string' },
  },
})
if (values.statements) {
  await writeStatements(values.statements)
  process.exit(0)
}
if (!(values.platform in kinds)) {
  console.error(`There is no ${values.platform}; there are: ${Object.keys(kinds).join(', ')}`)
  process.exit(1)
}
const [ads, kills] = [Number(values.ads), Number(values.kills)]

let old: string
try {
  old = await releaseFolder(console.error)
} catch (error) {
  if (!(error instanceof NoHistory)) throw error
  console.error(error.message)
  process.exit(process.env.CI === 'true' ? 1 : 0)
}

const stage = await setStage(values.platform, 2)
// That their media lie in folders of their own is meant so here.
const quiet = { LOG_LEVEL: 'silent' }
const startOld = (role: 'serve' | 'worker') => stage.start(role, quiet, undefined, old)
const startNew = (role: 'serve' | 'worker') => stage.start(role, quiet)
let isWhole = false
try {
  isWhole = await upgrade()
} finally {
  await stage.close()
}
process.exit(isWhole ? 0 : 1)

async function upgrade(): Promise<boolean> {
  const oldApi = await startOld('serve')
  await stage.newCompany(old)
  const workers = [await startOld('worker'), await startOld('worker')]
  await stage.control('POST', 'latency', { platform: kinds[stage.platform]!.sandbox, ms: 60, jitterMs: 60 })

  const first = await launchMixed(stage, 'Before', ads, 'before')
  await askUntil(async () => ((await statusOf(stage, first))?.successfulAds ?? 0) > 2 || null)
  const from = performance.now()
  workers.push(await startNew('worker'))
  console.log(`This version has brought the database up to date beside ${release.version} in ${seconds(from)} s.`)

  const second = await launchMixed(stage, 'Beside', ads, 'beside')
  for (let kill = 0; kill < kills; kill++) {
    const victim = workers[kill % workers.length]!
    await victim.kill()
    // What died of the old version is put in its place by the new one, as an upgrade goes.
    workers[kill % workers.length] = await startNew('worker')
  }
  await oldApi.kill('SIGTERM')
  const refused = await startOld('worker')
  const isRefused = await ends(refused)
  const api = await startNew('serve')
  const third = await launchMixed(stage, 'After', ads, 'after')
  const repeated = await launchMixed(stage, 'Before', ads, 'before')

  console.log('| launch | asked | found | doubled | lost | reported failed |\n|---|---|---|---|---|---|')
  let isWhole = repeated === first
  for (const [name, id] of Object.entries({ Before: first, Beside: second, After: third })) {
    const told = await tally(stage, name, await untilOver(stage, id))
    isWhole &&= told.found === told.asked && told.doubled + told.lost + told.reportedFailed === 0
    console.log(`| ${[name, told.asked, told.found, told.doubled, told.lost, told.reportedFailed].join(' | ')} |`)
  }
  console.log(
    `${kills} kills. ${release.version} ${isRefused ? 'no longer starts' : 'still starts'} on the new database.`,
  )
  console.log(`The first call again, by its key: ${repeated === first ? 'the same batch' : 'ANOTHER BATCH'}.`)
  await api.kill('SIGTERM')
  return isWhole
}

async function ends({ child, ended }: Actor): Promise<boolean> {
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 15_000))])
  return child.exitCode !== null && child.exitCode !== 0
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}
