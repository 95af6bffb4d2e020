import { maxWindows } from '../rule/limits.ts'
import { metricFigures } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { spanKey } from '../rule/compiled/span.ts'

/** As many rules at once as their spans allow: nearly always all of them. */
export function inBatches<T extends { compiled: CompiledRule }>(rules: readonly T[]): T[][] {
  const batches: { rules: T[]; spans: Set<string> }[] = []
  for (const rule of rules) {
    const own = new Set(metricFigures(rule.compiled).map(({ span }) => spanKey(span)))
    const last = batches.at(-1)
    const both = new Set([...(last?.spans ?? []), ...own])
    if (last && both.size <= maxWindows) {
      last.rules.push(rule)
      last.spans = both
    } else batches.push({ rules: [rule], spans: own })
  }
  return batches.map((batch) => batch.rules)
}
