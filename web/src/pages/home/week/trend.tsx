import { useMemo } from 'react'
import type { QueryReportsReply } from '../../../../../client/src/index.ts'
import { useReport } from '../../../data/reports.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Plot } from '../../../ui/figures/plot.tsx'
import { decimals, money } from '../../../ui/words/format.ts'
import { Card } from '../../../ui/page.tsx'
import { twoWeeks } from './two-weeks.ts'
import type { TwoWeeks } from './two-weeks.ts'
import { t } from '../../../languages/t.ts'

/** What was spent on each of the last fourteen days, and how the second week stands to the first. */
export function Trend() {
  // Whole days: today is told by the card beside it.
  const days = useMemo(() => lastDays(14), [])
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const asked = { startDate: from, endDate: to, groupBy: 'day' as const, metrics: ['spend' as const], limit: 500 }
  const read = (reply: QueryReportsReply) => twoWeeks(reply, days)
  const inOne = useReport({ ...asked, currency: 'company' }, { enabled: true, read })
  // Without a rate one number is not known: then it is that of most of the spend.
  const each = useReport(asked, { enabled: inOne.data?.lacksRate === true, read })
  const report = inOne.data?.lacksRate ? each : inOne
  return (
    <Card title={report.data ? titleOf(report.data) : t('Spend of two weeks')}>
      <Answer of={report} what={t('the trend')}>
        {(found) =>
          found.currency === null ? (
            <p className="text-muted">{t('Nothing is known of these days yet.')}</p>
          ) : (
            <Drawn days={days} found={found} />
          )
        }
      </Answer>
    </Card>
  )
}

function Drawn({ days, found: { currency, values } }: { days: string[]; found: TwoWeeks }) {
  const series = useMemo(
    () => [
      {
        label: t('Spend a day ({currency})', { currency: currency ?? '' }),
        values,
        format: (value: number) => money(value, currency),
      },
    ],
    [currency, values],
  )
  return <Plot label={t('Spend of the last fourteen days')} times={days} series={series} height={150} />
}

function titleOf({ change }: TwoWeeks): string {
  if (change === null) return t('Spend of two weeks')
  if (Math.abs(change) < 0.005) return t('Spend is as it was a week ago')
  return change > 0
    ? t('Spend rose {abs} % against the week before', { abs: decimals(Math.abs(change) * 100, 0) })
    : t('Spend fell {abs} % against the week before', { abs: decimals(Math.abs(change) * 100, 0) })
}

/** Ending yesterday, as `YYYY-MM-DD`. */
function lastDays(count: number): string[] {
  const today = Date.now()
  return Array.from({ length: count }, (_none, at) =>
    new Date(today - (count - at) * 86_400_000).toISOString().slice(0, 10),
  )
}
