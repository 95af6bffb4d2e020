import type { Pool } from 'pg'
import { journalFigures } from '../core/journal/figures.ts'
import { addGauges } from '../metrics/gauges.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Loaded where somebody wants them: what counts them is as heavy as a platform. */
export function openMetrics(version: string, pool: Pool): Metrics {
  const metrics = createMetrics(version)
  addGauges(metrics.registry, pool, journalFigures)
  return metrics
}
