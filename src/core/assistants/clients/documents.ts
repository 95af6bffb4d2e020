import type { Readable } from 'node:stream'
import type { UrlFetcher } from '../../../files/fetch/fetch-url.ts'
import { MediaError } from '../../../files/media-error.ts'
import { isObject } from '../../../lookup.ts'
import { SignInProblem } from '../problem.ts'
import { readMetadata } from './client.ts'
import type { AssistantClient } from './client.ts'
import { isOnDevice } from './redirects.ts'

/** What fetching a client's document may take: it says a few lines. */
export const documentLimits = { maxBytes: 64 * 1024, maxRedirects: 0, headerTimeoutMs: 5_000, totalTimeoutMs: 8_000 }

/** Documents in which clients say who they are; the address of one is the client's id. */
export interface ClientDocuments {
  read(clientId: string): Promise<AssistantClient>
}

const maxRemembered = 100
const usualSeconds = 300
const maxSeconds = 86_400
/** What failed is not asked for again at once: whoever asks may be nobody's friend. */
const failedSeconds = 10

interface Remembered {
  until: number
  client: Promise<AssistantClient>
}

export function createClientDocuments(fetcher: UrlFetcher, now: () => number = Date.now): ClientDocuments {
  const remembered = new Map<string, Remembered>()
  return {
    async read(clientId) {
      const known = remembered.get(clientId)
      if (known && known.until > now()) return known.client
      const entry: Remembered = { until: now() + usualSeconds * 1000, client: fetchDocument(fetcher, clientId, keep) }
      remembered.delete(clientId)
      remembered.set(clientId, entry)
      if (remembered.size > maxRemembered) remembered.delete([...remembered.keys()][0] ?? '')
      entry.client.catch(() => (entry.until = now() + failedSeconds * 1000))
      return entry.client

      function keep(seconds: number): void {
        entry.until = now() + seconds * 1000
      }
    },
  }
}

/** Whether an id is the address of a document. */
export function isDocumentId(clientId: string): boolean {
  return /^https?:\/\//i.test(clientId)
}

async function fetchDocument(
  fetcher: UrlFetcher,
  clientId: string,
  keep: (seconds: number) => void,
): Promise<AssistantClient> {
  const url = documentAddress(clientId)
  try {
    const { body, cacheControl } = await fetcher.fetch(clientId)
    keep(secondsIn(cacheControl))
    return readDocument(url, await textOf(body))
  } catch (error) {
    if (error instanceof SignInProblem) throw error
    const why = error instanceof MediaError ? reasonIn(error) : 'it is no JSON'
    throw new SignInProblem('invalid_client', `The client’s own document at ${url.host} cannot be used: ${why}.`)
  }
}

function reasonIn({ code, details }: MediaError): string {
  const { reason } = details
  return (typeof reason === 'string' ? reason : code.toLowerCase()).replaceAll('_', ' ')
}

/** Plain HTTP is for this machine alone, and there the fetcher wants it named in ALLOW_PRIVATE_URLS. */
function documentAddress(clientId: string): URL {
  const url = URL.parse(clientId)
  const isPlain = url !== null && url.href === clientId && clientId.length <= 500 && url.search === ''
  const isSealed = url?.protocol === 'https:' || isOnDevice(clientId)
  if (!isPlain || !isSealed || url.hash !== '' || url.username !== '' || url.password !== '' || url.pathname === '/')
    throw new SignInProblem('invalid_client', 'client_id is no address of a document: https, with a path, and no more.')
  return url
}

/** Bounded by whoever fetches it. */
async function textOf(body: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function readDocument(url: URL, text: string): AssistantClient {
  const said: unknown = JSON.parse(text)
  if (!isObject(said) || said.client_id !== url.href)
    throw new SignInProblem('invalid_client', `The client’s own document at ${url.host} names another client_id.`)
  const { token_endpoint_auth_method: method = 'none', token_endpoint_auth_methods_supported: methods } = said
  if (method !== 'none' && !(Array.isArray(methods) && methods.includes('none')))
    throw new SignInProblem(
      'invalid_client',
      `The client at ${url.host} wants to sign in with a secret of its own. Here it needs none (token_endpoint_auth_method).`,
    )
  if ('client_secret' in said)
    throw new SignInProblem('invalid_client', `The client’s own document at ${url.host} has a secret in it.`)
  return { ...readMetadata(said), clientId: url.href, vouchedBy: url.host }
}

/** What its server says, within what is sensible. */
function secondsIn(cacheControl: string | null): number {
  const said = (cacheControl ?? '').toLowerCase()
  if (/\bno-(store|cache)\b/.test(said)) return 0
  const seconds = Number(/\bmax-age=(\d{1,9})\b/.exec(said)?.[1] ?? usualSeconds)
  return Math.min(seconds, maxSeconds)
}
