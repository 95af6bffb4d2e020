import type { Entity } from '../../../../../client/src/index.ts'
import { titleOf } from '../../../data/platforms.ts'
import { columnTitle, isFact } from './columns.ts'
import { t } from '../../../languages/t.ts'

/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What is listed, with the columns that are shown, in their order; amounts are in the currency that stands beside them. */
export function csvOf(rows: readonly Entity[], columns: readonly string[]): string {
  const heads = [t('Name'), t('Id'), t('Platform'), t('Ad account'), t('Currency'), ...columns.map(columnTitle)]
  const lines = rows.map((row) => [
    ...[row.name, row.id, titleOf(row.platform), row.accountName, row.currency],
    ...columns.map((name) => valueOf(row, name)),
  ])
  return `${[heads, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

function valueOf(row: Entity, name: string): string | number | null | undefined {
  if (name === 'dailyBudget') return row.dailyBudget ?? row.lifetimeBudget
  if (isFact(name)) return row[name]
  return (row.figures as Record<string, number | null | undefined>)[name]
}
