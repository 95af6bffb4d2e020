import { groupWords } from '../../src/core/reports/query/dimensions.ts'
import { metricDefinitions, metricNames } from '../../src/platforms/contract/metrics.ts'
import type { MetricFormula } from '../../src/platforms/contract/metrics.ts'
import { markedPage } from './marked-page.ts'

const units = { currency: 'money', count: 'count', percent: 'percent', ratio: 'ratio' }

/** What metrics are called, for the client, the command line and the dashboard; and their table in docs/reports.md. */
export async function metrics(): Promise<Record<string, string>> {
  const titles = metricNames.map((name) => `  ${name}: '${metricDefinitions[name].title}',`)
  const groups = groupWords.map((word) => `  '${word}',`)
  const rows = metricNames.map((name) => {
    const { title, unit, formula, about } = metricDefinitions[name]
    return `| \`${name}\` | ${title} | ${units[unit]} | ${madeOf(formula)} | ${about} |`
  })
  const table = ['| metric | title | unit | made of | what it is |', '|---|---|---|---|---|', ...rows].join('\n')
  return {
    'client/src/generated/metrics.gen.ts': [
      '// Made by `npm run client` from src/platforms/contract/metrics.ts. Do not edit.',
      '',
      '/** What the columns of metrics are called, in the order in which they are shown. */',
      `export const metricTitles: Readonly<Record<string, string>> = {\n${titles.join('\n')}\n}`,
      '',
      '/** What the rows of a report can be for. */',
      `export const reportGroups = [\n${groups.join('\n')}\n] as const`,
      '',
    ].join('\n'),
    ...(await markedPage('docs/reports.md', table)),
  }
}

function madeOf(formula: MetricFormula): string {
  if ('people' in formula) return 'asked of the platform'
  if ('sum' in formula) return 'added up'
  return `${formula.above} / ${formula.below}${formula.times ? ` × ${formula.times}` : ''}`
}
