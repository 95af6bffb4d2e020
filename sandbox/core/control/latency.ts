import { callMatcher } from '../call-path.ts'
import type { CallMatch } from '../call-path.ts'
import { createRandom } from '../figures/random.ts'

interface LatencyRule {
  platform: string
  ms: number
  jitterMs: number
  match?: CallMatch
}

export interface LatencyRules {
  /** Replaces the rule with the same platform and match; 0 ms and no jitter removes it. */
  set(rule: LatencyRule): void
  list(): LatencyRule[]
  clear(): void
  delayOf(platform: string, method: string, path: string): number
}

export function createLatencyRules(): LatencyRules {
  let rules: { rule: LatencyRule; matches: ReturnType<typeof callMatcher> }[] = []
  const random = createRandom(7)
  return {
    set(rule) {
      const removesAll = rule.ms === 0 && !rule.match
      rules = rules.filter(
        ({ rule: known }) => known.platform !== rule.platform || (!removesAll && !sameMatch(known, rule)),
      )
      if (rule.ms > 0 || rule.jitterMs > 0) rules.push({ rule, matches: callMatcher(rule.match ?? {}) })
    },
    list: () => rules.map(({ rule }) => rule),
    clear() {
      rules = []
    },
    delayOf(platform, method, path) {
      let delay = 0
      for (const { rule, matches } of rules) {
        if (rule.platform !== platform || !matches(method, path)) continue
        delay += rule.ms + Math.floor(random.next() * rule.jitterMs)
      }
      return delay
    },
  }
}

function sameMatch(one: LatencyRule, other: LatencyRule): boolean {
  return one.match?.method === other.match?.method && one.match?.path === other.match?.path
}
