import { useQuery } from '@tanstack/react-query'
import type { ReachMonth } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { count, money, percent } from '../../ui/format.ts'
import { Empty, Loading } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Days } from './days.ts'

/** How many people an account reached in each month, and how many of them for the first time. */
export function ReachReport({ accountId, days }: { accountId: string; days: Days }) {
  const reach = useQuery({
    queryKey: ['reports', 'reach', accountId, days],
    queryFn: () => flightdeck.reachComposition({ accountId, startDate: days.from, endDate: days.to }),
  })
  if (reach.isError) return <Problem error={reach.error} again={() => void reach.refetch()} />
  if (!reach.data) return <Loading what="reach from the platform" />
  const { data, totals, metadata } = reach.data
  const columns: Column<ReachMonth>[] = [
    { head: 'Month', cell: ({ month }) => month },
    { head: 'People', figure: true, cell: (row) => count(row.reach) },
    { head: 'In all so far', figure: true, cell: (row) => count(row.cumulativeReach) },
    { head: 'For the first time', figure: true, cell: (row) => count(row.incrementalReach) },
    { head: 'Share', figure: true, cell: (row) => percent(row.incrementalShare) },
    { head: 'Spend', figure: true, cell: (row) => money(row.spend, metadata.currency) },
    {
      head: 'Per new person',
      figure: true,
      cell: (row) => money(row.costPerIncrementalReach, metadata.currency),
    },
  ]
  if (data.length === 0) return <Empty title="Nothing ran on these days." />
  return (
    <>
      <p className="text-muted">
        {count(totals.reach)} people in all for {money(totals.spend, metadata.currency)}; people are counted by the
        platform and never added up. Days in {metadata.timeZone}.
      </p>
      <Table label="Reach by month" columns={columns} rows={data} keyOf={({ month }) => month} />
    </>
  )
}
