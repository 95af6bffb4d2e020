import { operations } from '../../../src/api/index.ts'
import type { FuzzedService } from '../start-service.ts'
import { surveyWorld } from '../world.ts'
import { openMeter } from './meter.ts'
import type { Cost } from './meter.ts'
import type { Recipe } from './recipe.ts'
import { remeasure, searchDearest } from './search.ts'
import type { Dear } from './search.ts'
import { describeShape } from './shapes.ts'

interface CostOptions {
  count: number
  seed: number
  show: number
  /** Recipes as they were printed: nothing else is measured. */
  replay: string[]
}

/** Searches, or measures one again; prints what it finds. Answers how many cost more than is allowed. */
export async function runCost(service: FuzzedService, { count, seed, show, replay }: CostOptions): Promise<number> {
  const meter = await openMeter(service)
  if (meter === null) {
    console.log('This machine does not tell the processor time of a thread (Linux does): nothing was measured.')
    return 0
  }
  const world = await surveyWorld(service)
  console.log(`Doing nothing costs the main thread ${meter.idle.toFixed(1)} ms a second, which is taken off.`)
  console.log(`The calibration loop takes ${(await meter.calibration(5)).toFixed(1)} ms.`)
  const search = { service, meter, world }
  const recipes = replay.map((text) => JSON.parse(text) as Recipe)
  const found = recipes.length > 0 ? await remeasure(search, recipes) : await searchDearest(search, { count, seed })
  print(found.slice(0, show))
  const beyond = found.filter(({ recipe, cost }) => !isAllowed(recipe, cost))
  console.log(`\n${beyond.length} cost more than is allowed.`)
  print(beyond)
  return beyond.length
}

/** The bounds of docs/security.md. */
function isAllowed({ hasKey }: Recipe, { ms, loopMs, bytes }: Cost): boolean {
  const megabytes = bytes / 1e6
  return hasKey ? loopMs <= 100 + 30 * megabytes : loopMs <= 100 && ms <= 50 + 300 * megabytes
}

const columns = [
  'operation',
  'status',
  'where',
  'shape',
  'kB',
  'ms',
  'of the loop at a time',
  'without it',
  'ms per kB',
]

function print(found: Dear[]): void {
  if (found.length === 0) return
  console.log(`\n| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|`)
  for (const { recipe, cost, plainMs, perKb } of found) {
    const { rest } = operations.find(({ name }) => name === recipe.to)!
    const door = recipe.door === 'rest' ? `${rest.method} ${rest.path}` : `tool ${recipe.door} (${recipe.to})`
    const who = recipe.hasKey ? '' : ' without a key'
    const cells = [
      ...[`${door}${who}`, cost.status, recipe.at, recipe.shape ? describeShape(recipe.shape) : 'none'],
      ...[
        (cost.bytes / 1000).toFixed(1),
        cost.ms.toFixed(1),
        cost.loopMs.toFixed(1),
        plainMs.toFixed(1),
        perKb.toFixed(3),
      ],
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('\nEach again:')
  for (const { recipe } of found) console.log(`npm run fuzz -- --goal cost --replay '${JSON.stringify(recipe)}'`)
}
