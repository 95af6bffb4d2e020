import type { Command } from 'commander'
import type { Creative, CreativeHitRate, ListCreativesReply } from '../../../src/index.ts'
import { does } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { formatNumber } from '../../output/table.ts'
import { metricHead, sandboxText } from '../../words.ts'
import { rangeOf, rowsIn, withRange } from './range.ts'
import type { RangeOptions } from './range.ts'
import { notesOf } from './report.ts'

const usualRows = 20
const usualLast = '30'
const figures = ['spend', 'roas', 'cpa', 'results', 'ctr', 'hookRate'] as const

interface ListOptions extends RangeOptions {
  by: string
  state?: string
  search?: string
  sort?: string
  asc?: boolean
  limit: string
}

export function addCreatives(program: Command, run: Run): void {
  const creative = program.command('creative').summary('what ads show: what wins, what is tired, and winners moved on')
  addList(creative, run)
  addShow(creative, run)
  addGraduate(creative, run)
}

/** Creatives are judged over more days than other figures are asked for. */
const inDays = (command: Command): Command => withRange(command).setOptionValue('last', usualLast)

function addList(creative: Command, run: Run): void {
  const list = inDays(creative.command('list', { isDefault: true }).summary('the same file or post is one line'))
    .option('--by <what>', 'asset, post or name.{part}, such as name.hook', 'asset')
    .option('--state <state>', 'only what is new, winner, scaled or tired')
    .option('--search <text>', 'only what an ad has this in its name of')
    .option('--sort <name>', 'sort by this figure, or firstDay')
    .option('--asc', 'the smallest first')
    .option('--limit <rows>', 'how many rows', String(usualRows))
  does<ListOptions>(list, run, async (context, _words, options) => {
    const { flightdeck } = await context.open()
    const { by, state, search, sort, asc } = options
    const limit = rowsIn(options.limit)
    const asked = {
      ...{ ...rangeOf(options), groupBy: by as 'ad', state: state as 'new' | undefined, search, limit },
      ...{ sortBy: sort as 'spend' | undefined, sortDirection: asc ? ('ASC' as const) : undefined },
    }
    const reply = await flightdeck.listCreatives(asked, { signal: context.signal })
    context.show(reply, () => describe(context, reply))
  })
}

function describe(context: Context, { data, hitRate, pagination, metadata }: ListCreativesReply): string {
  if (data.length === 0) return ['There is nothing like that.', ...notesOf(metadata)].join('\n')
  const heads = [
    ...[{ title: 'ID' }, { title: 'NAME' }, { title: 'STATES' }, { title: 'ADS', isNumber: true }],
    ...figures.map((name, place) => ({ title: metricHead(name), isNumber: true, isOptional: place > 1 })),
    { title: 'CURRENCY' },
  ]
  const rows = data.map((row) => [
    ...[row.id, row.name ?? row.shows, row.states.join(', '), String(row.ads)],
    ...figures.map((name) => formatNumber(metricOf(row, name))),
    row.currency ?? '',
  ])
  const more = pagination.hasMore ? ['There are more rows: --limit shows more of them.'] : []
  return [context.table(heads, rows), hitRateText(hitRate), ...more, ...notesOf(metadata)].join('\n')
}

const metricOf = ({ metrics }: Creative, name: string) => (metrics as Record<string, number | null>)[name] ?? null

function hitRateText({ creatives, winners, hitRatePercent, newPerWeek, tier }: CreativeHitRate): string {
  const others = tier
    ? ` Others with this spend: ${formatNumber(tier.hitRatePercent)} %, ${formatNumber(tier.newPerWeek)} new a week (Motion, 2026).`
    : ''
  return `${winners} of ${creatives} win (${formatNumber(hitRatePercent)} %), ${formatNumber(newPerWeek)} new a week.${others}`
}

function addShow(creative: Command, run: Run): void {
  const show = inDays(creative.command('show').summary('one of them, with the numbers behind its states'))
  show.argument('<id>', 'its id, from the list by asset or post')
  does<RangeOptions>(show, run, async (context, [id = ''], options) => {
    const { flightdeck } = await context.open()
    const reply = await flightdeck.getCreative({ id, ...rangeOf(options) }, { signal: context.signal })
    context.show(reply, () => {
      const { creative: one, rules, metadata } = reply
      const evidence = Object.entries({ ...one.evidence, ...one.evidence.winner, winner: null, accountId: null })
      const numbers = evidence.flatMap(([name, value]) =>
        typeof value === 'number' ? [[name, formatNumber(value)]] : [],
      )
      return [
        `${one.name ?? one.id}: ${one.states.length === 0 ? 'nothing is said of it' : one.states.join(', ')}`,
        `${one.ads} ads (${one.adIds.slice(0, 5).join(', ')}) on ${one.platforms.join(', ')}, since ${one.firstDay}`,
        context.table([{ title: 'EVIDENCE' }, { title: 'NUMBER', isNumber: true }], numbers),
        ...one.states.map((state) => `${state}: ${rules[state]}`),
        ...notesOf(metadata),
      ].join('\n')
    })
  })
}

interface GraduateOptions {
  into: string[]
  name?: string
  paused?: boolean
  pauseOthers?: boolean
  dryRun?: boolean
}

function addGraduate(creative: Command, run: Run): void {
  const graduate = creative.command('graduate').summary('show its post in further ad sets, once in each')
  graduate
    .argument('<id>', 'its id, from the list by asset or post')
    .requiredOption('--into <adSets...>', 'ids of the ad sets')
    .option('--name <name>', 'name of the new ads')
    .option('--paused', 'make the new ads paused')
    .option('--pause-others', 'pause its other ads, each once the new one runs')
    .option('--dry-run', 'say what it would make, pause and cost')
  does<GraduateOptions>(graduate, run, async (context, [id = ''], { into, name, paused, pauseOthers, dryRun }) => {
    const { flightdeck } = await context.open()
    const wish = { id, adSetIds: into, name, launchPaused: paused, pauseOthers }
    const how = { signal: context.signal }
    const reply = dryRun
      ? await flightdeck.graduateCreative({ ...wish, dryRun }, how)
      : await flightdeck.graduateCreative(wish, how)
    context.show(reply, () =>
      [
        reply.message,
        ...('adBatchId' in reply ? [`flightdeck batch watch ${reply.adBatchId}`] : []),
        ...reply.already.map(({ adSetId, adBatchId }) => `${adSetId} has had it since batch ${adBatchId}.`),
        ...reply.pauses.map(({ adId, adName }) => `Pauses ${adName ?? adId} once the new one runs.`),
        sandboxText(reply.sandbox),
      ].join('\n'),
    )
  })
}
