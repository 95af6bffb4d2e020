import type { Readable } from 'node:stream'
import { createFairShare } from '../../async/fair-share.ts'
import { invalidFormat } from '../media-error.ts'
import { isImage } from '../probe/formats.ts'
import type { Prober } from '../probe/probe.ts'
import { shrunk } from '../probe/shrink.ts'
import { discard, receiveFile } from '../store/receive.ts'
import type { Received, ReceiveOptions } from '../store/receive.ts'
import type { UrlFetcher } from './fetch-url.ts'
import { receiveUrl } from './receive-url.ts'

/** Pictures that are only looked at: read from where others show them, made small. */
export interface SmallPictures {
  /** As WebP. Throws MediaError where there is no sound picture. */
  read(companyId: number, source: string | Readable, options: SmallOptions): Promise<Buffer>
}

type SmallOptions = Pick<ReceiveOptions, 'tempDir' | 'signal'>

const maxBytes = 8_388_608
/** They wait among themselves, so that no launch waits for a file because somebody looks at a list. */
const limits = { what: 'Pictures of ads', places: 8, placesPerCompany: 3, maxWaitMs: 60_000 }

export function createSmallPictures(fetcher: UrlFetcher, prober: Prober): SmallPictures {
  const turns = createFairShare(limits)

  async function read(companyId: number, source: string | Readable, options: SmallOptions): Promise<Buffer> {
    const received = await receive(source, {
      ...options,
      maxBytes,
      probe: (...file) => prober.probe(companyId, ...file, options.signal),
      convert: (path) => prober.convertWebp(companyId, path, options.signal),
    })
    try {
      if (!isImage(received.format)) throw invalidFormat(received.format, 'unsupported_format')
      return await shrunk(received.tempPath, received.format)
    } finally {
      await discard(received)
    }
  }

  async function receive(source: string | Readable, options: ReceiveOptions): Promise<Received> {
    return typeof source === 'string' ? receiveUrl(fetcher, source, options) : receiveFile(source, options)
  }

  return { read: (companyId, ...rest) => turns.run(companyId, () => read(companyId, ...rest), rest[1].signal) }
}
