import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { isHeld } from '../core/restored.ts'
import type { Pulse } from '../probes/pulse.ts'
import type { ReadyChecks } from '../probes/readiness.ts'
import { startProbeServer } from '../probes/server.ts'
import type { ProbeParts } from '../probes/server.ts'
import type { Services } from '../services.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

/** Opens the port on which a worker is watched. Null: it is taken, nobody asked for this one, and the worker goes on without. */
export async function openProbes(
  { workerPort: port, workerHost: host, isWorkerPortGiven }: Config,
  parts: ProbeParts,
  log: Logger,
  undo: Undo,
): Promise<string | null> {
  try {
    return closing(await startProbeServer(parts, { port, host }), undo).url
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (isWorkerPortGiven || code !== 'EADDRINUSE') throw error
    log.warn(`Port ${port} is in use, so this worker cannot be watched. Give it a WORKER_PORT of its own.`)
    return null
  }
}

/** What a process that has started goes by. Where it is held after a restore people may still look around, but nobody works. */
export function readyChecks(
  { schema, restored, healthChecks }: Pick<Services, 'schema' | 'restored' | 'healthChecks'>,
  pulse: Pick<Pulse, 'standsStill'>,
  isApi: boolean,
): ReadyChecks {
  const { database, storage } = healthChecks
  const isIdle = isHeld(restored) && !isApi
  const refuses = () => (schema.newer() ? 'schema is newer' : isIdle ? 'held after a restore' : null)
  return { refuses, database, storage, standsStill: () => pulse.standsStill() }
}
