import type { Checked } from '../checked.ts'
import type { CompiledRule } from '../../rule/compiled/compile.ts'
import { evaluate } from '../../rule/compiled/formula.ts'
import type { Numbers } from '../../rule/compiled/formula.ts'

/** What a rule says of something with these numbers: the same that it says in SQL. */
export function verdictOf(
  { cases }: Pick<CompiledRule, 'cases'>,
  numbers: Numbers,
): Pick<Checked, 'outcome' | 'case' | 'isBelowMinimum'> {
  const held = cases.map(({ when, enough }) => ({
    when: evaluate(when, numbers),
    enough: enough ? evaluate(enough, numbers) : true,
  }))
  const first = held.findIndex(({ when, enough }) => when === true && enough === true)
  if (first >= 0) return { outcome: 'matched', case: first, isBelowMinimum: false }
  const isUnknown = held.some(({ when, enough }) => when !== false && enough !== false)
  const isBelowMinimum = !isUnknown && held.some(({ when }) => when === true)
  return { outcome: isUnknown ? 'unknown' : 'unmatched', case: null, isBelowMinimum }
}
