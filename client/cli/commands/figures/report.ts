import type { Command } from 'commander'
import type { QueryReportsReply, ReportMetadata, ReportRow } from '../../../src/index.ts'
import { required } from '../../../src/required.ts'
import { readGroups, readMetrics } from '../../closed.ts'
import { does } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { barPlot, linePlot } from '../../output/plot.ts'
import type { Point } from '../../output/plot.ts'
import { formatNumber } from '../../output/table.ts'
import type { TableColumn } from '../../output/table.ts'
import { metricHead } from '../../words.ts'
import { rangeOf, rowsIn, withRange } from './range.ts'
import type { RangeOptions } from './range.ts'

const usualMetrics = ['spend', 'impressions', 'clicks', 'ctr', 'cpc', 'results', 'costPerResult']
const usualRows = 50
/** The most that one question is answered with. */
const maxRows = 1000

interface Options extends RangeOptions {
  metrics: string
  by: string
  sort?: string
  asc?: boolean
  limit?: string
  minSpend?: string
  search?: string
  plot?: boolean
  csv?: boolean
}

export function addReport(program: Command, run: Run): void {
  const report = withRange(program.command('report'))
    .summary('figures of ads, ad sets, campaigns, accounts, days, countries')
    .option(
      '--by <what>',
      'what each row is for, several by comma: ad, adset, campaign, account, platform, day, country',
      'account',
    )
    .option('--metrics <names>', 'which figures, by comma', usualMetrics.join(','))
    .option('--sort <name>', 'sort by this figure or field')
    .option('--asc', 'the smallest first')
    .option('--limit <rows>', `how many rows (default: ${usualRows}; for a plot over days all of them)`)
    .option('--min-spend <amount>', 'only rows that spent so much')
    .option('--search <text>', 'only rows with this in a name or an id')
    .option('--plot', 'draw the first figure in the terminal')
    .option('--csv', 'all rows as CSV')
  does<Options>(report, run, async (context, _words, options) => {
    const { flightdeck } = await context.open()
    const question = questionOf(options)
    if (options.csv) {
      const file = await flightdeck.exportReport(
        { ...question, limit: undefined, format: 'csv' },
        { signal: context.signal },
      )
      for await (const text of required(file.body, 'body').pipeThrough(new TextDecoderStream()))
        context.world.stdout.write(text)
      return
    }
    const reply = await flightdeck.queryReports(question, { signal: context.signal })
    context.show(reply, () => (options.plot ? plot(context, reply, options) : describeReport(context, reply, options)))
  })
}

function questionOf(options: Options) {
  const { metrics, by, sort, asc, limit, minSpend, search } = options
  const rows = rowsIn(limit ?? String(options.plot && isByDay(options) ? maxRows : usualRows))
  return {
    ...rangeOf(options),
    metrics: readMetrics('--metrics', metrics),
    groupBy: readGroups('--by', by),
    sortBy: sort,
    sortDirection: asc ? 'ASC' : undefined,
    minSpend: minSpend === undefined ? undefined : Number(minSpend),
    search,
    limit: rows,
  }
}

/** What tells rows apart, in the order in which people read it; of each line the first that there is. */
const nameFields = [
  ['date', 'day'],
  ['adId'],
  ['adName', 'ad'],
  ['adsetName', 'adset', 'adsetId'],
  ['campaignName', 'campaign', 'campaignId'],
  ['country'],
  ['searchTerm'],
  ['accountName', 'account', 'accountId'],
  ['platform'],
]

function describeReport(
  context: Context,
  { data, pagination, metadata }: QueryReportsReply,
  { metrics, by }: Options,
): string {
  if (data.length === 0) return ['There are no figures for that.', ...notesOf(metadata)].join('\n')
  const figures = metrics.split(',').map((word) => word.trim())
  const names = nameFields.flatMap((fields) => fields.find((field) => field in required(data[0], 'first row')) ?? [])
  // People act on accounts by their id; below an ad or a campaign it only takes room.
  const shown = by.startsWith('account') ? ['accountId', ...names] : names
  const columns: TableColumn[] = [
    // What an ad is in can be left off where the ad itself is named.
    ...shown.map((name, place) => ({ title: titleOf(name), isOptional: place > 1 })),
    ...figures.map((name, place) => ({ title: metricHead(name), isNumber: true, isOptional: place > 0 })),
    { title: 'CURRENCY' },
  ]
  const rows = data.map((row) => {
    const cells = row as unknown as Record<string, string | number | null>
    return [...[...shown, ...figures].map((name) => formatNumber(cells[name])), row.currency]
  })
  const more = pagination.hasMore ? ['There are more rows: --limit shows more of them, --csv all.'] : []
  return [context.table(columns, rows), ...more, ...notesOf(metadata)].join('\n')
}

/** accountId -> ACCOUNT ID */
function titleOf(name: string): string {
  return name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace('Name', '')
    .trim()
    .toUpperCase()
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What figures leave out is said below them. */
export function notesOf({ missing, notes, partial }: Pick<ReportMetadata, 'missing' | 'notes' | 'partial'>): string[] {
  return [
    ...(partial || missing.length > 0 ? ['Not everything is in it:'] : []),
    ...missing.map(({ accountId, platform, reason }) => `  ${accountId ?? platform}: ${reason}`),
    ...notes,
  ]
}

function plot(context: Context, { data, metadata }: QueryReportsReply, { metrics, by }: Options): string {
  const [metric = 'spend'] = metrics.split(',')
  const value = (row: ReportRow) => (row as unknown as Record<string, number | null>)[metric.trim()] ?? null
  const width = Math.min(context.world.stdout.columns ?? 80, 100)
  const overTime = isByDay({ by })
  const currencies = [...new Set(data.map(({ currency }) => currency))]
  // Currencies are never added up: each has a picture of its own.
  const pictures = currencies.map((currency) => {
    const rows = data.filter((row) => row.currency === currency)
    const points = overTime ? overDays(rows, value) : rows.map((row) => ({ label: labelOf(row), value: value(row) }))
    const title = `${metric.trim()} (${currency})`
    return [title, overTime ? linePlot(points, width) : barPlot(points, width)].join('\n')
  })
  return [...(pictures.length > 0 ? pictures : ['There are no figures for that.']), ...notesOf(metadata)].join('\n\n')
}

function isByDay({ by }: Pick<Options, 'by'>): boolean {
  return by.split(',').some((word) => same(word.trim(), 'day'))
}

function overDays(rows: ReportRow[], value: (row: ReportRow) => number | null): Point[] {
  const days = new Map<string, number | null>()
  for (const row of rows) {
    const day = row.date ?? row.day ?? ''
    const before = days.get(day)
    const now = value(row)
    days.set(day, now === null || before === null ? null : (before ?? 0) + now)
  }
  return [...days].sort(([one], [other]) => one.localeCompare(other)).map(([label, sum]) => ({ label, value: sum }))
}

function labelOf(row: ReportRow): string {
  const { adName, adsetName, campaignName, country, searchTerm, accountName, platform } = row
  const account = accountName ? `${accountName} (${platform ?? '?'})` : platform
  return adName ?? adsetName ?? campaignName ?? country ?? searchTerm ?? account ?? row.accountId ?? ''
}
