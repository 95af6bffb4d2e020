import type { Command } from 'commander'
import { does, numbers } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { exitCodes } from '../../exit.ts'
import { linePlot } from '../../output/plot.ts'
import { formatNumber, formatTime } from '../../output/table.ts'
import { countOf } from '../../words.ts'
import { meetingWords } from './meeting-words.ts'
import { base, idHelp } from './paths.ts'
import type { Backtest, Preview, WholeExecution } from './shapes.ts'

/** What a rule would do, would have done, or does now. */
export function addTrials(rules: Command, run: Run): void {
  const preview = rules.command('preview').summary('what a rule would do now; nothing is done').argument('<id>', idHelp)
  does(preview, run, async (context, [id]) => {
    const { ask } = await context.open()
    const answer = (await ask('POST', `${base}/{id}/preview`, { id })) as unknown as Preview
    context.show(answer, () => describePreview(context, answer))
  })
  const backtest = rules
    .command('backtest')
    .summary('what a rule would have done in the past')
    .argument('<id>', idHelp)
    .requiredOption('--from <day>', 'the first day, like 2026-01-31')
    .requiredOption('--to <day>', 'the last day')
    .option('--plot', 'draw how often it would have acted')
  type Options = { from: string; to: string; plot?: boolean }
  does<Options>(backtest, run, async (context, [id], { from, to, plot }) => {
    const { ask } = await context.open()
    const answer = (await ask('POST', `${base}/{id}/backtest`, { id, from, to })) as unknown as Backtest
    context.show(answer, () => describeBacktest(context, answer, plot === true))
  })
  const now = rules.command('run').summary('check a rule now, and do what its mode says').argument('<id>', idHelp)
  does(now, run, async (context, [id]) => {
    const { ask } = await context.open()
    const answer = (await ask('POST', `${base}/{id}/run`, { id })) as unknown as WholeExecution
    context.show(answer, () => describeExecution(context, answer))
    const hasFailed = answer.state === 'failed' || answer.decisions.some(({ outcome }) => outcome === 'failed')
    return hasFailed ? exitCodes.failed : exitCodes.done
  })
}

function describePreview(context: Context, { matched, skipped, counts, ...rest }: Preview): string {
  const rows = [
    ...matched.flatMap(({ entity, would }) =>
      would.map(({ what, nothing }) => [
        entity.id,
        entity.name ?? '',
        nothing ? `${what} (nothing: ${nothing})` : what,
      ]),
    ),
    ...skipped.map(({ entity, reason }) => [entity.id, entity.name ?? '', `left alone: ${reason}`]),
  ]
  return [
    ...(rows.length > 0 ? [context.table(['ID', 'NAME', 'WHAT WOULD BE DONE'], rows), ''] : []),
    `${counts.checked} checked: ${counts.matched} would be acted on, ${counts.skipped} left alone, ${counts.unmatched} do not meet the conditions, ${counts.unknown} cannot be judged.`,
    ...rest.missing.map(({ accountId, reason }) => `  ${accountId}: ${reason}`),
    ...(rest.blocked === null ? [] : [`A run would do nothing now: ${rest.blocked}`]),
    ...rest.notApplied.map(({ reason }) => reason),
    ...(rest.meets ?? []).map(meetingWords),
    'Nothing was done.',
  ].join('\n')
}

function describeBacktest(context: Context, answer: Backtest, isPlot: boolean): string {
  const { from, to, slots, acted, actions, actionsTotal, estimates, series, notes } = answer
  const width = Math.min(context.world.stdout.columns ?? 80, 100)
  const picture = linePlot(
    series.map((day) => ({ label: day.day, value: day.acted })),
    width,
  )
  const done = context.table(
    ['WHEN', 'ID', 'NAME', 'ACTION', 'BEFORE', 'AFTER'],
    actions.map(({ at, entityId, name, action, before, after }) => [
      ...[formatTime(at), entityId, name ?? '', action, formatNumber(before), formatNumber(after)],
    ]),
  )
  const touched = context.table(
    ['ACTION', numbers('ENTITIES'), numbers('SPEND'), 'CURRENCY', numbers('RESULTS')],
    estimates.map(({ action, entities, spend, currency, results }) => [
      ...[action, String(entities), formatNumber(spend), currency, formatNumber(results)],
    ]),
  )
  return [
    `From ${from} to ${to} it would have been checked ${slots} times, and acted on ${countOf(acted, 'thing')}.`,
    ...(isPlot ? [picture] : actions.length > 0 ? [done] : []),
    ...(!isPlot && actionsTotal > actions.length ? [`${actionsTotal} in all.`] : []),
    ...(estimates.length > 0 ? ['', 'What was spent and came after its actions:', touched] : []),
    ...notes,
  ].join('\n')
}

function describeExecution(context: Context, { id, state, reason, checked, decisions }: WholeExecution): string {
  const rows = decisions.map(({ entityId, entityName, outcome, reason: why, actions }) => [
    ...[entityId, entityName ?? '', outcome],
    why ?? actions.map(({ action }) => action).join(', '),
  ])
  return [
    `Execution ${id} is ${state}${reason ? `: ${reason}` : ''}. ${countOf(checked ?? 0, 'thing')} checked.`,
    ...(rows.length > 0 ? [context.table(['ID', 'NAME', 'OUTCOME', 'WHAT'], rows)] : []),
  ].join('\n')
}
