import type { Command } from 'commander'
import { moveDatabase } from '../../backup/move.ts'
import { readConfig } from '../../config.ts'
import { startAlone } from '../../db/private-database.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabaseRoutes } from '../../db/pooler.ts'
import { countOf, explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addMoveCommand(program: Command): void {
  program
    .command('move-database')
    .description('move everything from the private database to a server of your own; the service must be stopped')
    .requiredOption('--to <url>', 'a postgres:// address of an empty database, version 15 or newer')
    .action(move)
}

async function move({ to }: { to: string }): Promise<void> {
  const config = readConfig()
  if (config.databaseUrl)
    throw new CommandProblem(
      'DATABASE_URL is set: this moves the private database of DATA_DIR. Run it without that setting.',
    )
  const name = nameOf(to)
  const { direct } = await openDatabaseRoutes(to, null)
  // Holds the folder as a service does: none works in it meanwhile, and this refuses where one does.
  const { server, lock } = await startAlone(config.dataDir)
  try {
    await migrate(server.connection, { warn: explain, progress: explain })
    const names = { from: `the private database in ${config.dataDir}`, to: name }
    const { tables, rows } = await moveDatabase({ from: server.connection, to: direct, names, report: explain })
    print(`${countOf(rows, 'row')} of ${countOf(tables, 'table')} are in ${name}, the same by counts and digests.`)
    explain(
      `Start with DATABASE_URL set to it, and DATA_DIR as it is: media and the secret key stay in ${config.dataDir}. Nobody starts on the old database any more.`,
    )
  } finally {
    await lock.end()
    await server.stop()
  }
}

/** Where it is, without who may enter. */
function nameOf(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new CommandProblem('--to must be a postgres:// address.')
  const { host, pathname, searchParams } = new URL(url)
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`
}
