import type { BatchAd, BatchEvent, BatchSummary } from '../../../../client/src/index.ts'
import { moment } from '../../ui/words/format.ts'
import { locale } from '../../ui/words/locale.ts'

const waitWords: Record<NonNullable<BatchAd['waitingFor']>, string> = {
  throttled: 'the platform asked for a pause',
  retry: 'a failure that may pass is tried again',
  media_server: 'the server of a media file did not answer and is asked again',
  lookup: 'the answer to a write was lost, and what it made is being looked for',
  media_processing: 'the platform is processing a video',
  connection: 'the connection to the platform cannot be opened',
  often_tried: 'a write to the account was tried more than five times, so the account rests',
  worker: 'no worker is free, or none runs',
  turn: 'other ads of the same account come first',
}

/** Such as: waits until 12:00, the platform asked for a pause. */
export function waitText({ waitingFor, waitsUntil }: Pick<BatchAd, 'waitingFor' | 'waitsUntil'>): string | null {
  if (!waitingFor) return null
  const until = waitsUntil ? ` until ${clock(waitsUntil)}` : ''
  return `waits${until}: ${waitWords[waitingFor]}`
}

export function clock(time: string): string {
  return new Date(time).toLocaleTimeString(locale, { hourCycle: 'h23' })
}

/** All that existed was removed again: then it is that, whatever it was before. */
export function stateWordOf({ successfulAds, undoneAds, rawStatus }: StateFacts): string {
  if (undoneAds === 0) return rawStatus
  return undoneAds === successfulAds ? 'undone' : 'undone in part'
}

type StateFacts = Pick<BatchSummary, 'successfulAds' | 'undoneAds' | 'rawStatus'>

/** What happened, in a sentence. */
export function eventText(event: BatchEvent): string {
  const because = event.reason ? `: ${waitWords[event.reason]}` : ''
  switch (event.kind) {
    case 'queued':
      return event.again === undefined
        ? `Taken, with ${event.totalAds ?? 0} ads.`
        : `Launched again: ${event.again} ads that had not been made.`
    case 'ad.launched':
      return `Made on the platform, as ${event.adId ?? 'an ad without an id'}.`
    case 'ad.failed':
      return event.message ?? 'It failed.'
    case 'ad.waiting':
      return `Waits at the step “${event.step ?? ''}” until ${clock(event.until ?? event.at)}${because}.`
    case 'ad.unsure':
      return `At the step “${event.step ?? ''}” the answer was lost. What it made is looked for before anything is sent again.`
    case 'ad.cancelled':
      return 'Stopped before it was sent.'
    case 'ad.undone':
      return 'Removed from the platform again.'
    case 'batch.cancelled':
      return `Cancelled: ${event.cancelled ?? 0} ads were stopped before they were sent.`
    case 'batch.finished':
      return `Ended: ${event.launched ?? 0} launched, ${event.failed ?? 0} failed, ${event.cancelled ?? 0} cancelled.`
    case 'batch.undone':
      return `Undone: ${event.removed ?? 0} removed, ${event.notRemoved ?? 0} could not be.`
  }
}

/** How long something took, for people. */
export function took(from: string, to: string | null): string {
  const seconds = Math.max(0, (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / 1000)
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${moment(from)} to ${moment(to)}`
}

/** Such as 250 ms, 4.2 s or 3 min. */
export function lastingText(ms: number): string {
  if (ms === 0) return '0'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
  return `${Math.round(ms / 60_000)} min`
}

export const waitWordOf = (reason: NonNullable<BatchAd['waitingFor']>): string => waitWords[reason]
