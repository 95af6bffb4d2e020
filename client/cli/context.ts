import { Option } from 'commander'
import { asCommands } from './as-commands.ts'
import type { Command } from 'commander'
import type { ExitCode } from './exit.ts'
import { exitCodes } from './exit.ts'
import { formatTable } from './output/table.ts'
import type { TableColumn } from './output/table.ts'
import { openSession } from './session.ts'
import type { Session, Whom } from './session.ts'
import type { World } from './world.ts'

/** What one run of the command line shares: the machine, and how it ends. */
export interface Run {
  world: World
  outcome: { exitCode: ExitCode; session: Session | null; isJson: boolean }
}

/** What a command works with. */
export interface Context {
  world: World
  isJson: boolean
  signal: AbortSignal
  /** The Flightdeck that was asked for. */
  open(): Promise<Session>
  /** What the command is asked for, on standard output, so that it can be piped. */
  print(text: string): void
  /** Explanations, on standard error, so that they stay out of a pipe. */
  explain(text: string): void
  /** With --json the value itself, otherwise what `words` makes of it. */
  show(value: unknown, words: () => string): void
  table(columns: readonly (string | TableColumn)[], rows: readonly string[][]): string
}

type CommonOptions = Whom & { json?: boolean }

type Work<Options> = (context: Context, words: string[], options: Options & CommonOptions) => Promise<ExitCode | void>

/** A command that talks to a Flightdeck: the options that all of them have, and what it does. */
export function does<Options extends object>(command: Command, run: Run, work: Work<Options>): Command {
  return command
    .option('--json', 'print JSON for programs instead of words for people')
    .option('--profile <name>', 'which of the Flightdecks that login keeps')
    .option('--url <address>', 'address of the Flightdeck, instead of the one that login keeps')
    .addOption(afterRestore())
    .action(async () => {
      const options = command.opts<Options & CommonOptions>()
      const words = command.processedArgs.flat().filter((word) => word !== undefined) as string[]
      run.outcome.isJson = options.json === true
      const code = await work(contextOf(run, options), words, options)
      run.outcome.exitCode = code ?? exitCodes.done
    })
}

/** A new one for each: a command may change it. */
function afterRestore(): Option {
  const about = 'new: after a backup was restored, this was not done before (docs/backup.md)'
  return new Option('--after-restore <word>', about).choices(['new'])
}

function contextOf(run: Run, options: CommonOptions): Context {
  const { world, outcome } = run
  const isJson = options.json === true
  const print = (text: string) => void world.stdout.write(`${text}\n`)
  return {
    world,
    isJson,
    signal: world.signal,
    open: async () => (outcome.session ??= await openSession(world, options)),
    print,
    explain: (text) => void world.stderr.write(`${asCommands(text)}\n`),
    show: (value, words) => print(isJson ? JSON.stringify(value, null, 2) : asCommands(words())),
    table: (columns, rows) =>
      formatTable(
        world,
        columns.map((column) => (typeof column === 'string' ? { title: column } : column)),
        rows,
      ),
  }
}

export const numbers = (title: string): TableColumn => ({ title, isNumber: true })
