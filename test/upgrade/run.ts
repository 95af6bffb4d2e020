import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { kinds } from '../crash/kinds.ts'
import { setStage } from '../crash/stage.ts'
import type { Scene } from './launches.ts'
import { mistakes } from './plants.ts'
import { NoHistory, releaseFolder } from './release-folder.ts'
import { restoreAndRepeat } from './restore.ts'
import { upgrade } from './upgrade.ts'
import { writeStatements } from './write-statements.ts'

/**
 * `npm run upgrade-test [-- --ads 24 --kills 6 --platform primary]`: the last release works on a launch; this version brings its database up
 * to date and works beside it; workers of both are killed; the old API takes another launch, then the new one. Then a backup is taken in the
 * middle of a launch, 100 more ads are launched, the backup is restored in another folder, and everything is said again by the same keys.
 * Exits 1 when an ad was lost or doubled.
 * `-- --plant NAME`: this version has a mistake in it (plants.ts). Exits 0 when it was found.
 * `-- --statements FILE`: keeps what record.ts wrote down of a new release.
 */
const { values } = parseArgs({
  options: {
    ads: { type: 'string', default: '24' },
    kills: { type: 'string', default: '6' },
    platform: { type: 'string', default: 'primary' },
    plant: { type: 'string' },
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
const mistake = values.plant === undefined ? null : mistakes[values.plant]
if (mistake === undefined) {
  console.error(`There is no ${values.plant}; there are: ${Object.keys(mistakes).join(', ')}`)
  process.exit(1)
}

let old: string
try {
  old = await releaseFolder(console.error)
} catch (error) {
  if (!(error instanceof NoHistory)) throw error
  console.error(error.message)
  process.exit(process.env.CI === 'true' ? 1 : 0)
}

const stage = await setStage(values.platform, 2)
const plant = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'plant.ts')}`, PLANT: values.plant ?? '' }
// That their media lie in folders of their own is meant so here.
const quiet = { LOG_LEVEL: 'silent' }
const settings = { ...quiet, ...(mistake ? plant : {}) }
const scene: Scene = {
  ...{ stage, ads: Number(values.ads), kills: Number(values.kills), settings },
  startOld: (role) => stage.start(role, quiet, undefined, old),
  startNew: (role) => stage.start(role, settings),
}
let problems: string[]
try {
  await stage.newCompany(old)
  problems = await play()
} catch (error) {
  if (!mistake) throw error
  problems = [(error as Error).message]
} finally {
  await stage.close()
}
for (const problem of problems) console.log(problem)
const isFound = problems.some((problem) => mistake?.found.test(problem))
if (mistake) console.log(`${values.plant} was ${isFound ? 'found' : 'NOT FOUND'}.`)
process.exit((mistake ? isFound : problems.length === 0) ? 0 : 1)

async function play(): Promise<string[]> {
  const { problems: ofUpgrade, ...running } = await upgrade(scene)
  return [...ofUpgrade, ...(await restoreAndRepeat(scene, running))]
}
