import type { BatchEvent } from '../../../../client/src/index.ts'
import { cx } from '../../ui/classes.ts'
import { moment } from '../../ui/words/format.ts'
import { clock, eventText } from './batch-words.ts'
import { t } from '../../languages/t.ts'

const dots: Partial<Record<BatchEvent['kind'], string>> = {
  'ad.launched': 'bg-good',
  'ad.failed': 'bg-bad',
  'ad.waiting': 'bg-warn',
  'ad.unsure': 'bg-warn',
  'batch.finished': 'bg-accent',
}

/** What happened, oldest first. */
export function Timeline({ events }: { events: readonly BatchEvent[] }) {
  if (events.length === 0) return <p className="text-muted">{t('Nothing has happened yet.')}</p>
  return (
    <ol className="flex flex-col gap-2">
      {events.map((event) => (
        <li key={event.id} className="grid grid-cols-[auto_auto_1fr] items-baseline gap-2">
          <span aria-hidden className={cx('size-2 rounded-full', dots[event.kind] ?? 'bg-muted')} />
          <time dateTime={event.at} title={moment(event.at)} className="text-[13px] text-muted tabular-nums">
            {clock(event.at)}
          </time>
          <span lang={event.kind === 'ad.failed' ? 'en' : undefined} className="min-w-0 break-words">
            {eventText(event)}
          </span>
        </li>
      ))}
    </ol>
  )
}
