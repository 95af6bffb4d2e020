import { useState } from 'react'
import { useTimelines } from '../../../data/launch/batches.ts'
import { Answer } from '../../../ui/answer.tsx'
import { State } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/classes.ts'
import { Card } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { lastingText, waitWordOf } from '../batch-words.ts'
import type { BatchHead } from '../live-batch.ts'
import { waterfallOf } from './spans.ts'
import type { Fall, Span, Waterfall as Drawn } from './spans.ts'
import { t } from '../../../languages/t.ts'

const perPage = 50

/** Every step of every ad on one time axis, with what got in its way: read from the journal. */
export function Waterfall({ head }: { head: BatchHead }) {
  const [page, setPage] = useState(1)
  const runs = head.summaryStatus === 'in_progress'
  const version = `${head.progress} ${head.undoneAds} ${head.finishedAt ?? ''}`
  const timelines = useTimelines({ id: String(head.adBatchId), page, limit: perPage, version, runs })
  return (
    <Card title={t('Step by step')}>
      <Answer of={timelines} what={t('the journal')}>
        {({ data, pagination }) => {
          const drawn = waterfallOf(data, head.finishedAt ? Date.parse(head.finishedAt) : Date.now())
          return (
            <div className="flex flex-col gap-3">
              {drawn ? <Falls drawn={drawn} /> : <p className="text-muted">{t('No step was begun yet.')}</p>}
              <Pager of={t('ads')} page={page} perPage={perPage} total={pagination.total ?? 0} go={setPage} />
            </div>
          )
        }}
      </Answer>
    </Card>
  )
}

const looks: { kind: Span['kind']; word: string; fill: string }[] = [
  { kind: 'step', word: t('sent to the platform'), fill: 'bg-accent' },
  { kind: 'wait', word: t('waits'), fill: 'hatched text-warn' },
  { kind: 'lookup', word: t('the answer was lost, and what it made is looked for'), fill: 'hatched text-bad' },
]

const ticks = [0, 0.25, 0.5, 0.75, 1]

function Falls({ drawn: { falls, from, to, counts } }: { drawn: Drawn }) {
  const whole = Math.max(1, to - from)
  return (
    <>
      <p>{summaryOf(counts)}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-muted">
        {looks.map(({ kind, word, fill }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden className={cx('h-2.5 w-4 rounded-sm', fill)} /> {word}
          </li>
        ))}
      </ul>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('Steps of all ads')}>
        <div className="min-w-[36rem]">
          <div aria-hidden className="ml-52 flex justify-between border-b pb-1 text-xs text-muted tabular-nums">
            {ticks.map((share) => (
              <span key={share}>{lastingText(whole * share)}</span>
            ))}
          </div>
          <ol>
            {falls.map((fall) => (
              <li
                key={`${fall.index} ${fall.adSetId}`}
                className="flex items-center gap-2 border-b py-1.5 last:border-b-0"
              >
                <span className="flex w-50 shrink-0 items-center gap-2">
                  <span className="min-w-0 flex-1 truncate" title={fall.name}>
                    {fall.name}
                  </span>
                  <State word={fall.status} />
                </span>
                <Line fall={fall} from={from} whole={whole} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </>
  )
}

function Line({ fall, from, whole }: { fall: Fall; from: number; whole: number }) {
  const share = (time: number) => `${(time / whole) * 100}%`
  return (
    <span role="img" aria-label={fall.spans.map(textOf).join('; ')} className="relative h-5 min-w-0 flex-1">
      {fall.spans.map((span, at) => (
        <i
          key={at}
          title={textOf(span)}
          className={cx('absolute min-w-0.5 rounded-sm', placeOf(span), fillOf(span))}
          style={{ left: share(span.from - from), width: share(span.to - span.from) }}
        />
      ))}
    </span>
  )
}

/** What gets in the way lies below the step that it holds up. */
const placeOf = ({ kind }: Span) => (kind === 'step' ? 'top-0 h-3' : 'bottom-0 h-1.5')

const fillOf = ({ kind, state }: Span) =>
  state === 'refused'
    ? 'bg-bad'
    : state === 'absent'
      ? 'bg-warn'
      : (looks.find((look) => look.kind === kind)?.fill ?? '')

function textOf({ kind, name, from, to, tries, state, reason }: Span): string {
  const [word = name, place] = name.split(':')
  const step = place === undefined || !/^\d+$/.test(place) ? word : `${word} ${Number(place) + 1}`
  const time = lastingText(to - from)
  if (kind === 'lookup')
    return t('the answer to {step} was lost, and what it made was looked for, {time}', { step, time })
  if (kind === 'wait')
    return t('waited {time} before {step}{which}', { time, step, which: reason ? `: ${waitWordOf(reason)}` : '' })
  return [
    `${step} ${time}`,
    tries > 1 ? t('{tries} tries', { tries }) : '',
    state === 'refused' ? t('refused') : state === 'absent' ? t('not made') : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function summaryOf({ pauses, lost, found, retries }: Drawn['counts']): string {
  const parts = [
    ...(pauses > 0
      ? [
          t(
            { one: 'one pause that the platform asked for', other: '{count} pauses that the platform asked for' },
            { count: pauses },
          ),
        ]
      : []),
    ...(lost > 0
      ? [
          found > 0
            ? t(
                {
                  one: 'one lost answer, looked for and found',
                  other: '{count} lost answers, looked for and found',
                },
                { count: lost },
              )
            : t({ one: 'one lost answer', other: '{count} lost answers' }, { count: lost }),
        ]
      : []),
    ...(retries > 0 ? [t({ one: 'one step sent again', other: '{count} steps sent again' }, { count: retries })] : []),
  ]
  if (parts.length === 0) return t('Nothing got in the way.')
  return t('On the way: {parts}. No ad exists twice.', { parts: parts.join('; ') })
}
