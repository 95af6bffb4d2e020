import type { Logger } from 'pino'
import { moveDatabase } from '../backup/move.ts'
import type { Config } from '../config.ts'
import { takeNewMajor } from '../db/embedded/new-major.ts'
import { migrate } from '../db/migrate.ts'

/** A private database of an earlier PostgreSQL is moved as `flightdeck move-database` does it, and compared by counts and digests. */
export async function takeNewPostgres({ dataDir, previousPostgres, migrates }: Config, log: Logger): Promise<void> {
  const report = (text: string) => log.warn(text)
  await takeNewMajor({
    ...{ dataDir, binaries: previousPostgres, report },
    async move(from, to, name) {
      await moveDatabase({
        ...{ from, to, names: { from: 'the earlier PostgreSQL', to: name } },
        prepare: () => migrate(from, { warn: report, progress: (text) => log.info(text), isOff: !migrates }),
      })
    },
  })
}
