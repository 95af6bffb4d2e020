import type { UrlFetcher } from './fetch-url.ts'
import { MediaError, urlNotAccessible } from '../media-error.ts'
import { receiveFile } from '../store/receive.ts'
import type { Received, ReceiveOptions } from '../store/receive.ts'

/** What a server sends when it has no file to give: a page, an error message, or nothing. */
const notAFile = new Set(['html', 'json', 'xml', 'text', 'empty'])

/** Fetches a URL into a temporary file. The rules of `receiveFile` hold. */
export async function receiveUrl(
  fetcher: UrlFetcher,
  url: string,
  options: Omit<ReceiveOptions, 'declaredSize'>,
): Promise<Received> {
  const answer = await fetcher.fetch(url, options.signal)
  try {
    return await receiveFile(answer.body, { ...options, declaredSize: answer.contentLength })
  } catch (error) {
    if (error instanceof MediaError && isNotAFile(error)) throw urlNotAccessible(url, 'not_a_file', error)
    throw error
  }
}

function isNotAFile(error: MediaError): boolean {
  const { detectedFormat } = error.details
  return error.code === 'INVALID_FORMAT' && typeof detectedFormat === 'string' && notAFile.has(detectedFormat)
}
