import pMap from 'p-map'
import { NoSlot } from '../../../async/fair-share.ts'
import { UnreadableMedia } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import type { LaunchItem } from '../../../platforms/contract/launch.ts'
import { BrokenItem, fieldOf, MediaFailure, UnreadableFile } from '../engine/item-errors.ts'
import { prepareFiles } from '../engine/restore-item.ts'
import { isPassing } from '../engine/retry.ts'
import type { Visit } from '../media/media-visit.ts'
import type { PlannedAd } from './planned-ad.ts'

export type Files = Pick<LaunchItem, 'media' | 'thumbnails'>

const atOnce = 8

/** An ad that is looked at, and its files, which are on their way; null: they could not be looked at in time. */
export interface AdLook {
  planned: PlannedAd
  files: Promise<Files | 'broken' | null>
}

/**
 * Looks at the files of ads as the launch will, and says what is wrong with them; null: they could not be looked at in time, which
 * says nothing about them.
 */
export function lookAtFiles(visit: Visit, planned: PlannedAd[], signal: AbortSignal): AdLook[] {
  const looks = planned.map((ad) => ({ ad, ...Promise.withResolvers<Awaited<AdLook['files']>>() }))
  const look = ({ ad, resolve, reject }: (typeof looks)[number]) => filesOf(visit, ad, signal).then(resolve, reject)
  void pMap(looks, look, { concurrency: atOnce })
  return looks.map(({ ad, promise }) => ({ planned: ad, files: promise }))
}

async function filesOf(visit: Visit, { ad, driver, index, issues }: PlannedAd, signal: AbortSignal) {
  try {
    return await prepareFiles(driver ?? {}, ad, (url) => visit.get(url, signal))
  } catch (error) {
    if (isOpen(error)) return null
    const path = `ads.${index}.`
    if (error instanceof BrokenItem)
      issues.push(...error.issues.map((issue) => ({ ...issue, path: path + issue.path })))
    else if (error instanceof MediaFailure) issues.push({ path: path + fieldOf(error), message: error.message })
    else throw error
    return 'broken'
  }
}

/** A file that may be there next time, or for the machine that makes the ad, says nothing about the launch. */
function isOpen(error: unknown): boolean {
  if (error instanceof NoSlot || error instanceof UnreadableMedia || error instanceof UnreadableFile) return true
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)) return true
  const reason = error instanceof MediaFailure ? error.reason : error
  return reason instanceof MediaError && (isPassing(reason) || reason.details.reason === 'aborted')
}
