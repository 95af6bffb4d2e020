import type { Command } from 'commander'
import type { Entity, ListEntitiesReply } from '../../../src/index.ts'
import { does } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { formatNumber } from '../../output/table.ts'
import type { TableColumn } from '../../output/table.ts'
import { metricHead, platformNames } from '../../words.ts'
import { readConditions } from './conditions.ts'
import { rowsIn } from './range.ts'
import { notesOf } from './report.ts'

const usualRows = 50
const usualFigures = ['spend', 'impressions', 'clicks', 'ctr', 'results', 'costPerResult']

/** What a list is asked for by: the same words for lists and for the views that keep them. */
export interface ListOptions {
  level?: string
  window?: string
  account?: string[]
  platform?: string
  where?: string[]
  columns?: string
  sort?: string
  asc?: boolean
  compare?: boolean
}

export function withList(command: Command): Command {
  return command
    .option('--level <level>', 'campaign, adset, ad, or all of them')
    .option('--window <name>', 'today, yesterday, last_3_days, last_7_days, last_14_days, last_30_days or this_month')
    .option('--account <ids...>', 'only these ad accounts')
    .option('--platform <name>', `only this platform: ${platformNames}`)
    .option('--where <condition...>', "only what meets these: 'spend > 50' 'status = active' 'name contains shoes'")
    .option('--columns <names>', 'which figures, by comma')
    .option('--sort <name>', 'sort by this figure or fact, or by change.<figure>')
    .option('--asc', 'the smallest first')
    .option('--compare', 'hold figures against as many days before')
}

/** The words that the interface closes are told by the service, which refuses others by name. */
export function wishesOf({ level, window, account, platform, where, columns, sort, asc, compare }: ListOptions) {
  return {
    ...{ level: level as 'ad' | undefined, window: window as 'today' | undefined },
    ...{ platform, accountIds: account, filter: where === undefined ? undefined : readConditions(where) },
    columns: columns?.split(',').map((word) => word.trim()),
    sortBy: sort,
    sortDirection: asc ? ('ASC' as const) : undefined,
    compare: compare ? ('previous_period' as const) : undefined,
  }
}

interface Options extends ListOptions {
  from?: string
  to?: string
  search?: string
  view?: string
  limit?: string
}

export function addEntities(program: Command, run: Run): void {
  const entity = program.command('entity').summary('campaigns, ad sets and ads with what they did')
  const list = withList(entity.command('list', { isDefault: true }).summary('what runs, also what did nothing'))
    .option('--from <day>', 'the first day, like 2026-01-31, instead of a window')
    .option('--to <day>', 'the last day')
    .option('--search <text>', 'only what has this in its name, its id, or the name of what it stands in')
    .option('--view <id>', 'begin with this saved view')
    .option('--limit <rows>', 'how many rows', String(usualRows))
  does<Options>(list, run, async (context, _words, options) => {
    const { flightdeck } = await context.open()
    const { filter, ...wishes } = wishesOf(options)
    const { from, to, search, view, limit } = options
    const question = {
      ...{ ...wishes, startDate: from, endDate: to, search, limit: rowsIn(limit) },
      filter: filter === undefined ? undefined : JSON.stringify(filter),
      view: view === undefined ? undefined : Number(view),
    }
    const reply = await flightdeck.listEntities(question, { signal: context.signal })
    context.show(reply, () => describe(context, reply, options))
  })
}

function describe(context: Context, reply: ListEntitiesReply, { columns, view, level }: Options): string {
  const { data, totals, pagination, metadata } = reply
  if (data.length === 0) return ['There is nothing like that.', ...notesOf(metadata)].join('\n')
  const known = Object.keys(data[0]?.figures ?? {})
  const isChosen = columns !== undefined || view !== undefined
  const figures = known.filter((name) => isChosen || usualFigures.includes(name))
  const heads: TableColumn[] = [
    ...(level === 'all' ? [{ title: 'LEVEL' }] : []),
    ...[{ title: 'ID' }, { title: 'NAME' }, { title: 'STATE' }],
    ...figures.map((name, place) => ({ title: metricHead(name), isNumber: true, isOptional: place > 0 })),
    ...[{ title: 'CURRENCY' }, { title: 'ACCOUNT', isOptional: true }],
  ]
  const rows = data.map((row) => [
    ...(level === 'all' ? [row.level] : []),
    ...[row.id, row.name ?? '', row.state ?? row.status ?? ''],
    ...figures.map((name) => cellOf(row, name)),
    ...[row.currency, row.accountName],
  ])
  const summed = totals.map((total) => {
    const spend = total.figures?.spend
    return `${total.count.toLocaleString('en')} in ${total.currency}${spend === null || spend === undefined ? '' : `, spend ${formatNumber(spend)}`}`
  })
  const more = pagination.hasMore ? ['There are more rows: --limit shows more of them.'] : []
  return [context.table(heads, rows), `In all: ${summed.join('; ')}.`, ...more, ...notesOf(metadata)].join('\n')
}

/** A figure, with how it changed where that was asked for. */
function cellOf({ figures, changePercent }: Entity, name: string): string {
  const value = formatNumber((figures as Record<string, number | null>)[name])
  const change = (changePercent as Record<string, number | null> | null)?.[name]
  return change === null || change === undefined ? value : `${value} (${change > 0 ? '+' : ''}${Math.round(change)} %)`
}
