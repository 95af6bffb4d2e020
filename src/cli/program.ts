import { Command, CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { addAuditCommands } from './audit-commands.ts'
import { addMcpCommand } from './agent/command.ts'
import { addAdCommands } from './ad-commands.ts'
import { addApprovalCommands } from './approval-commands.ts'
import { addCompanyCommands } from './company-commands.ts'
import { addConnectionCommands } from './connection/commands.ts'
import { addCurrencyCommands } from './currency-commands.ts'
import { addDashboardCommand } from './dashboard-command.ts'
import { addDoctorCommand } from './doctor/command.ts'
import { addGuardCommands } from './guard-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { tellSupervisor } from './launcher.ts'
import { describeProblem } from './problem.ts'
import { addPeopleCommands } from './people-commands.ts'
import { addRatesCommands } from './rates-commands.ts'
import { addServiceCommands } from './service-commands.ts'
import { addSyncCommand } from './sync/command.ts'
import { readVersion } from '../version.ts'

const wrongUsage = 2
const problem = 1

function createProgram(): Command {
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
  program.commandsGroup('For whoever runs Flightdeck:')
  addServiceCommands(program)
  addCompanyCommands(program)
  addKeyCommands(program)
  addConnectionCommands(program)
  addSyncCommand(program)
  addCurrencyCommands(program)
  addRatesCommands(program)
  addAuditCommands(program)
  addGuardCommands(program)
  addApprovalCommands(program)
  addPeopleCommands(program)
  addDashboardCommand(program)
  addDoctorCommand(program)
  addMcpCommand(program)
  program.commandsGroup('For people who run ads, on any Flightdeck, by address and key (docs/cli.md):')
  addAdCommands(program)
  return program
}

/** Carries out one command in this process and answers its exit code. */
export async function runCommand(words: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(words.length === 0 ? ['up'] : words, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
    report(error)
    return problem
  }
}

function report(error: unknown): void {
  const line = describeProblem(error, configOrNull())
  tellSupervisor({ problem: line ?? String(error) })
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
