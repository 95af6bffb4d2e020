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
import { t } from '../../../languages/t.ts'

/** One execution whole: what was looked at, what was decided, on which numbers, and what became of it. */
export function ExecutionDetail({ id }: { id: number }) {
  const execution = useExecution(id)
  return (
    <Answer of={execution} what={t('the execution')}>
      {(data) => (
        <Card
          title={t('Execution of {startedAt}', { startedAt: moment(data.startedAt) })}
          actions={<UndoButton execution={data} />}
        >
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
    t('{checked} looked at', { checked: count(checked) }),
    t('{matched} matched', { matched: count(matched) }),
    t('{acted} acted on', { acted: count(acted) }),
    t('{unmatched} did not meet the conditions', { unmatched: count(unmatched) }),
    t('{unknown} unknown', { unknown: count(unknown) }),
  ]
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <State word={state} />
        {undoneAt !== null && <Badge>{t('taken back {undoneAt}', { undoneAt: moment(undoneAt) })}</Badge>}
        {execution.undoBegunAt !== null && (
          <Badge>{t('being taken back since {undoBegunAt}', { undoBegunAt: moment(execution.undoBegunAt) })}</Badge>
        )}
        <span>{facts.join(' · ')}</span>
      </p>
      <p className="text-[13px] text-muted">
        {kind === 'scheduled'
          ? figuresAt === null
            ? t('By schedule, for {slot}. By version {version} of the rule.', {
                slot: moment(slot),
                version: execution.version,
              })
            : t('By schedule, for {slot}. By version {version} of the rule, on figures of {figuresAt} or newer.', {
                slot: moment(slot),
                version: execution.version,
                figuresAt: moment(figuresAt),
              })
          : figuresAt === null
            ? t('Asked for by {askedBy}. By version {version} of the rule.', {
                askedBy: String(askedBy),
                version: execution.version,
              })
            : t('Asked for by {askedBy}. By version {version} of the rule, on figures of {figuresAt} or newer.', {
                askedBy: String(askedBy),
                version: execution.version,
                figuresAt: moment(figuresAt),
              })}
      </p>
      {reason !== null && <p lang="en">{reason}</p>}
    </div>
  )
}

const columns: Column<RuleDecision>[] = [
  {
    head: t('What'),
    cell: (decision) => <EntityName {...decision} name={decision.entityName} id={decision.entityId} />,
  },
  { head: t('Outcome'), cell: ({ outcome }) => <State word={outcome} /> },
  { head: t('Numbers it was decided on'), cell: ({ numbers }) => <Numbers values={numbers} /> },
  { head: t('Done##what a rule did'), cell: (decision) => <DecidedActions decision={decision} /> },
  {
    head: t('Why not'),
    cell: ({ reason }) => (
      <span lang="en" className="text-[13px]">
        {reason}
      </span>
    ),
  },
]

const step = 100

function Decisions({ execution: { decisions, decisionCount, checked } }: { execution: Execution }) {
  const [max, setMax] = useState(step)
  if (decisions.length === 0)
    return <Empty title={checked === null ? t('Nothing was checked.') : t('Nothing matched.')} />
  return (
    <>
      <Table label={t('Decisions')} columns={columns} rows={decisions.slice(0, max)} keyOf={({ id }) => id} />
      {decisions.length > max && (
        <div>
          <Button small onClick={() => setMax(max + step)}>
            {t('Show more')}
          </Button>
        </div>
      )}
      {decisionCount > decisions.length && (
        <p className="text-[13px] text-muted">
          {t('{decisions} of {decisionCount} decisions are shown here; search by id for the others.', {
            decisions: count(decisions.length),
            decisionCount: count(decisionCount),
          })}
        </p>
      )}
    </>
  )
}

function UndoButton({ execution }: { execution: Execution }) {
  const [isAsking, setAsking] = useState(false)
  const may = useMay('manage')
  const undo = useWrite(undoExecution, {
    done: t('The execution is taken back, as far as that is possible.'),
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
        {t('Take it back')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('Take this execution back?')}
        lead={t(
          'Status, budget and name become what they were, labels are taken off, copies are deleted. What somebody has changed since is left as it is. Messages and launches stay.',
        )}
        keep={t('Cancel')}
        action={t('Take it back')}
        danger
        of={undo}
        input={{ id: execution.id }}
      />
    </>
  )
}
