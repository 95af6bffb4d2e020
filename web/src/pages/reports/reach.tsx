import type { ReachCompositionReply, ReachMonth } from '../../../../client/src/index.ts'
import { useReach } from '../../data/reports.ts'
import { Answer } from '../../ui/answer.tsx'
import { count, money, percent } from '../../ui/words/format.ts'
import { Empty } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Days } from './days.ts'
import { t } from '../../languages/t.ts'

/** How many people an account reached in each month, and how many of them for the first time. */
export function ReachReport({ accountId, days }: { accountId: string; days: Days }) {
  const reach = useReach({ accountId, startDate: days.from, endDate: days.to })
  return (
    <Answer of={reach} what={t('reach from the platform')} empty={<Empty title={t('Nothing ran on these days.')} />}>
      {(reply) => <Months reply={reply} />}
    </Answer>
  )
}

function Months({ reply: { data, totals, metadata } }: { reply: ReachCompositionReply }) {
  const columns: Column<ReachMonth>[] = [
    { head: t('Month'), cell: ({ month }) => month },
    { head: t('People'), figure: true, cell: (row) => count(row.reach) },
    { head: t('In all so far'), figure: true, cell: (row) => count(row.cumulativeReach) },
    { head: t('For the first time'), figure: true, cell: (row) => count(row.incrementalReach) },
    { head: t('Share'), figure: true, cell: (row) => percent(row.incrementalShare) },
    { head: t('Spend'), figure: true, cell: (row) => money(row.spend, metadata.currency) },
    {
      head: t('Per new person'),
      figure: true,
      cell: (row) => money(row.costPerIncrementalReach, metadata.currency),
    },
  ]
  return (
    <>
      <p className="text-muted">
        {t(
          '{reach} people in all for {spend}; people are counted by the platform and never added up. Days in {timeZone}.',
          { reach: count(totals.reach), spend: money(totals.spend, metadata.currency), timeZone: metadata.timeZone },
        )}
      </p>
      <Table label={t('Reach by month')} columns={columns} rows={data} keyOf={({ month }) => month} />
    </>
  )
}
