import type { CompanyId } from '../../../db/company-id.ts'
import { required } from '../../../lookup.ts'
import { isMoney } from '../../reports/query/comparison.ts'
import { metricSql } from '../../reports/query/measures.ts'
import { figureSql } from '../../automations/evaluate/figure-sql.ts'
import type { FactFigure } from '../../automations/rule/compiled/figure.ts'
import { isNumberField } from '../../automations/rule/compiled/figure.ts'
import { formulaSql } from '../../automations/rule/compiled/formula.ts'
import type { ConditionFormula } from '../../automations/rule/compiled/formula.ts'
import type { Comparator } from '../../automations/rule/words.ts'
import type { ListLevel } from '../words.ts'
import type { FilterCondition, FilterLeaf } from './condition.ts'

interface FilterScope {
  level: ListLevel
  companyId: CompanyId
}

/** Whether money is looked at: then currencies must be comparable. */
export function looksAtMoney({ metric, field }: FilterLeaf): boolean {
  return (metric !== undefined && isMoney(metric)) || field === 'dailyBudget' || field === 'lifetimeBudget'
}

/** The conditions over a row `w`, as rules put them: unknown is never true. */
export function conditionsSql(conditions: readonly FilterCondition[], place: FilterScope): string[] {
  return conditions.map((condition) => {
    const sqls: string[] = []
    const leaf = (each: FilterLeaf): ConditionFormula => {
      const label = String(sqls.push(leafSql(each, place)) - 1)
      return isNumber(each)
        ? { path: '', left: label, operator: each.operator as Comparator, right: each.value as number }
        : { path: '', fact: label }
    }
    const { any, not } = condition
    const formula = any ? { any: any.map(leaf) } : not ? { not: not.map(leaf) } : leaf(condition)
    return formulaSql(formula, (label) => required(sqls[Number(label)], 'condition'))
  })
}

function isNumber({ metric, field, operator }: FilterLeaf): boolean {
  return metric !== undefined || (field !== undefined && isNumberField(field) && operator !== 'in')
}

/** The number that is compared, or whether a fact is so as a number. */
function leafSql(leaf: FilterLeaf, { level, companyId }: FilterScope): string {
  const { metric, field, operator, value } = leaf
  const inMoney = (sql: string) => (looksAtMoney(leaf) ? `(${sql}) * w.worth` : sql)
  if (metric) return inMoney(metricSql(metric, (sum) => `w.${sum}`))
  // Labels are looked for by the level alone, and a list of all levels takes none.
  const ofLevel = level === 'all' ? 'ad' : level
  if (field && isNumberField(field)) return inMoney(figureSql({ kind: 'number', field }, ofLevel, companyId))
  const fact = { field, operator, values: [value ?? []].flat() } as Omit<FactFigure, 'kind'>
  return figureSql({ kind: 'fact', ...fact }, ofLevel, companyId)
}
