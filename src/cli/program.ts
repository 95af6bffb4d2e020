import { Command, CommanderError } from 'commander'
import type { Config } from '../config.ts'
import { notifySupervisor } from './launcher.ts'
import { rooms } from './rooms.ts'
import { readVersion } from '../version.ts'

const wrongUsage = 2
const problem = 1

/** With the commands of one room when the word is one of them; with the names of all for help, and for words that nobody knows. */
export async function createProgram(word: string | undefined): Promise<Command> {
  const program = new Command('flightdeck')
  // Before the commands are added: they inherit it.
  program.exitOverride()
  program
    .description('Ad operations over seven platforms, with a sandbox of all of them in the box.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('--help', 'say what a command does and takes')
    .helpCommand(false)
    .showHelpAfterError('(--help says what there is)')
    .addHelpText('after', '\nSettings come from environment variables; `flightdeck doctor` lists them all.')
  if (word === '--version') return program
  const room = rooms.find(({ commands }) => Object.hasOwn(commands, word ?? ''))
  program.commandsGroup('For whoever runs Flightdeck:')
  if (room) {
    ;(await room.load())(program)
    return program
  }
  for (const { commands } of rooms.filter(({ isUnlisted }) => !isUnlisted))
    for (const [name, about] of Object.entries(commands)) program.command(name).description(about)
  program.commandsGroup('For people who run ads, on any Flightdeck, by address and key (docs/cli.md):')
  ;(await import('./commands/ad.ts')).addAdCommands(program)
  return program
}

/** Carries out one command in this process and answers its exit code. */
export async function runCommand(words: string[]): Promise<number> {
  try {
    const given = words.length === 0 ? ['up'] : words
    const program = await createProgram(given[0])
    await program.parseAsync(given, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
    await report(error)
    return problem
  }
}

async function report(error: unknown): Promise<void> {
  const { describeProblem } = await import('./problem.ts')
  const line = describeProblem(error, await configOrNull())
  notifySupervisor({ problem: line ?? String(error) })
  if (line !== null) return void process.stderr.write(`${line}\n`)
  process.stderr.write(`Flightdeck failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}\n`)
}

async function configOrNull(): Promise<Config | null> {
  const { readConfig } = await import('../config.ts')
  try {
    return readConfig()
  } catch {
    return null
  }
}
