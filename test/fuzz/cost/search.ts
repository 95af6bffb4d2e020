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
const leastBytes = 8_000
const population = 40
const triesOfWinners = 4
const triesAtEnd = 8

export interface Search {
  service: FuzzedService
  meter: Meter
  world: World
}

/** The requests that cost most for each byte, dearest first: of each operation, place and shape the worst. */
export async function searchDearest(
  { service, meter, world }: Search,
  { count, seed }: { count: number; seed: number },
): Promise<Dear[]> {
  const random = createRandom(seed)
  const plain = new Map<string, number>()
  const best = new Map<string, Dear>()

  const plainMs = async (recipe: Recipe): Promise<number> => {
    const name = `${recipe.to} ${recipe.door} ${recipe.hasKey}`
    const known = plain.get(name)
    if (known !== undefined) return known
    const { ms } = await meter.cost(requestOf({ ...recipe, shape: undefined }, world, service.key), 3)
    plain.set(name, ms)
    return ms
  }
  const measure = async (recipe: Recipe, tries: number): Promise<Dear> => {
    const usual = await plainMs(recipe)
    const cost = await meter.cost(requestOf(recipe, world, service.key), tries)
    return { recipe, cost, plainMs: usual, perKb: perKbOf(cost, usual) }
  }
  const dearest = () => [...best.values()].sort((a, b) => b.perKb - a.perKb)

  for (let n = 0; n < count && !service.hasEnded(); n++) {
    const parents = dearest().slice(0, population)
    const isNew = parents.length < population || random.next() < 0.3
    const recipe = isNew
      ? randomRecipe(operations[n % operations.length]!, random, world)
      : mutateRecipe(random.pick(parents).recipe, random, world)
    const name = nameOf(recipe)
    const bar = Math.max(best.get(name)?.perKb ?? 0, parents[population - 1]?.perKb ?? 0)
    const once = await measure(recipe, 1)
    if (once.perKb <= bar) continue
    const again = await measure(recipe, triesOfWinners)
    if (again.perKb > bar) best.set(name, again)
  }
  await meter.settle()
  const final: Dear[] = []
  for (const { recipe } of dearest().slice(0, population)) final.push(await measure(recipe, triesAtEnd))
  return final.sort((a, b) => b.perKb - a.perKb)
}

export function perKbOf({ ms, bytes }: Cost, plainMs: number): number {
  return Math.max(0, ms - plainMs) / (Math.max(leastBytes, bytes) / 1000)
}

/** What differs from it only in numbers is the same. */
function nameOf({ to, door, hasKey, at, shape }: Recipe): string {
  return `${to} ${door} ${hasKey} ${at} ${shape ? skeletonOf(shape) : ''}`
}
