import { join } from 'node:path'
import { sharedKey } from '../../test/support/service/child-env.ts'
import { launchOne } from '../launch/launch-one.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'

export const ways = ['off', 'seen', 'traced'] as const
export type Way = (typeof ways)[number]

export interface Stage {
  /** Where their lines go. */
  folder: string
  /** Who collects their traces. */
  endpoint: string
}

export interface Served extends BenchService {
  batchId: number
}

const settingsOf = (endpoint: string): Record<Way, Record<string, string>> => ({
  off: {},
  seen: { METRICS: 'on', LOG_LEVEL: 'info' },
  traced: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
})

/** Each on a database of its own: processes that share one count calls in it, in a row for each key that all of these would wait for. */
export async function serve({ endpoint, folder }: Stage, way: Way, more: Record<string, string> = {}): Promise<Served> {
  const settings = { ...settingsOf(endpoint)[way], ...sharedKey, ...more }
  // Into a file, as where it runs for good: lines that the measuring process reads would cost it time.
  const service = await benchService(settings, undefined, join(folder, `${way}.log`))
  return { ...service, batchId: await launchOne(service) }
}
