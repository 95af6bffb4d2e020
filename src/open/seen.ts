import type { Pool } from 'pg'
import type { DestinationStream } from 'pino'
import { accessLines, createAccessLog } from '../call/access-log.ts'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import type { ServiceMetrics } from '../metrics/metrics.ts'
import { createPulse } from '../probes/pulse.ts'
import type { Readiness } from '../probes/readiness.ts'
import { noTracing } from '../trace/tracing.ts'
import { readVersion } from '../version.ts'
import { openProbes } from './probes.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

interface SeenParts {
  api: boolean
  worker: boolean
  readiness: Readiness
  logTo?: DestinationStream
}

/** What a process is seen by from outside, from its first moment on. */
export async function openSeen(config: Config, { api, worker, readiness, logTo }: SeenParts, undo: Undo) {
  const log = createLog(config.logLevel, logTo)
  const version = readVersion()
  const role = api && worker ? 'up' : api ? 'serve' : 'worker'
  const tracing = config.traces
    ? closing((await import('../trace/otel.ts')).openTracing(config.traces, { role, version, log }), undo)
    : noTracing
  let metrics: ServiceMetrics | null = null
  return {
    ...{
      log,
      version,
      readiness,
      tracing,
      accessLog: createAccessLog(log, () => logTo ?? accessLines()),
      pulse: createPulse(),
    },
    /** Null: it is watched where the interface is, or not at all. */
    probesUrl: api ? null : await openProbes(config, { readiness, metrics: () => metrics }, log, undo),
    /** Null: METRICS is off. */
    async openMetrics(pool: Pool): Promise<ServiceMetrics | null> {
      if (config.metrics) metrics = (await import('./metrics.ts')).openMetrics(version, pool)
      return metrics
    },
  }
}
