import { buffer } from 'node:stream/consumers'
import type { Db } from '../../../db/connect.ts'
import type { UrlFetcher } from '../../../files/fetch/fetch-url.ts'
import { MediaError } from '../../../files/media-error.ts'
import type { TaskRef } from '../../tasks.ts'
import { readPage } from './read-page.ts'
import type { PageFacts } from './read-page.ts'
import { endScrape, noteProgress, putBackScrape, takeScrape } from './scrapes.ts'
import type { ScrapeFailure } from './scrapes.ts'

/** How much of somebody else's server we put up with. */
export const pageLimits = {
  maxBytes: 3_000_000,
  headerTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  totalTimeoutMs: 30_000,
  maxRedirects: 5,
}

interface ScrapeDeps {
  db: Db
  /** Reaches public addresses alone. */
  pages: UrlFetcher
  signal: AbortSignal
}

/** Reads one page, from taking it up to its end. It may be called for the same page at any time and any number of times. */
export async function runScrape({ db, pages, signal }: ScrapeDeps, task: TaskRef): Promise<void> {
  const held = await takeScrape(db, task)
  if (!held) return
  try {
    const { html, finalUrl } = await fetchPage(pages, held.url, signal)
    await noteProgress(db, held, 60)
    const result: PageFacts = readPage(html, finalUrl)
    await endScrape(db, held, { result })
  } catch (error) {
    if (signal.aborted) return putBackScrape(db, held)
    const failure = failureOf(error)
    if (!failure) throw error
    await endScrape(db, held, { failure })
  }
}

class NoPage extends Error {}

async function fetchPage(pages: UrlFetcher, url: string, signal: AbortSignal) {
  const { body, contentType, finalUrl } = await pages.fetch(url, signal)
  if (!/^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType ?? '')) {
    body.destroy()
    throw new NoPage(`The address leads to ${contentType ?? 'something of no known type'}, not to a page.`)
  }
  return { html: textOf(await buffer(body), contentType ?? ''), finalUrl }
}

/** In the characters that the server names, or the page itself in its beginning. */
function textOf(bytes: Buffer, contentType: string): string {
  const named = /charset\s*=\s*["']?([\w-]{1,40})/i
  const label = (named.exec(contentType) ?? named.exec(bytes.toString('latin1', 0, 1024)))?.[1] ?? 'utf-8'
  return decoderFor(label).decode(bytes)
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** Why a page could not be read, for whoever asked; null: a mistake of ours. */
function failureOf(error: unknown): ScrapeFailure | null {
  if (error instanceof NoPage) return { code: 'not_a_page', message: error.message }
  if (!(error instanceof MediaError)) return null
  if (error.code === 'FILE_TOO_LARGE') {
    return { code: 'too_large', message: `The page is larger than ${pageLimits.maxBytes} bytes.` }
  }
  const { reason } = error.details
  const code = typeof reason === 'string' ? reason : 'unreachable'
  return { code, message: `The page could not be read (${code}).` }
}
