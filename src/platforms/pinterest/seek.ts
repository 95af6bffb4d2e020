import type { Found, SentIntent } from '../contract/launch.ts'
import type { ApiPage } from './client.ts'

const maxPages = 20
/** The platform's clock and ours may differ, and a list may be a little out of order. */
const slackMs = 60 * 60_000

export interface Dated {
  id: string
  /** Milliseconds; null: not told. */
  time: number | null
}

/**
 * Looks for something that was made since the intent in a list that stands newest first. What is older than the intent
 * is not it, so the look ends there; a list that never gets that old allows no conclusion.
 */
export async function seek<T extends Dated>(
  readPage: (bookmark: string | undefined) => Promise<ApiPage<T>>,
  isIt: (item: T) => boolean,
  { firstSentAt }: Pick<SentIntent, 'firstSentAt'>,
): Promise<Found> {
  const tooOld = firstSentAt.getTime() - slackMs
  let bookmark: string | undefined
  for (let count = 0; count < maxPages; count++) {
    const page = await readPage(bookmark)
    const mine = page.items.find(isIt)
    if (mine) return { found: { id: mine.id } }
    const oldest = page.items.at(-1)?.time
    if (page.after === null || (typeof oldest === 'number' && oldest < tooOld)) return 'absent'
    bookmark = page.after
  }
  return 'unclear'
}
