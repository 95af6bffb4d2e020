import type { Config } from '../config.ts'
import { createConnections } from '../core/connections/connections.ts'
import { createPositionCache } from '../core/connections/positions/memory.ts'
import { createWaitLines } from '../core/connections/state/waits.ts'
import { createConnectionWatch } from '../core/connections/state/watch.ts'
import type { Connections } from '../core/deps.ts'
import type { Platforms } from '../platforms/registry.ts'
import { platformSettings } from '../platforms/settings.ts'
import type { Services } from '../services.ts'
import { platformSpans } from '../trace/platform-spans.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

interface ConnectionDeps extends Pick<Services, 'db' | 'log' | 'seal' | 'metrics' | 'tracing' | 'sandboxUrl'> {
  platforms: Platforms
}

/** What leads to the platforms: counted, watched, traced, and with its waits told. */
export function openConnections(
  config: Config,
  { log, metrics, tracing, sandboxUrl, ...deps }: ConnectionDeps,
  undo: Undo,
): Connections {
  const watch = createConnectionWatch({ db: deps.db, log })
  const waits = closing(createWaitLines(log), undo)
  const places = closing(createPositionCache({ db: deps.db, log }), undo)
  const connections = createConnections({
    ...deps,
    timeoutMs: config.platformTimeoutMs,
    platformSettings: platformSettings(deps.platforms, config),
    sandboxUrl: () => sandboxUrl,
    onCall: metrics?.countPlatformCall,
    ...(tracing.isOn ? { aroundCall: platformSpans(tracing) } : {}),
    ...{ watch, waits, places },
  })
  undo.push(() => connections.close())
  undo.push(() => watch.close())
  return connections
}
