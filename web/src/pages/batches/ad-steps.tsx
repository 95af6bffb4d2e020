import type { AdTimeline, TimelineStep } from '../../../../client/src/index.ts'
import { useSteps } from '../../data/launch/batches.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { count, moment } from '../../ui/words/format.ts'
import { clock, took } from './batch-words.ts'
import type { AdRow } from './live-batch.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

/** Every write on the way to one ad, with its tries and times. Asked for when the ad is looked at, and again when something has happened to it. */
export function AdSteps({ batchId, row }: { batchId: number; row: AdRow }) {
  const { ad, events } = row
  const timeline = useSteps({ batchId, ad, lastEventId: events.at(-1)?.id ?? 0 })
  return (
    <div>
      <h3 className="mb-2 text-[13px] font-medium text-muted">{t('Steps')}</h3>
      <Answer of={timeline} what={t('the journal')}>
        {(found) => found && <Steps timeline={found} />}
      </Answer>
    </div>
  )
}

function Steps({ timeline: { steps, readBack, retries, notes } }: { timeline: AdTimeline }) {
  return (
    <div className="flex flex-col gap-2">
      {steps.length === 0 && notes.length === 0 && <p className="text-muted">{t('None was begun yet.')}</p>}
      <ol aria-label={t('Steps of the ad')} className="flex flex-col gap-1.5">
        {steps.map((step) => (
          <li key={step.name} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{stepName(step)}</span>
            <Badge tone={tones[step.state]}>{stateWords[step.state]}</Badge>
            <span className="w-full text-[13px] break-words text-muted">
              {stepText(step)} {step.platformId !== null && <CopyId id={step.platformId} of={stepName(step)} />}
            </span>
          </li>
        ))}
        {readBack && (
          <li className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{t('Read back')}</span>
            <Badge tone={readBack.error || readBack.differences > 0 ? 'warn' : 'good'}>
              {readBack.error ? t('not read') : readBack.differences > 0 ? t('differs') : t('as asked')}
            </Badge>
            <span className="w-full text-[13px] break-words text-muted">
              {moment(readBack.at)}
              {readBack.error && <Said>: {readBack.error}</Said>}
              {readBack.differences > 0
                ? `: ${t('{differences} fields differ, see Receipts', { differences: count(readBack.differences) })}`
                : null}
            </span>
          </li>
        )}
      </ol>
      {retries > 0 && (
        <p className="text-[13px] text-muted">
          {t(
            {
              one: 'Put back once after a failure that may pass.',
              other: 'Put back {count} times after a failure that may pass.',
            },
            { count: retries },
          )}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} lang="en" className="text-[13px] text-muted">
          {note}
        </p>
      ))}
    </div>
  )
}

const stateWords: Record<TimelineStep['state'], string> = {
  not_begun: t('to come'),
  open: t('under way'),
  done: t('done'),
  refused: t('refused'),
  absent: t('not made'),
  forgotten: t('long ago'),
}

const tones: Record<TimelineStep['state'], Tone> = {
  not_begun: 'calm',
  open: 'busy',
  done: 'good',
  refused: 'bad',
  absent: 'warn',
  forgotten: 'calm',
}

/** The steps' own names are such as media:0, thumbnail:1, creative and ad. */
function stepName({ name }: TimelineStep): string {
  const [word = name, place] = name.split(':')
  const first = word.charAt(0).toUpperCase() + word.slice(1)
  return place === undefined || !/^\d+$/.test(place) ? first : `${first} ${Number(place) + 1}`
}

function stepText({ tries, lastTriedAt, endedAt, shared }: TimelineStep): string {
  if (lastTriedAt === null) return ''
  const parts = [
    t({ one: '1 try', other: '{count} tries' }, { count: tries }),
    tries === 1 ? t('sent {at}', { at: clock(lastTriedAt) }) : t('last sent {at}', { at: clock(lastTriedAt) }),
    ...(endedAt === null ? [] : [t('took {took}', { took: took(lastTriedAt, endedAt) })]),
    ...(shared ? [t('made for another ad and shared')] : []),
  ]
  return parts.join(' · ')
}
