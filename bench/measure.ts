import { required } from '../src/lookup.ts'

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

/**
 * Each round of `ours` beside its neighbour of `theirs`, for what the machine does falls on both: the middle of the ratios, and its
 * standard error as their middle distance from it tells. A round that a pause hit moves neither.
 */
export function pairedRatio(ours: number[], theirs: number[]): { ratio: number; error: number } {
  const logs = theirs.map((value, round) => Math.log(required(ours[round], 'round of ours') / value))
  const middle = median(logs)
  const spread = 1.4826 * median(logs.map((each) => Math.abs(each - middle)))
  return { ratio: Math.exp(middle), error: (1.2533 * spread) / Math.sqrt(logs.length) }
}
