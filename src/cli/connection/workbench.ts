import { pino } from 'pino'
import type { Config } from '../../config.ts'
import { localUrl } from '../../config/address.ts'
import { createConnections } from '../../core/connections/connections.ts'
import { createConnectionWatch } from '../../core/connections/state/watch.ts'
import type { Connections } from '../../core/deps.ts'
import { openSeal } from '../../core/secrets/open.ts'
import { builtIn } from '../../platforms/index.ts'
import { platformSettings, speaking } from '../../platforms/settings.ts'
import { withDatabase } from '../database.ts'
import type { Workbench } from './trial.ts'

/** What commands about connections work with. Nothing stands in for a platform here: the sandbox is asked for what leads there alone. */
export async function withWorkbench(config: Config, work: (bench: Workbench) => Promise<void>): Promise<void> {
  await withDatabase(config, async ({ db }) => {
    const seal = await openSeal(db, config)
    const watch = createConnectionWatch({ db, log: pino({ level: 'silent' }) })
    const all = createConnections({
      db,
      platforms: speaking(builtIn, config),
      seal,
      timeoutMs: config.platformTimeoutMs,
      platformSettings: platformSettings(builtIn, config),
      sandboxUrl: () => sandboxAt(config),
      // A command looks at a connection when it wants to, and hears no calls.
      watch: { heard: () => undefined, noteState: () => undefined, ask: (...asked) => watch.ask(...asked) },
    })
    const connections: Connections = {
      ...all,
      openAll: async (...asked) => (await all.openAll(...asked)).filter(({ connectionId }) => connectionId !== null),
    }
    try {
      await work({ db, seal, connections })
    } finally {
      await watch.close()
      await all.close()
    }
  })
}

/** Where a service with these settings has its sandbox. */
function sandboxAt({ sandboxUrl, sandbox, sandboxHost, sandboxPort }: Config): string | null {
  return sandboxUrl ?? (sandbox === 'off' ? null : localUrl(sandboxHost, sandboxPort))
}
