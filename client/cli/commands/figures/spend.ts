import type { Command } from 'commander'
import type { GetDailySpendReply } from '../../../src/index.ts'
import { does, numbers } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { barPlot } from '../../output/plot.ts'
import { formatNumber } from '../../output/table.ts'
import { rangeOf, withRange } from './range.ts'
import type { RangeOptions } from './range.ts'

type SpendRow = Omit<GetDailySpendReply['data'][number], 'date'> & { date?: string }
type Options = RangeOptions & { plot?: boolean; daily?: boolean }

export function addSpend(program: Command, run: Run): void {
  const spend = withRange(program.command('spend'))
    .summary('what each account spent')
    .option('--daily', 'a row for each day')
    .option('--plot', 'draw it in the terminal')
  does<Options>(spend, run, async (context, _words, options) => {
    const { flightdeck } = await context.open()
    const reply = await flightdeck.getDailySpend(rangeOf(options), { signal: context.signal })
    context.show(reply, () => describe(context, reply, options))
  })
}

function describe(context: Context, reply: GetDailySpendReply, { plot, daily }: Options): string {
  const { totalSpend, knownSpend, currency, missing } = reply.metadata
  const rows: SpendRow[] = daily ? reply.data : byAccount(reply)
  const width = Math.min(context.world.stdout.columns ?? 80, 100)
  const body = plot
    ? barPlot(
        rows.map((row) => ({
          label: row.date ? `${row.date} ${row.accountName}` : row.accountName,
          value: row.spend,
        })),
        width,
      )
    : context.table(
        [...(daily ? ['DAY'] : []), 'ACCOUNT', 'NAME', 'PLATFORM', numbers('SPEND'), 'CURRENCY'],
        rows.map((row) => [
          ...(row.date ? [row.date] : []),
          ...[row.accountId, row.accountName, row.platform, formatNumber(row.spend), row.currency],
        ]),
      )
  const total =
    totalSpend === 'unknown'
      ? `Total: not known; at least ${formatNumber(knownSpend, 2)} ${currency ?? ''}`
      : `Total: ${formatNumber(totalSpend, 2)} ${currency ?? ''}`
  const lacking = missing.map(({ accountId, platform, reason }) => `  ${accountId ?? platform}: ${reason}`)
  return [body, '', total, ...(lacking.length > 0 ? ['Not everything is in it:', ...lacking] : [])].join('\n')
}

function byAccount({ data }: GetDailySpendReply): SpendRow[] {
  const sums = new Map<string, SpendRow>()
  for (const { date: _day, ...row } of data) {
    const sum = (sums.get(row.accountId)?.spend ?? 0) + row.spend
    // Millionths, so that the dust of many additions does not show.
    sums.set(row.accountId, { ...row, spend: Math.round(sum * 1e6) / 1e6 })
  }
  return [...sums.values()].sort((one, other) => other.spend - one.spend)
}
