import type { Config } from '../config.ts'
import { createConnections } from '../core/connections/connections.ts'
import type { Connections } from '../core/deps.ts'
import { openSeal } from '../core/secrets/open.ts'
import type { Db } from '../db/connect.ts'
import { builtIn } from '../platforms/index.ts'
import { platformSettings, speaking } from '../platforms/settings.ts'

/** Lends one command the platforms, and the sandbox that runs on this machine. */
export async function withPlatforms<T>(
  db: Db,
  config: Config,
  work: (connections: Connections) => Promise<T>,
): Promise<T> {
  const seal = await openSeal(db, config)
  const sandboxUrl = await runningSandbox(config)
  const connections = createConnections({
    db,
    platforms: speaking(builtIn, config),
    seal,
    timeoutMs: config.platformTimeoutMs,
    platformSettings: platformSettings(builtIn, config),
    sandboxUrl: () => sandboxUrl,
  })
  try {
    return await work(connections)
  } finally {
    await connections.close()
  }
}

/** The sandbox that a service on this machine has brought up, or the one in the settings. */
async function runningSandbox(config: Config): Promise<string | null> {
  if (config.sandboxUrl || config.sandbox === 'off') return config.sandboxUrl
  const host = ['0.0.0.0', '::'].includes(config.sandboxHost) ? '127.0.0.1' : config.sandboxHost
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.sandboxPort}`
  const answer = await fetch(`${address}/_control/faults`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ? address : null
}
