import type { Command } from 'commander'
import type { LaunchAdsResponses } from '../../src/index.ts'
import { does } from '../context.ts'
import type { Context, Run } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import type { ExitCode } from '../exit.ts'
import { describeEnd } from '../launch/ended.ts'
import { bodyOf, checkParts, launchParts, makeReady } from '../launch/launch.ts'
import type { LaunchOptions, Ready, Taken } from '../launch/launch.ts'
import { problemsOf } from '../launch/preflight.ts'
import { asSheetError } from '../launch/problems.ts'
import { costLines } from '../output/costs.ts'
import { problemTable } from '../output/problem-table.ts'
import { exitOf, watchBatches } from '../launch/watch.ts'
import type { Session } from '../session.ts'
import type { Sheet } from '../sheet/ads.ts'
import { SheetError } from '../sheet/problem.ts'
import { readSheet } from '../sheet/read-sheet.ts'
import { listColumns, templateCsv } from '../sheet/template.ts'
import { countOf, sandboxText } from '../words.ts'

interface Options extends LaunchOptions {
  template?: boolean
  columns?: boolean
  dryRun?: boolean
  /** Commander's word for --no-watch. */
  watch: boolean
}

export function addLaunch(program: Command, run: Run): void {
  const launch = program
    .command('launch')
    .summary('launch the ads of a sheet (.csv, .xlsx) or a file (.json)')
    .description(
      'Uploads the files that a sheet names, launches its ads and watches them go live. The same sheet is the same launch for 24 hours, or as long as your installation says: after a crash, or by mistake, nothing is launched twice.',
    )
    .argument('[file]', 'the sheet: .csv, .xlsx or .json')
    .option('--name <name>', 'what people call the launch')
    .option('--template', 'print a sheet to fill in')
    .option('--columns', 'list every column that a sheet may have')
    .option('--dry-run', 'say what would happen, guards included, and launch nothing (files are uploaded)')
    .option('--no-watch', 'end when the launch is taken, and do not watch it')
    .option('--again', 'launch once more what was launched before')
    .option('--idempotency-key <key>', 'your own name for this launch, instead of one made from what is in the sheet')
  does<Options>(launch, run, async (context, [file], options) => {
    if (options.template) return void context.world.stdout.write(templateCsv())
    if (options.columns) return showColumns(context)
    if (file === undefined) throw new CommandProblem('Which file? flightdeck launch ads.csv')
    const sheet = await readSheet(file, context.world.cwd)
    const problems = await problemsOf(context, sheet)
    if (problems.length > 0) throw new SheetError(sheet.file, problems)
    const session = await context.open()
    const ready = await makeReady(context, session, sheet, options)
    return options.dryRun ? rehearse(context, session, ready) : launchAndWatch(context, session, ready, options)
  })
}

export function addValidate(program: Command, run: Run): void {
  const validate = program
    .command('validate')
    .summary('check a sheet: every rule, every row, nothing launched')
    .argument('<file>', 'the sheet: .csv, .xlsx or .json')
  does(validate, run, async (context, [file = '']) => {
    const sheet = await readSheet(file, context.world.cwd)
    const { problems, warnings, totalAds } = await checkSheet(context, sheet)
    const isFine = problems.length === 0
    context.show({ valid: isFine, totalAds, problems, warnings }, () =>
      [
        ...(isFine
          ? [`${sheet.file} can be launched: ${countOf(totalAds, 'ad')}.`]
          : [problemTable(context.world, problems)]),
        ...(warnings.length > 0 ? ['', 'Better known:', problemTable(context.world, warnings)] : []),
        ...(isFine ? [] : ['', `${countOf(problems.length, 'problem')}. Nothing was launched.`]),
      ].join('\n'),
    )
    return isFine ? exitCodes.done : exitCodes.wrong
  })
}

async function checkSheet(context: Context, sheet: Sheet): ReturnType<typeof checkParts> {
  const problems = await problemsOf(context, sheet)
  if (problems.length > 0) return { problems, warnings: [], totalAds: sheet.ads.length }
  const session = await context.open()
  return checkParts(context, session, await makeReady(context, session, sheet, {}))
}

function showColumns(context: Context): void {
  const found = listColumns()
  context.show(found, () =>
    context.table(
      ['COLUMN', 'ALSO CALLED', 'WHAT IT IS'],
      found.map(({ column, alsoCalled, about }) => [column, alsoCalled, about]),
    ),
  )
}

type Rehearsal = LaunchAdsResponses[200]

async function rehearse(context: Context, session: Session, { sheet, parts }: Ready): Promise<ExitCode> {
  const { signal } = context
  const answers: Rehearsal[] = []
  for (const part of parts) {
    const body = { ...bodyOf(sheet, part), dryRun: true as const, depth: 'platform' as const }
    const answer = await session.flightdeck.launchAds(body, { signal }).catch((error: unknown) => {
      throw asSheetError(error, part, sheet)
    })
    answers.push(answer)
  }
  const guards = answers.flatMap((answer) => answer.guards ?? [])
  context.show(answers.length === 1 ? answers[0] : answers, () =>
    [
      ...answers.flatMap(({ message, ads, goesLive }) => {
        const where = sandboxText(ads.every(({ sandbox }) => sandbox === true))
        return [`${message} ${where}`, ...costLines(goesLive)]
      }),
      ...guards.map(({ name, mode, message }) => `Guard ${name ? `"${name}" ` : ''}(${mode}): ${message}`),
    ].join('\n'),
  )
  return guards.some(({ mode }) => mode !== 'warn') ? exitCodes.guarded : exitCodes.done
}

async function launchAndWatch(context: Context, session: Session, ready: Ready, { watch }: Options): Promise<ExitCode> {
  const taken = await launchParts(context, session, ready)
  for (const each of taken) announce(context, each)
  const ids = taken.map(({ adBatchId }) => adBatchId)
  if (!watch) {
    context.show(
      taken.map(({ rows: _rows, ...shown }) => shown),
      () => `flightdeck batch watch ${ids.join(' ')}`,
    )
    return exitCodes.done
  }
  const ended = await watchBatches(context, session, ids)
  const rowOf = (id: number, index: number) => String(taken.find((each) => each.adBatchId === id)?.rows[index] ?? index)
  context.show(ended.length === 1 ? ended[0] : ended, () => describeEnd(context, ended, rowOf))
  return exitOf(ended)
}

function announce(context: Context, { adBatchId, totalAds, sandbox, warnings, isRepeat }: Taken): void {
  if (context.isJson) return
  const ads = countOf(totalAds, 'ad')
  context.explain(
    isRepeat
      ? `These ${ads} were launched already, as batch ${adBatchId}: this is how they stand. To launch them once more: --again`
      : `Batch ${adBatchId}: ${ads} on the way. ${sandboxText(sandbox)}`,
  )
  if (warnings.length > 0) context.explain(problemTable(context.world, warnings))
}
