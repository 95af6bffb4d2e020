import type { Readable } from 'node:stream'
import { createFairShare } from '../async/fair-share.ts'
import type { UrlFetcher } from './fetch-url.ts'
import type { Prober } from './probe.ts'
import { receiveFile } from './receive.ts'
import type { Received, ReceiveOptions } from './receive.ts'
import { receiveUrl } from './receive-url.ts'

/** Where files come in. Every company has its share: an address that hangs holds up the company alone that asked for it. */
export interface Intake {
  receive(companyId: number, stream: Readable, options: IntakeOptions): Promise<Received>
  receiveUrl(companyId: number, url: string, options: Omit<IntakeOptions, 'declaredSize'>): Promise<Received>
}

export type IntakeOptions = Omit<ReceiveOptions, 'probe'>

/** Files from elsewhere that a process fetches at the same time. */
const limits = { places: 24, placesPerCompany: 8, maxWaitMs: 60_000 }

export function createIntake(fetcher: UrlFetcher, prober: Prober): Intake {
  const fetches = createFairShare({ what: 'Files that are fetched', ...limits })
  return {
    receive(companyId, stream, options) {
      const probe: ReceiveOptions['probe'] = (...file) => prober.probe(companyId, ...file, options.signal)
      return receiveFile(stream, { ...options, probe })
    },
    async receiveUrl(companyId, url, options) {
      const leave = await fetches.enter(companyId, options.signal)
      const probe: ReceiveOptions['probe'] = (...file) => {
        // It is here: the next one may be fetched while this one is measured.
        leave()
        return prober.probe(companyId, ...file, options.signal)
      }
      try {
        return await receiveUrl(fetcher, url, { ...options, probe })
      } finally {
        leave()
      }
    },
  }
}
