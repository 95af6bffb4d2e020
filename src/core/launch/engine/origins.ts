import type { Logger } from 'pino'
import { inSpan } from '../../../trace/tracing.ts'
import type { OpenSpan, Tracing } from '../../../trace/tracing.ts'
import type { ItemRow } from '../../journal/item-entry.ts'
import type { LaneLease } from '../../journal/lane/lanes.ts'
import type { BatchOrigin } from '../../batches/origin.ts'

/** The calls that the ads of a lane came from: what is done for them is told as part of those. */
export interface Origins {
  /** Does the work on an ad as part of its batch's. */
  within<T>(row: ItemRow, work: () => Promise<T>): Promise<T>
  /** Undefined: nobody knows. */
  requestId(row: ItemRow): Promise<string | undefined>
  /** Tells what was done for each batch. */
  end(): Promise<void>
}

interface OriginDeps {
  lease: Pick<LaneLease, 'platform' | 'accountId'>
  tracing: Tracing
  log: Logger
  read: (row: ItemRow) => Promise<BatchOrigin>
}

interface BatchWork {
  origin: BatchOrigin
  span: OpenSpan
  from: number
  ads: Set<number>
}

export function createOrigins({ lease, tracing, log, read }: OriginDeps): Origins {
  const known = new Map<number, Promise<BatchOrigin>>()
  const working = new Map<number, Promise<BatchWork>>()
  const isLogged = tracing.isOn || log.isLevelEnabled('info')
  const { platform, accountId } = lease

  function originOf(row: ItemRow): Promise<BatchOrigin> {
    // It is only told: work goes on without.
    const found = known.get(row.batch_id) ?? read(row).catch(() => ({ requestId: null, trace: null }))
    known.set(row.batch_id, found)
    return found
  }

  async function begin(row: ItemRow): Promise<BatchWork> {
    const origin = await originOf(row)
    const attributes = { 'flightdeck.platform': platform, 'flightdeck.batch': row.batch_id, ...named(origin) }
    const span = tracing.begin({ name: 'lane', kind: 'consumer', parent: origin.trace, attributes })
    return { origin, span, from: performance.now(), ads: new Set() }
  }

  return {
    async within(row, work) {
      if (!isLogged) return work()
      const beginning = working.get(row.batch_id) ?? begin(row)
      working.set(row.batch_id, beginning)
      const { span, ads } = await beginning
      ads.add(row.id)
      return span.within(work)
    },
    requestId: async (row) => (await originOf(row)).requestId ?? undefined,
    async end() {
      for (const [batchId, beginning] of working) {
        const { origin, span, from, ads } = await beginning
        span.set({ 'flightdeck.ads': ads.size })
        span.end()
        const requestId = origin.requestId ?? undefined
        const ms = Math.round(performance.now() - from)
        log.info({ requestId, batchId, platform, accountId, ads: ads.size, ms }, 'ads of a batch were worked on')
      }
    },
  }
}

function named({ requestId }: BatchOrigin): Record<string, string> {
  return requestId === null ? {} : { 'flightdeck.request_id': requestId }
}

/** A write of a lane, as part of what is done for its batch. */
export function asWrite<T>(tracing: Tracing, step: string, work: () => Promise<T>): Promise<T> {
  return inSpan(tracing, { name: 'write', attributes: { 'flightdeck.step': step } }, work)
}
