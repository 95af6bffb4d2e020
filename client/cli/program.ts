import { Command, CommanderError } from 'commander'
import { addAccounts, addAdSets } from './commands/accounts.ts'
import { addBatch } from './commands/batch.ts'
import { addCompletion } from './commands/completion.ts'
import { addConform } from './commands/conform.ts'
import { addDocs } from './commands/docs.ts'
import { addEnds } from './commands/ends.ts'
import { addEvents } from './commands/events.ts'
import { addProfiles } from './commands/profiles.ts'
import { addCreatives } from './commands/figures/creatives.ts'
import { addEntities } from './commands/figures/entities.ts'
import { addReport } from './commands/figures/report.ts'
import { addSpend } from './commands/figures/spend.ts'
import { addTopAds } from './commands/figures/top-ads.ts'
import { addViews } from './commands/figures/views.ts'
import { addApprovals, addGuards } from './commands/guards.ts'
import { addLaunch, addValidate } from './commands/launch.ts'
import { addLogin, addLogout, addWhoami } from './commands/login.ts'
import { addBudget } from './commands/manage/budget.ts'
import { addDuplicate } from './commands/manage/duplicate.ts'
import { addPause, addResume } from './commands/manage/status.ts'
import { addRules } from './commands/rules/rules.ts'
import { asCommands } from './as-commands.ts'
import type { Run } from './context.ts'
import { exitCodes } from './exit.ts'
import { problemTable } from './output/problem-table.ts'
import { describeProblem } from './problem.ts'
import { SheetError } from './sheet/problem.ts'
import type { World } from './world.ts'

/** The commands for people who run ads. */
export function createProgram(run: Run): Command {
  const { stdout, stderr } = run.world
  const program = new Command('flightdeck')
  // Before the commands are added: they inherit it.
  program.exitOverride().configureOutput({
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
  })
  program
    .description('Launch, watch and steer ads through a Flightdeck, from a terminal.')
    .helpOption('--help', 'say what a command does and takes')
    .helpCommand(false)
    .showHelpAfterError('(--help says what there is)')
  for (const add of parts) add(program, run)
  // --help says all there is; a second word for it only takes a line.
  for (const command of program.commands) command.helpCommand(false)
  return program
}

/** In the order in which people need them. */
const parts = [
  ...[addLogin, addLogout, addWhoami],
  ...[addAccounts, addAdSets, addProfiles, addLaunch, addValidate, addBatch],
  ...[addReport, addEntities, addCreatives, addViews, addTopAds, addSpend],
  ...[addPause, addResume, addEnds, addBudget, addDuplicate],
  ...[addRules, addGuards, addApprovals, addEvents],
  ...[addConform, addDocs, addCompletion],
]

/** What commands were called, still understood and listed nowhere. */
const olderWords: Readonly<Record<string, string>> = { guards: 'guard', approvals: 'approval' }

/** Carries out one command and answers its exit code. */
export async function runAds(words: readonly string[], world: World): Promise<number> {
  const run: Run = { world, outcome: { exitCode: exitCodes.done, session: null, isJson: false } }
  try {
    const [first = '--help', ...others] = words
    await createProgram(run).parseAsync([olderWords[first] ?? first, ...others], { from: 'user' })
    return run.outcome.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrong
    return report(run, error)
  }
}

async function report({ world, outcome }: Run, error: unknown): Promise<number> {
  const { stderr, stdout, signal } = world
  const described = await describeProblem(error, outcome.session)
  if (described === null && signal.aborted) {
    stderr.write('Stopped. What was begun goes on in the service.\n')
    return exitCodes.interrupted
  }
  if (described === null) {
    stderr.write(`This should not have happened: ${error instanceof Error ? error.stack : String(error)}\n`)
    return exitCodes.failed
  }
  const { code, details, requestId } = described
  const message = asCommands(described.message)
  if (outcome.isJson) stdout.write(`${JSON.stringify({ error: { code, message, requestId, details } }, null, 2)}\n`)
  if (error instanceof SheetError && !outcome.isJson) {
    stderr.write(`${problemTable({ ...world, stdout: stderr }, error.problems)}\n\n`)
  }
  stderr.write(`${message}\n`)
  return described.exitCode
}
