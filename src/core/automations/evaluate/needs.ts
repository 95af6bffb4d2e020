import type { RuleLevel } from '../../../db/tables/automations.ts'
import { maxWindows } from '../rule/limits.ts'
import { metricFigures } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { sumsOf } from './figure-sql.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import { spanKey } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

/** What is needed of one span. */
export interface Need {
  span: Span
  sums: Set<RuleSum>
  /** Of these also what the others with the same parent have. */
  ofSiblings: Set<RuleSum>
}

/** By the key of the span. */
export type Needs = ReadonlyMap<string, Need>

/** What rules need at one level, each span once. */
export function needsOf(rules: readonly CompiledRule[]): Needs {
  const needs = new Map<string, Need>()
  for (const figure of rules.flatMap(metricFigures)) {
    const { span, ofSiblings } = figure
    const sums = sumsOf(figure)
    if (sums.length === 0) continue
    const key = spanKey(span)
    const need = needs.get(key) ?? { span, sums: new Set<RuleSum>(), ofSiblings: new Set<RuleSum>() }
    for (const sum of sums) {
      need.sums.add(sum)
      if (ofSiblings) need.ofSiblings.add(sum)
    }
    // Only others that were shown count.
    if (ofSiblings) need.sums.add('impressions')
    needs.set(key, need)
  }
  return needs
}

/** All of them together. */
export function merged(all: Needs[]): Needs {
  const needs = new Map<string, Need>()
  for (const [key, { span, sums, ofSiblings }] of all.flatMap((each) => [...each])) {
    const before = needs.get(key)
    const both = (one: Set<RuleSum>, other?: Set<RuleSum>) => new Set([...one, ...(other ?? [])])
    needs.set(key, { span, sums: both(sums, before?.sums), ofSiblings: both(ofSiblings, before?.ofSiblings) })
  }
  return needs
}

export function byLevel(rules: readonly CompiledRule[]): Map<RuleLevel, CompiledRule[]> {
  return Map.groupBy(rules, ({ rule }) => rule.scope.level)
}

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
