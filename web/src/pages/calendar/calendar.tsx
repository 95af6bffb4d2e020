import type { CalendarEntry } from '../../../../client/src/index.ts'
import { useCalendar } from '../../data/calendar.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { ago, moment } from '../../ui/words/format.ts'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { locale } from '../../ui/words/locale.ts'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { KeptEnds } from './kept-ends.tsx'
import { WayOn } from '../../ui/way-on.tsx'
import { t } from '../../languages/t.ts'

/** What ends, and what to do about it, the first first. */
export function Calendar() {
  return (
    <Page
      title={t('Calendar')}
      lead={t(
        'Tokens, versions of platforms’ interfaces, what platforms announced, and ends of your ads: nobody should be surprised by any of them.',
      )}
    >
      <KeptEnds />
      <Answer
        of={useCalendar()}
        what={t('what ends')}
        empty={
          <Empty title={t('Nothing ends that we know of.')}>
            <WayOn to="/connections">{t('Connections')}</WayOn>
          </Empty>
        }
      >
        {(entries) =>
          months(entries.filter(({ kind }) => kind !== 'end')).map(([month, days]) => (
            <Card key={month} title={month}>
              <ol className="flex flex-col divide-y">
                {days.map((entry) => (
                  <Ending key={`${entry.on} ${entry.kind} ${entry.what}`} entry={entry} />
                ))}
              </ol>
            </Card>
          ))
        }
      </Answer>
    </Page>
  )
}

const tones: Record<CalendarEntry['mark'], [Tone, string]> = {
  ok: ['calm', t('no hurry')],
  warning: ['warn', t('it is time')],
  problem: ['bad', t('has ended')],
}

function Ending({ entry: { on, mark, what, whatToDo, platform, sandbox } }: { entry: CalendarEntry }) {
  const [tone, word] = tones[mark]
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 py-3 sm:grid-cols-[11rem_1fr_auto]">
      <span className="text-muted">
        <time dateTime={on} className="block text-text">
          {moment(on)}
        </time>
        {ago(on)}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span lang="en" className="block font-medium">
          {what}
        </span>
        <span lang="en" className="block text-muted">
          {whatToDo}
        </span>
      </span>
      <span className="flex items-start gap-1.5">
        <PlatformTitle name={platform} />
        {sandbox === true && <Badge>{t('sandbox')}</Badge>}
        <Badge tone={tone}>{word}</Badge>
      </span>
    </li>
  )
}

/** What has ended already stands first, whenever that was. */
function months(entries: CalendarEntry[]): [string, CalendarEntry[]][] {
  const name = ({ on, mark }: CalendarEntry) =>
    mark === 'problem' ? t('Has ended') : new Date(on).toLocaleString(locale, { month: 'long', year: 'numeric' })
  return Object.entries(Object.groupBy(entries, name)).map(([month, days]) => [month, days ?? []])
}
