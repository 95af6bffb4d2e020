import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from 'commander'

/** What the command line of the client does, for the list of all commands; the launcher starts it without us. */
const adCommands = {
  login: 'keep the address of a Flightdeck and a key for it',
  logout: 'forget a Flightdeck that login kept',
  whoami: 'which Flightdeck, which company, and what the key may do',
  accounts: 'ad accounts that can be used',
  adsets: 'ad sets that ads can be launched in',
  profiles: 'pages that can speak in the ads of an account, with their profiles',
  identities: 'identities that can speak in the ads of an account',
  boards: 'boards that the pins of an account can lie on',
  launch: 'launch the ads of a sheet (.csv, .xlsx) or a file (.json)',
  validate: 'check a sheet: every rule, every row, nothing launched',
  batch: 'launches: how far they are, what came of them, undo',
  report: 'figures of ads, ad sets, campaigns, accounts, days, countries',
  entity: 'campaigns, ad sets and ads with what they did',
  creative: 'what ads show: what wins, what is tired, and winners moved on',
  view: 'saved lists of what runs',
  'top-ads': 'the best ads by one figure',
  spend: 'what each account spent',
  pause: 'pause ads, ad sets or campaigns',
  resume: 'let ads, ad sets or campaigns run again',
  ends: 'ends that Flightdeck keeps because a platform cannot',
  budget: 'set or change the budget of an ad set or a campaign',
  duplicate: 'copy an ad, an ad set or a campaign',
  rules: 'automations: what is watched, and what is done about it',
  guard: 'what may be spent, and what happens beyond it',
  approval: 'what waits for a person, or waited',
  events: 'what happened, and what happens',
  conform: 'hold an installation to the interface that it promises',
  docs: 'where to read about the Flightdeck that is used',
  completion: 'words that a shell completes: bash, zsh, fish',
}

const client = join(import.meta.dirname, '..', '..', '..', 'client', 'cli', 'main.ts')

export function addAdCommands(program: Command): void {
  for (const [name, description] of Object.entries(adCommands)) {
    program
      .command(name)
      .description(description)
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action((_options: object, command: Command) => handOn([name, ...command.args]))
  }
}

/** The client is a package of its own, which we do not import. */
function handOn(words: string[]): void {
  // Ctrl-C is for the one that works; we end when it has.
  process.on('SIGINT', () => undefined)
  const { status } = spawnSync(process.execPath, [client, ...words], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
