import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Execution, RuleDecision } from '../../../../../client/src/index.ts'
import { undoExecution, useExecution } from '../../../data/automations.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Badge, State } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { count, moment } from '../../../ui/words/format.ts'
import { Card, Empty } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { EntityName, Numbers } from '../numbers.tsx'
import { DecidedActions } from './decided-actions.tsx'

/** One execution whole: what was looked at, what was decided, on which numbers, and what became of it. */
export function ExecutionDetail({ id }: { id: number }) {
  const execution = useExecution(id)
  return (
    <Answer of={execution} what="the execution">
      {(data) => (
        <Card title={`Execution of ${moment(data.startedAt)}`} actions={<UndoButton execution={data} />}>
          <div className="flex flex-col gap-3">
            <Summary execution={data} />
            <Decisions execution={data} />
          </div>
        </Card>
      )}
    </Answer>
  )
}

function Summary({ execution }: { execution: Execution }) {
  const { state, kind, slot, askedBy, figuresAt, checked, matched, acted, unmatched, unknown, reason, undoneAt } =
    execution
  const facts = [
    `${count(checked)} looked at`,
    `${count(matched)} matched`,
    `${count(acted)} acted on`,
    `${count(unmatched)} did not meet the conditions`,
    `${count(unknown)} unknown`,
  ]
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <State word={state} />
        {undoneAt !== null && <Badge>taken back {moment(undoneAt)}</Badge>}
        {execution.undoBegunAt !== null && <Badge>being taken back since {moment(execution.undoBegunAt)}</Badge>}
        <span>{facts.join(' · ')}</span>
      </p>
      <p className="text-[13px] text-muted">
        {kind === 'scheduled' ? `By schedule, for ${moment(slot)}.` : `Asked for by ${askedBy}.`} By version{' '}
        {execution.version} of the rule
        {figuresAt === null ? '.' : `, on figures of ${moment(figuresAt)} or newer.`}
      </p>
      {reason !== null && <p>{reason}</p>}
    </div>
  )
}

const columns: Column<RuleDecision>[] = [
  {
    head: 'What',
    cell: (decision) => <EntityName {...decision} name={decision.entityName} id={decision.entityId} />,
  },
  { head: 'Outcome', cell: ({ outcome }) => <State word={outcome} /> },
  { head: 'Numbers it was decided on', cell: ({ numbers }) => <Numbers values={numbers} /> },
  { head: 'Done', cell: (decision) => <DecidedActions decision={decision} /> },
  { head: 'Why not', cell: ({ reason }) => <span className="text-[13px]">{reason}</span> },
]

const step = 100

function Decisions({ execution: { decisions, decisionCount, checked } }: { execution: Execution }) {
  const [max, setMax] = useState(step)
  if (decisions.length === 0) return <Empty title={checked === null ? 'Nothing was checked.' : 'Nothing matched.'} />
  return (
    <>
      <Table label="Decisions" columns={columns} rows={decisions.slice(0, max)} keyOf={({ id }) => id} />
      {decisions.length > max && (
        <div>
          <Button small onClick={() => setMax(max + step)}>
            Show more
          </Button>
        </div>
      )}
      {decisionCount > decisions.length && (
        <p className="text-[13px] text-muted">
          {count(decisions.length)} of {count(decisionCount)} decisions are shown here; search by id for the others.
        </p>
      )}
    </>
  )
}

function UndoButton({ execution }: { execution: Execution }) {
  const [isAsking, setAsking] = useState(false)
  const may = useMay('manage')
  const undo = useWrite(undoExecution, {
    done: 'The execution is taken back, as far as that is possible.',
    then: () => setAsking(false),
  })
  // Also after it was taken back: a suggestion of it may have been accepted since.
  const hasMore = execution.decisions.some(({ actions }) =>
    actions.some(({ outcome, undo }) => outcome === 'done' && (undo === null || undo.error !== null)),
  )
  const isPossible = hasMore && execution.undoBegunAt === null
  return (
    <>
      <Button
        small
        disabled={!may || !isPossible}
        icon={<Undo2 size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Take it back
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Take this execution back?"
        lead="Status, budget and name become what they were, labels are taken off, copies are deleted. What somebody has changed since is left as it is. Messages and launches stay."
        keep="Cancel"
        action="Take it back"
        danger
        of={undo}
        input={{ id: execution.id }}
      />
    </>
  )
}
