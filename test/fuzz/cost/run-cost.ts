import { operations } from '../../../src/api/index.ts'
import type { FuzzedService } from '../start-service.ts'
import { surveyWorld } from '../world.ts'
import { openMeter } from './meter.ts'
import type { Cost } from './meter.ts'
import { requestOf } from './recipe.ts'
import type { Recipe } from './recipe.ts'
import { searchDearest } from './search.ts'
import type { Dear } from './search.ts'
import { describeShape } from './shapes.ts'

export interface CostOptions {
  count: number
  seed: number
  show: number
  /** A recipe as it was printed: nothing else is measured. */
  replay?: string
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
  if (replay) {
    const recipe = JSON.parse(replay) as Recipe
    const cost = await meter.cost(requestOf(recipe, world, service.key), 8)
    const plain = await meter.cost(requestOf({ ...recipe, shape: undefined }, world, service.key), 8)
    print([{ recipe, cost, plainMs: plain.ms, perKb: Math.max(0, cost.ms - plain.ms) / (cost.bytes / 1000) }])
    return isAllowed(recipe, cost) ? 0 : 1
  }
  const found = await searchDearest({ service, meter, world }, { count, seed })
  print(found.slice(0, show))
  const beyond = found.filter(({ recipe, cost }) => !isAllowed(recipe, cost))
  console.log(`\n${count} requests of seed ${seed}; ${beyond.length} cost more than is allowed.`)
  print(beyond)
  return beyond.length
}

/** The bounds of docs/security.md. */
function isAllowed({ hasKey }: Recipe, { ms, loopMs, bytes }: Cost): boolean {
  const megabytes = bytes / 1e6
  return hasKey ? loopMs <= 100 + 30 * megabytes : loopMs <= 100 && ms <= 50 + 300 * megabytes
}

function print(found: Dear[]): void {
  if (found.length === 0) return
  console.log('\n| operation | status | where | shape | kB | ms | without it | ms per kB |\n|---|---|---|---|---|---|---|---|')
  for (const { recipe, cost, plainMs, perKb } of found) {
    const { rest } = operations.find(({ name }) => name === recipe.to)!
    const door = recipe.door === 'rest' ? `${rest.method} ${rest.path}` : `tool ${recipe.door} (${recipe.to})`
    const who = recipe.hasKey ? '' : ' without a key'
    const cells = [
      ...[`${door}${who}`, cost.status, recipe.at, recipe.shape ? describeShape(recipe.shape) : 'none'],
      ...[(cost.bytes / 1000).toFixed(1), cost.ms.toFixed(1), plainMs.toFixed(1), perKb.toFixed(3)],
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('\nEach again:')
  for (const { recipe } of found) console.log(`npm run fuzz -- --goal cost --replay '${JSON.stringify(recipe)}'`)
}
