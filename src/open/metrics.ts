import type { Pool } from 'pg'
import { journalFigures } from '../core/journal/figures.ts'
import { addGauges } from '../metrics/gauges.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { ServiceMetrics } from '../metrics/metrics.ts'

/** Loaded where somebody wants them: what counts them is as heavy as a platform. */
export function openMetrics(version: string, pool: Pool): ServiceMetrics {
  const metrics = createMetrics(version)
  addGauges(metrics.registry, pool, journalFigures)
  return metrics
}
