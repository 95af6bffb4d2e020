import type { BatchAd, BatchEvent, BatchSummary } from '../../../../client/src/index.ts'
import { decimals, moment } from '../../ui/words/format.ts'
import { locale } from '../../ui/words/locale.ts'
import { t } from '../../languages/t.ts'
import type { BatchWaits } from './live-batch.ts'

const waitWords: Record<NonNullable<BatchAd['waitingFor']>, string> = {
  throttled: t('the platform asked for a pause'),
  retry: t('a failure that may pass is tried again'),
  media_server: t('the server of a media file did not answer and is asked again'),
  lookup: t('the answer to a write was lost, and what it made is being looked for'),
  media_processing: t('the platform is processing a video'),
  connection: t('the connection to the platform cannot be opened'),
  often_tried: t('a write to the account was tried more than five times, so the account rests'),
  worker: t('no worker is free, or none runs'),
  turn: t('other ads of the same account come first'),
}

/** Such as: waits until 12:00, the platform asked for a pause. */
export function waitText({ waitingFor, waitsUntil }: Pick<BatchAd, 'waitingFor' | 'waitsUntil'>): string | null {
  if (!waitingFor) return null
  const why = waitWords[waitingFor]
  return waitsUntil
    ? t('waits until {waitsUntil}: {why}', { waitsUntil: clock(waitsUntil), why })
    : t('waits: {why}', { why })
}

export function clock(time: string): string {
  return new Date(time).toLocaleTimeString(locale, { hourCycle: 'h23' })
}

/** All that existed was removed again: then it is that, whatever it was before. */
export function stateWordOf({ successfulAds, undoneAds, rawStatus }: StateFacts): string {
  if (undoneAds === 0) return rawStatus
  return undoneAds === successfulAds ? 'undone' : 'undone in part'
}

type OutcomeFacts = StateFacts & Pick<BatchSummary, 'totalAds' | 'failedAds'>

/** How far it is, or how it ended, in a sentence. */
export function outcomeText(batch: OutcomeFacts): string {
  const { rawStatus, totalAds: total, successfulAds: launched, failedAds: failed, undoneAds: undone } = batch
  if (undone > 0) return undoneText(batch)
  switch (rawStatus) {
    case 'Draft':
      return t('A draft that was not launched: there is nothing to wait for.')
    case 'Queued':
      return t({ one: 'One ad waits to be launched.', other: '{count} ads wait to be launched.' }, { count: total })
    case 'Success':
      return t({ one: 'The ad was launched.', other: 'All {count} ads were launched.' }, { count: total })
    case 'Cancelled':
      return t('Cancelled; {launched} of {total} ads had been launched.', { launched, total })
    default:
      return failed > 0
        ? t('{launched} of {total} ads launched, {failed} failed.', { launched, total, failed })
        : t('{launched} of {total} ads launched.', { launched, total })
  }
}

/** Such as: 2 ads wait until 12:00: the platform asked for a pause. */
export function waitsText(waits: BatchWaits): string {
  return waits
    .map(({ ads, waitingFor, waitsUntil }) => {
      const why = waitWords[waitingFor]
      return waitsUntil === undefined
        ? t({ one: '1 ad waits: {why}.', other: '{count} ads wait: {why}.' }, { count: ads, why })
        : t(
            { one: '1 ad waits until {until}: {why}.', other: '{count} ads wait until {until}: {why}.' },
            { count: ads, until: clock(waitsUntil), why },
          )
    })
    .join(' ')
}

function undoneText({ totalAds, successfulAds: launched, undoneAds: undone }: OutcomeFacts): string {
  const never = totalAds - launched
  const removed =
    undone < launched
      ? t('Undone in part: {undone} of {launched} ads that existed were removed again.', { undone, launched })
      : t(
          {
            one: 'Undone: the ad that existed was removed again.',
            other: 'Undone: all {count} ads that existed were removed again.',
          },
          { count: launched },
        )
  if (never === 0) return removed
  return `${removed} ${t({ one: 'One never existed.', other: '{count} never existed.' }, { count: never })}`
}

type StateFacts = Pick<BatchSummary, 'successfulAds' | 'undoneAds' | 'rawStatus'>

/** What happened, in a sentence. */
export function eventText(event: BatchEvent): string {
  const because = event.reason ? `: ${waitWords[event.reason]}` : ''
  switch (event.kind) {
    case 'queued':
      return event.again === undefined
        ? t('Taken, with {totalAds} ads.', { totalAds: event.totalAds ?? 0 })
        : t('Launched again: {again} ads that had not been made.', { again: event.again })
    case 'ad.launched':
      return t('Made on the platform.')
    case 'ad.failed':
      return event.message ?? t('It failed.')
    case 'ad.waiting':
      return t('Waits at the step “{step}” until {until}{because}.', {
        step: event.step ?? '',
        until: clock(event.until ?? event.at),
        because,
      })
    case 'ad.unsure':
      return t('At the step “{step}” the answer was lost. What it made is looked for before anything is sent again.', {
        step: event.step ?? '',
      })
    case 'ad.cancelled':
      return t('Stopped before it was sent.')
    case 'ad.undone':
      return t('Removed from the platform again.')
    case 'batch.cancelled':
      return t('Cancelled: {cancelled} ads were stopped before they were sent.', { cancelled: event.cancelled ?? 0 })
    case 'batch.finished':
      return t('Ended: {launched} launched, {failed} failed, {cancelled} cancelled.', {
        launched: event.launched ?? 0,
        failed: event.failed ?? 0,
        cancelled: event.cancelled ?? 0,
      })
    case 'batch.undone':
      return t('Undone: {removed} removed, {notRemoved} could not be.', {
        removed: event.removed ?? 0,
        notRemoved: event.notRemoved ?? 0,
      })
  }
}

/** How long something took, for people. */
export function took(from: string, to: string | null): string {
  const seconds = Math.max(0, (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / 1000)
  if (seconds < 60) return t('{seconds} s', { seconds: decimals(seconds, seconds < 10 ? 1 : 0) })
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? t('{minutes} min {round} s', { minutes, round: Math.round(seconds % 60) })
    : t('{from} to {to}', { from: moment(from), to: moment(to) })
}

/** Such as 250 ms, 4.2 s or 3 min. */
export function lastingText(ms: number): string {
  if (ms === 0) return '0'
  if (ms < 1000) return t('{round} ms', { round: Math.round(ms) })
  if (ms < 60_000) return t('{ms} s', { ms: decimals(ms / 1000, ms < 10_000 ? 1 : 0) })
  return t('{round} min', { round: Math.round(ms / 60_000) })
}

export const waitWordOf = (reason: NonNullable<BatchAd['waitingFor']>): string => waitWords[reason]
