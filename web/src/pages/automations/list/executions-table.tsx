import { Link } from '@tanstack/react-router'
import type { ExecutionRow } from '../../../../../client/src/index.ts'
import { useExecutions } from '../../../data/automations.ts'
import type { WhichExecutions } from '../../../data/automations.ts'
import { Answer, More } from '../../../ui/answer.tsx'
import { Badge, State } from '../../../ui/badge.tsx'
import { ago, count, moment } from '../../../ui/words/format.ts'
import { Empty } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Numbers } from '../numbers.tsx'
import { t } from '../../../languages/t.ts'

/** What rules checked and did, the newest first. */
export function ExecutionsTable({ automationId, entityId }: WhichExecutions) {
  const executions = useExecutions({ automationId, entityId })
  const columns = [
    ...(automationId === undefined ? [ruleColumn] : []),
    ...shared,
    ...(entityId === undefined ? counts : about),
  ]
  return (
    <div className="flex flex-col gap-3">
      <Answer of={executions} what={t('executions')} empty={<Empty title={t('Nothing was checked yet.')} />}>
        {(rows) => <Table label={t('Executions')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </Answer>
      <More of={executions}>{t('Earlier ones')}</More>
    </div>
  )
}

const ruleColumn: Column<ExecutionRow> = {
  head: t('Rule'),
  cell: ({ automationId, automationName }) => (
    <Link to="/automations/$id" params={{ id: String(automationId) }} className="hover:underline">
      {automationName}
    </Link>
  ),
}

const shared: Column<ExecutionRow>[] = [
  { head: t('When'), cell: (row) => <When row={row} /> },
  {
    head: t('State'),
    cell: ({ state, undoneAt }) => (
      <span className="flex gap-1">
        <State word={state} />
        {undoneAt !== null && <Badge>{t('taken back')}</Badge>}
      </span>
    ),
  },
]

const counts: Column<ExecutionRow>[] = [
  { head: t('Looked at'), cell: ({ checked }) => count(checked), figure: true },
  { head: t('Matched'), cell: ({ matched }) => count(matched), figure: true },
  { head: t('Acted on'), cell: ({ acted }) => count(acted), figure: true },
  {
    head: t('Why'),
    cell: ({ reason }) => (
      <span lang="en" className="text-[13px]">
        {reason}
      </span>
    ),
    wideOnly: true,
  },
]

const about: Column<ExecutionRow>[] = [
  { head: t('Outcome'), cell: ({ entity }) => entity && <State word={entity.outcome} /> },
  { head: t('Why'), cell: ({ entity, reason }) => <span className="text-[13px]">{entity?.reason ?? reason}</span> },
  { head: t('Numbers'), cell: ({ entity }) => entity && <Numbers values={entity.numbers} /> },
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
      <p className="text-xs text-muted">
        {kind === 'scheduled' ? t('by schedule') : t('asked for by {askedBy}', { askedBy: String(askedBy) })}
      </p>
    </div>
  )
}
