import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ExecutionRow } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { Badge, State } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, count, moment } from '../../../ui/format.ts'
import { Empty, Loading } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Numbers } from '../numbers.tsx'

interface Props {
  /** Of one rule; left out: of all. */
  automationId?: number
  /** With what each has to say about this one. */
  entityId?: string
}

/** What rules checked and did, the newest first. */
export function ExecutionsTable({ automationId, entityId }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['executions', 'list', automationId ?? null, entityId ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      automationId === undefined
        ? flightdeck.listExecutions({ cursor, entityId })
        : flightdeck.listExecutionsOfAutomation({ id: automationId, cursor, entityId }),
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  if (error) return <Problem error={error} again={() => void refetch()} />
  if (!data) return <Loading what="executions" />
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0) return <Empty title="Nothing was checked yet." />
  const columns = [
    ...(automationId === undefined ? [ruleColumn] : []),
    ...shared,
    ...(entityId === undefined ? counts : about),
  ]
  return (
    <div className="flex flex-col gap-2">
      <Table label="Executions" columns={columns} rows={rows} keyOf={({ id }) => id} />
      {hasNextPage && (
        <div>
          <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Earlier ones
          </Button>
        </div>
      )}
    </div>
  )
}

const ruleColumn: Column<ExecutionRow> = {
  head: 'Rule',
  cell: ({ automationId, automationName }) => (
    <Link to="/automations/$id" params={{ id: String(automationId) }} className="hover:underline">
      {automationName}
    </Link>
  ),
}

const shared: Column<ExecutionRow>[] = [
  { head: 'When', cell: (row) => <When row={row} /> },
  {
    head: 'State',
    cell: ({ state, undoneAt }) => (
      <span className="flex gap-1">
        <State word={state} />
        {undoneAt !== null && <Badge>taken back</Badge>}
      </span>
    ),
  },
]

const counts: Column<ExecutionRow>[] = [
  { head: 'Looked at', cell: ({ checked }) => count(checked), figure: true },
  { head: 'Matched', cell: ({ matched }) => count(matched), figure: true },
  { head: 'Acted on', cell: ({ acted }) => count(acted), figure: true },
  { head: 'Why', cell: ({ reason }) => <span className="text-[13px]">{reason}</span>, wideOnly: true },
]

const about: Column<ExecutionRow>[] = [
  { head: 'Outcome', cell: ({ entity }) => entity && <State word={entity.outcome} /> },
  { head: 'Why', cell: ({ entity, reason }) => <span className="text-[13px]">{entity?.reason ?? reason}</span> },
  { head: 'Numbers', cell: ({ entity }) => entity && <Numbers values={entity.numbers} /> },
]

function When({ row: { id, automationId, startedAt, kind, askedBy } }: { row: ExecutionRow }) {
  return (
    <div className="whitespace-nowrap">
      <Link
        to="/automations/$id"
        params={{ id: String(automationId) }}
        search={{ tab: 'executions', execution: id }}
        title={moment(startedAt)}
        className="font-medium text-accent hover:underline"
      >
        {ago(startedAt)}
      </Link>
      <p className="text-xs text-muted">{kind === 'scheduled' ? 'by schedule' : `asked for by ${askedBy}`}</p>
    </div>
  )
}
