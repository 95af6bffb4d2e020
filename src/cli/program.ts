import { Command, CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { notifySupervisor } from './launcher.ts'
import { describeProblem } from './problem.ts'
import { readVersion } from '../version.ts'

const wrongUsage = 2
const problem = 1

/** Commands of one file, which is loaded for them alone. */
interface Room {
  commands: string[]
  load: () => Promise<(program: Command) => void>
  isUnlisted?: true
}

/** In the order in which they are listed. */
const rooms: Room[] = [
  {
    commands: ['up', 'serve', 'worker', 'migrate'],
    load: async () => (await import('./commands/service.ts')).addServiceCommands,
  },
  { commands: ['company'], load: async () => (await import('./company/commands.ts')).addCompanyCommands },
  { commands: ['key'], load: async () => (await import('./commands/key.ts')).addKeyCommands },
  { commands: ['app'], load: async () => (await import('./commands/app.ts')).addAppCommands },
  { commands: ['connection'], load: async () => (await import('./connection/commands.ts')).addConnectionCommands },
  { commands: ['sync'], load: async () => (await import('./sync/command.ts')).addSyncCommand },
  { commands: ['currency'], load: async () => (await import('./commands/currency.ts')).addCurrencyCommands },
  { commands: ['rates'], load: async () => (await import('./commands/rates.ts')).addRatesCommands },
  { commands: ['audit'], load: async () => (await import('./commands/audit.ts')).addAuditCommands },
  { commands: ['guard'], load: async () => (await import('./commands/guard.ts')).addGuardCommands },
  { commands: ['approval'], load: async () => (await import('./commands/approval.ts')).addApprovalCommands },
  { commands: ['login-link'], load: async () => (await import('./commands/people.ts')).addPeopleCommands },
  { commands: ['person'], load: async () => (await import('./commands/person.ts')).addPersonCommand },
  { commands: ['operator'], load: async () => (await import('./commands/operator.ts')).addOperatorCommands },
  { commands: ['mail'], load: async () => (await import('./commands/mail.ts')).addMailCommands },
  { commands: ['dashboard'], load: async () => (await import('./commands/dashboard.ts')).addDashboardCommand },
  { commands: ['backup'], load: async () => (await import('./commands/backup.ts')).addBackupCommands },
  { commands: ['restore'], load: async () => (await import('./commands/restore.ts')).addRestoreCommand },
  // In lists, the word is the one for ads: `restore` says when this one is needed.
  {
    commands: ['resume'],
    isUnlisted: true,
    load: async () => (await import('./commands/restore.ts')).addResumeCommand,
  },
  { commands: ['move-database'], load: async () => (await import('./commands/move.ts')).addMoveCommand },
  { commands: ['secret'], load: async () => (await import('./commands/secret.ts')).addSecretCommands },
  { commands: ['doctor'], load: async () => (await import('./doctor/command.ts')).addDoctorCommand },
  { commands: ['mcp'], load: async () => (await import('./agent/command.ts')).addMcpCommand },
]

/** With the commands of one room when the word is one of them; with all for help, and for words that nobody knows. */
async function createProgram(word: string | undefined): Promise<Command> {
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
  const room = rooms.find(({ commands }) => commands.includes(word ?? ''))
  program.commandsGroup('For whoever runs Flightdeck:')
  for (const { load } of room ? [room] : rooms.filter(({ isUnlisted }) => !isUnlisted)) (await load())(program)
  if (room) return program
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
    report(error)
    return problem
  }
}

function report(error: unknown): void {
  const line = describeProblem(error, configOrNull())
  notifySupervisor({ problem: line ?? String(error) })
  if (line !== null) return void process.stderr.write(`${line}\n`)
  process.stderr.write(`Flightdeck failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}\n`)
}

function configOrNull(): Config | null {
  try {
    return readConfig()
  } catch {
    return null
  }
}
