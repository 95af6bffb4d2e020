import { Option } from 'commander'
import type { Command } from 'commander'
import type { Parts } from '../../app.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { createLog } from '../../log.ts'
import { loadSandboxAhead, mayHaveSandbox, sandboxLocationOf } from '../../sandbox-process.ts'
import { withDatabase } from '../database.ts'
import { findLauncher, supervisorAsHolder, notifySupervisor } from '../launcher.ts'
import { print } from '../print.ts'
import { startMessage } from '../start-message.ts'
import { endsWithin, watchForStop } from '../stop.ts'

const stopWithinMs = 5_000

export function addServiceCommands(program: Command): void {
  program
    .command('up')
    .description(
      'run everything: the API, the worker and the sandbox (this is what no command at all does); should it end, it is started again',
    )
    .addOption(new Option('--supervisor <pid>', 'who starts it again').argParser(Number).hideHelp())
    .action(({ supervisor }: { supervisor?: number }) =>
      runService(readConfig(), { api: true, worker: true, sandbox: true }, supervisor),
    )
  program
    .command('serve')
    .description('run the API only; workers run elsewhere on the same DATABASE_URL')
    .action(() => runService(readConfig(), { api: true, worker: false, sandbox: false }))
  program
    .command('worker')
    .description('run a worker only, which carries out launches that the API took')
    .action(() => runService(readConfig(), { api: false, worker: true, sandbox: false }))
  program
    .command('migrate')
    .description('bring the tables of the database up to date and say what was done')
    .action(() =>
      withDatabase(readConfig(), async ({ migrated }) => print(migrationsText(migrated)), { migrations: 'all' }),
    )
}

function migrationsText(migrated: string[]): string {
  if (migrated.length === 0) return 'The database is up to date; there was nothing to run.'
  return ['Migrations that ran:', ...migrated.map((name) => `  ${name}`)].join('\n')
}

/** Runs until somebody stops it. */
async function runService(config: Config, parts: Parts, supervisor?: number): Promise<void> {
  const log = createLog(config.logLevel)
  const stopped = watchForStop(findLauncher(supervisor), (error) => {
    log.fatal({ err: error }, 'An unexpected failure; the service stops.')
    notifySupervisor({ problem: String(error) })
  })
  // Nearly everybody needs one: it is loaded beside ourselves and the database.
  const sandbox = parts.sandbox && mayHaveSandbox(config) ? loadSandboxAhead(sandboxLocationOf(config)) : null
  const { startApp } = await import('../../app.ts')
  const socketHolder = supervisor === undefined ? null : supervisorAsHolder()
  const start = () => startApp(config, parts, { socketHolder, ...(sandbox ? { startSandbox: sandbox.start } : {}) })
  let starting = start()
  const dropUnlessStarted = () => sandbox?.dropUnlessStarted()
  void starting.then(dropUnlessStarted, dropUnlessStarted)
  while (!(await Promise.race([starting.then(() => null), stopped]))) {
    const app = await starting
    notifySupervisor({ isRunning: true })
    await startMessage(app, process.stdout.isTTY).then(print, (error: unknown) => {
      log.error({ err: error }, 'The start message could not be put together.')
    })
    // An installation that was held begins anew when it is let go on.
    const next = await Promise.race([...(app.resumed ? [app.resumed.then(() => null)] : []), stopped])
    if (next) break
    await app.close()
    starting = start()
  }
  const stop = await stopped
  // A start that was cut short has already undone what it did.
  const closed = await endsWithin(stopWithinMs, async () => (await starting.catch(() => null))?.close())
  if (!closed) log.error(`Not everything was closed within ${stopWithinMs / 1000} seconds; the next start picks it up.`)
  process.exitCode = closed && stop === 'asked' ? 0 : 1
}
