import type { Readable } from 'node:stream'
import { createFairShare } from '../../async/fair-share.ts'
import type { UrlFetcher } from './fetch-url.ts'
import type { Prober } from '../probe/probe.ts'
import { receiveFile } from '../store/receive.ts'
import type { Received, ReceiveOptions } from '../store/receive.ts'
import { receiveUrl } from './receive-url.ts'

/** Where files come in. Every company has its share: an address that hangs holds up the company alone that asked for it. */
export interface Intake {
  receive(companyId: number, stream: Readable, options: IntakeOptions): Promise<Received>
  receiveUrl(companyId: number, url: string, options: UrlOptions): Promise<Received>
  /** Waits for a place to fetch in, and keeps it until the file is here or the work has ended. */
  inTurn<T>(companyId: number, work: (receive: ReceiveUrl) => Promise<T>, signal?: AbortSignal): Promise<T>
}

type IntakeOptions = Omit<ReceiveOptions, 'probe' | 'convert'>
/** `convertsWebp`: a WebP picture is received as one that platforms take; otherwise it is refused. */
type UrlOptions = Omit<IntakeOptions, 'declaredSize'> & { convertsWebp?: boolean }
export type ReceiveUrl = (url: string, options: UrlOptions) => Promise<Received>

/** Files from elsewhere that a process fetches at the same time. */
const limits = { places: 24, placesPerCompany: 8, maxWaitMs: 60_000 }

export function createIntake(fetcher: UrlFetcher, prober: Prober): Intake {
  const fetches = createFairShare({ what: 'Files that are fetched', ...limits })

  async function inTurn<T>(
    companyId: number,
    work: (receive: ReceiveUrl) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const leave = await fetches.enter(companyId, signal)
    const receive: ReceiveUrl = (url, { convertsWebp = false, ...options }) => {
      const probe: ReceiveOptions['probe'] = (...file) => {
        // It is here: the next one may be fetched while this one is measured.
        leave()
        return prober.probe(companyId, ...file, options.signal)
      }
      const convert: ReceiveOptions['convert'] = (path) => {
        leave()
        return prober.convertWebp(companyId, path, options.signal)
      }
      return receiveUrl(fetcher, url, { ...options, probe, ...(convertsWebp ? { convert } : {}) })
    }
    try {
      return await work(receive)
    } finally {
      leave()
    }
  }

  return {
    inTurn,
    receive(companyId, stream, options) {
      const probe: ReceiveOptions['probe'] = (...file) => prober.probe(companyId, ...file, options.signal)
      return receiveFile(stream, { ...options, probe })
    },
    receiveUrl: (companyId, url, options) => inTurn(companyId, (receive) => receive(url, options), options.signal),
  }
}
