import pMap from 'p-map'
import { NoSlot } from '../../../async/fair-share.ts'
import { UnreadableMedia } from '../../../errors.ts'
import { invalidFormat, MediaError } from '../../../files/media-error.ts'
import { usualKinds } from '../../../platforms/contract/media.ts'
import type { PreparedMedia } from '../../../platforms/contract/media.ts'
import type { Visit } from '../media/media-visit.ts'
import type { PlannedAd } from './planned-ad.ts'
import { isPassing } from '../engine/retry.ts'

const usualMs = 20_000
const atOnce = 8

type Probed = PreparedMedia | MediaError | 'unknown'

/**
 * The shapes of a multi ad's media decide where each of them is shown, so they are looked at before the launch is
 * accepted. Within limits: what cannot be told in time is told when the ad is made.
 */
export async function probePlacements(visit: Visit, planned: PlannedAd[], withinMs = usualMs): Promise<void> {
  const multis = planned.filter((ad) => ad.ad.type === 'multi' && ad.issues.length === 0)
  if (multis.length === 0) return
  const urls = new Set(multis.flatMap(({ ad }) => ad.media.flatMap(({ url }) => url ?? [])))
  const signal = AbortSignal.timeout(withinMs)
  const probed = await probeAll(urls, (url) => visit.get(url, signal))
  for (const each of multis) each.issues.push(...issuesOf(each, probed))
}

async function probeAll(urls: Set<string>, get: (url: string) => Promise<PreparedMedia>): Promise<Map<string, Probed>> {
  const probe = async (url: string) => [url, await get(url).catch(definite)] as const
  return new Map(await pMap(urls, probe, { concurrency: atOnce }))
}

/** A file that may be there next time says nothing about the launch. */
function definite(error: unknown): Probed {
  // A file that this machine cannot read may be there for the one that makes the ad.
  if (error instanceof NoSlot || error instanceof UnreadableMedia) return 'unknown'
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)) return 'unknown'
  if (!(error instanceof MediaError)) throw error
  return isPassing(error) || error.details.reason === 'aborted' ? 'unknown' : error
}

function issuesOf({ ad, driver, index }: PlannedAd, probed: Map<string, Probed>): PlannedAd['issues'] {
  const path = `ads.${index}`
  const { mediaKinds = usualKinds } = driver ?? {}
  const found = ad.media.map((media): Probed => {
    const file = (media.url !== undefined && probed.get(media.url)) || 'unknown'
    if (!isMeasured(file) || mediaKinds.includes(file.kind)) return file
    return invalidFormat(file.contentType, 'unsupported_format')
  })
  const unreadable = found.flatMap((media, position) =>
    media instanceof MediaError ? [{ path: `${path}.media.${position}.url`, message: media.message }] : [],
  )
  if (unreadable.length > 0) return unreadable
  const measured = found.filter(isMeasured)
  if (measured.length < found.length) return []
  return driver?.checkMedia?.(ad, measured, path) ?? []
}

function isMeasured(media: Probed): media is PreparedMedia {
  return typeof media === 'object' && !(media instanceof MediaError)
}
