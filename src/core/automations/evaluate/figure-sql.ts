import pg from 'pg'
import { required } from '../../../lookup.ts'
import { measureOf, metricSql } from '../../reports/query/measures.ts'
import { isAboutPeople } from '../../../platforms/contract/metrics.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { RuleLevel } from '../../../db/tables/automations.ts'
import type { FactFigure, RuleFigure, MetricFigure, NumberFigure } from '../rule/compiled/figure.ts'
import { numberSql } from '../rule/compiled/formula.ts'
import { sumIn } from '../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import { spanKey } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

/** The columns of a row `w` that figures are made of; null in them is unknown. */
export const columns = {
  own: (sum: RuleSum, span: Span) => `${sum}_${spanKey(span)}`,
  ofSiblings: (sum: RuleSum, span: Span) => `sib_${sum}_${spanKey(span)}`,
  /** How many of them were shown. */
  siblings: (span: Span) => `sib_n_${spanKey(span)}`,
  people: (metric: 'reach' | 'frequency', span: Span) => `${metric}_${spanKey(span)}`,
}

/** A figure over the row `w` as a number; null: unknown. */
export function figureSql(figure: RuleFigure, level: RuleLevel, companyId: CompanyId): string {
  if (figure.kind === 'metric') return metricFigureSql(figure)
  if (figure.kind === 'number') return `w.${numberColumns[figure.field]}`
  return `(${factSql(figure, level, companyId)})::int::float8`
}

function metricFigureSql({ metric, span, ofSiblings, currency }: MetricFigure): string {
  if (isAboutPeople(metric)) return `w.${columns.people(metric, span)}`
  if (!ofSiblings) return `(${metricSql(metric, (sum) => `w.${columns.own(sumIn(sum, currency), span)}`)})`
  const ofAll = metricSql(metric, (sum) => `w.${columns.ofSiblings(sumIn(sum, currency), span)}`)
  return measureOf(metric).summable ? `(${ofAll}) / nullif(w.${columns.siblings(span)}, 0)::float8` : ofAll
}

const numberColumns: Record<NumberFigure['field'], string> = {
  ageDays: 'age_days',
  dailyBudget: 'daily_budget',
  lifetimeBudget: 'lifetime_budget',
  hour: 'hour',
}

const wordColumns: Record<Exclude<FactFigure['field'], 'label' | 'creativeState'>, string> = {
  name: 'name',
  status: 'state',
  learningPhase: 'learning_phase',
  weekday: 'weekday',
  hour: 'hour',
}

function factSql({ field, operator, values }: FactFigure, level: RuleLevel, companyId: CompanyId): string {
  if (field === 'label') return hasLabelSql(values.map(String), level, companyId)
  if (field === 'creativeState') return hasStateSql(values.map(String), companyId)
  const column = `w.${wordColumns[field]}`
  if (field === 'hour') return `${column} IN (${values.map((value) => numberSql(Number(value))).join(', ')})`
  const texts = values.map((value) => pg.escapeLiteral(String(value)))
  // Names alone are looked into.
  if (operator === 'contains') return `strpos(w.lower_name, lower(${required(texts[0], 'first text')})) > 0`
  if (operator === 'matches') return `w.lower_name LIKE lower(${pg.escapeLiteral(likeOf(String(values[0])))})`
  return `${column} IN (${texts.join(', ')})`
}

export function hasLabelSql(labels: string[], level: RuleLevel, companyId: CompanyId): string {
  return `EXISTS (SELECT FROM entity_labels l WHERE l.company_id = ${companyId} AND l.account_key = w.account_key
    AND l.level = '${level}' AND l.entity_id = w.id AND l.label IN (${labels.map((label) => pg.escapeLiteral(label)).join(', ')}))`
}

/** Whether one of these is said of the file that an ad shows; unknown where nobody has looked for days. */
function hasStateSql(states: string[], companyId: CompanyId): string {
  return `CASE WHEN (SELECT day > current_date - ${judgedWithinDays} FROM creative_judgings WHERE company_id = ${companyId}) THEN w.key IN (
    SELECT shown.ad_key FROM creative_states said JOIN ad_creatives shown ON shown.asset_id = said.creative_id AND shown.company_id = ${companyId}
    WHERE said.company_id = ${companyId} AND said.before_day = 'infinity' AND shown.before_day = 'infinity'
      AND said.state IN (${states.map((state) => pg.escapeLiteral(state)).join(', ')})) END`
}

/** What was said of files before is not acted on. */
const judgedWithinDays = 4

/** A pattern with * and ? as one of SQL. */
function likeOf(pattern: string): string {
  return pattern
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}

/** Which sums a figure is made of; for people none. */
export function sumsOf({ metric, currency }: MetricFigure): RuleSum[] {
  return measureOf(metric).needs.map((sum) => sumIn(sum, currency))
}
