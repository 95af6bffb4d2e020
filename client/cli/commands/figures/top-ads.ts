import type { Command } from 'commander'
import { readMetrics } from '../../closed.ts'
import { does, numbers } from '../../context.ts'
import type { Run } from '../../context.ts'
import { formatNumber } from '../../output/table.ts'
import { metricHead } from '../../words.ts'
import { rangeOf, withRange } from './range.ts'
import type { RangeOptions } from './range.ts'
import { notesOf } from './report.ts'

type Options = RangeOptions & { metric: string; limit: string; minSpend?: string }

export function addTopAds(program: Command, run: Run): void {
  const top = withRange(program.command('top-ads'))
    .summary('the best ads by one figure')
    .option('--metric <name>', 'what they are ranked by', 'spend')
    .option('--limit <count>', 'how many', '10')
    .option('--min-spend <amount>', 'only ads that spent so much')
  does<Options>(top, run, async (context, _words, options) => {
    const { flightdeck } = await context.open()
    const { limit, minSpend } = options
    const [metric = 'spend'] = readMetrics('--metric', options.metric)
    const min = minSpend === undefined ? undefined : Number(minSpend)
    const question = { ...rangeOf(options), metric, limit: Number(limit), minSpend: min }
    const reply = await flightdeck.listTopAds(question, { signal: context.signal })
    const figures = [...new Set([metric, 'spend', 'clicks', 'ctr', 'results'])]
    context.show(reply, () =>
      [
        context.table(
          ['AD ID', 'NAME', 'PLATFORM', ...figures.map((name) => numbers(metricHead(name))), 'CURRENCY', 'LINK'],
          reply.data.map((ad) => {
            const cells = ad as unknown as Record<string, number | null>
            const values = figures.map((name) => formatNumber(cells[name]))
            return [ad.adId ?? '-', ad.adName ?? '-', ad.platform ?? '-', ...values, ad.currency, ad.link ?? '']
          }),
        ),
        ...notesOf(reply.metadata),
      ].join('\n'),
    )
  })
}
