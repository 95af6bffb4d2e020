import { createRandom } from '../../../sandbox/core/figures/random.ts'
import { operations } from '../../../src/api/index.ts'
import type { FuzzedService } from '../start-service.ts'
import type { World } from '../values.ts'
import type { Cost, Meter } from './meter.ts'
import { mutateRecipe, randomRecipe, requestOf } from './recipe.ts'
import type { Recipe } from './recipe.ts'
import { skeletonOf } from './shapes.ts'

export interface Dear {
  recipe: Recipe
  cost: Cost
  /** What the same request costs without its shape. */
  plainMs: number
  /** Milliseconds beyond that for each kB. */
  perKb: number
}

/** A request is counted as at least so large: a small one would win by what every call costs. */
const minBytes = 12_000
const population = 40
const maxOfOperation = 2
const triesOfWinners = 3
const triesAtEnd = 8

interface Search {
  service: FuzzedService
  meter: Meter
  world: World
}

/** The requests that cost most for each byte, dearest first: of each operation, place and shape the worst. */
export async function searchDearest(search: Search, { count, seed }: { count: number; seed: number }): Promise<Dear[]> {
  const { service, world } = search
  const random = createRandom(seed)
  const best = new Map<string, Dear>()
  for (let n = 0; n < count && !service.hasEnded(); n++) {
    const parents = dearestOf(best).slice(0, population)
    const isNew = parents.length < population || random.next() < 0.3
    const recipe = isNew
      ? randomRecipe(operations[n % operations.length]!, random, world)
      : mutateRecipe(random.pick(parents).recipe, random, world)
    const name = nameOf(recipe)
    const bar = Math.max(best.get(name)?.perKb ?? 0, parents[population - 1]?.perKb ?? 0)
    // What it would cost without its shape can only lessen it: most need not be asked.
    if (perKbOf(await send(search, recipe, 1), 0) <= bar) continue
    const dear = await measure(search, recipe, triesOfWinners)
    if (dear.perKb > bar) best.set(name, dear)
  }
  const winners = dearestOf(best).slice(0, population)
  return remeasure(
    search,
    winners.map(({ recipe }) => recipe),
  )
}

/** The same when nothing else goes on, dearest first. */
export async function remeasure(search: Search, recipes: Recipe[]): Promise<Dear[]> {
  await search.meter.settle()
  const found: Dear[] = []
  for (const recipe of recipes) found.push(await measure(search, recipe, triesAtEnd))
  return found.sort((a, b) => b.perKb - a.perKb)
}

async function measure(search: Search, recipe: Recipe, tries: number): Promise<Dear> {
  const { ms: plainMs } = await send(search, { ...recipe, shape: undefined }, tries)
  const cost = await send(search, recipe, tries)
  return { recipe, cost, plainMs, perKb: perKbOf(cost, plainMs) }
}

function send({ service, meter, world }: Search, recipe: Recipe, tries: number): Promise<Cost> {
  return meter.cost(requestOf(recipe, world, service.key), tries)
}

/** A few of each operation: what is dear in one place of it is mostly so in others. */
function dearestOf(best: Map<string, Dear>): Dear[] {
  const counts = new Map<string, number>()
  return [...best.values()]
    .sort((a, b) => b.perKb - a.perKb)
    .filter(({ recipe: { to, door } }) => {
      const count = (counts.get(`${to} ${door}`) ?? 0) + 1
      counts.set(`${to} ${door}`, count)
      return count <= maxOfOperation
    })
}

function perKbOf({ ms, bytes }: Cost, plainMs: number): number {
  return Math.max(0, ms - plainMs) / (Math.max(minBytes, bytes) / 1000)
}

/** What differs from it only in numbers is the same. */
function nameOf({ to, door, hasKey, at, shape }: Recipe): string {
  // Fields of a query are the same whatever the shape.
  return `${to} ${door} ${hasKey} ${at} ${shape && at !== 'query' ? skeletonOf(shape) : ''}`
}
