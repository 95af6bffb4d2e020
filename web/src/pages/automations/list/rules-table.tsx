import { Link } from '@tanstack/react-router'
import type { Automation, AutomationAmongOthers } from '../../../../../client/src/index.ts'
import { useRules } from '../../../data/automations.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ago, count, moment } from '../../../ui/words/format.ts'
import { Empty } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Meets } from '../meets.tsx'
import { levelName, modeNames } from '../words/names.ts'
import { scheduleWords } from '../words/sentence.ts'
import { RuleSwitch } from './rule-switch.tsx'
import { rich } from '../../../languages/rich.ts'
import { inSentence, stateWord, t } from '../../../languages/t.ts'

/** As many as leave the table readable. */
const maxMet = 3

const columns: Column<AutomationAmongOthers>[] = [
  {
    head: t('On##switched on'),
    cell: (rule) => (
      <div className="flex">
        <RuleSwitch rule={rule} />
      </div>
    ),
  },
  { head: t('Rule'), cell: (rule) => <Name rule={rule} /> },
  { head: t('Looks at'), cell: ({ scope }) => levelName(scope.level).many, wideOnly: true },
  { head: t('Mode'), cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { head: t('Checked'), cell: ({ schedule }) => scheduleWords(schedule), wideOnly: true },
  {
    head: t('Next##check of a rule'),
    cell: ({ nextCheckAt }) => <span title={moment(nextCheckAt)}>{ago(nextCheckAt)}</span>,
  },
  { head: t('Last execution'), cell: (rule) => <Last rule={rule} /> },
]

export function RulesTable() {
  const rules = useRules()
  return (
    <Answer of={rules} what={t('rules')} empty={<NoRules />}>
      {(rows) => <Table label={t('Rules')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Answer>
  )
}

function NoRules() {
  return (
    <Empty title={t('There are no rules yet.')}>
      {rich(
        '<link>Begin with a ready-made one</link>: a stop loss, scaling what sells, pacing to a monthly target, and more.',
        {
          link: (inner) => (
            <Link to="/automations/new" className="text-accent underline">
              {inner}
            </Link>
          ),
        },
      )}
    </Empty>
  )
}

function Name({ rule: { id, name, offReason, meets } }: { rule: AutomationAmongOthers }) {
  return (
    <div className="min-w-40">
      <Link to="/automations/$id" params={{ id: String(id) }} className="font-medium text-accent hover:underline">
        {name}
      </Link>
      {offReason !== null && <p className="text-[13px] text-bad">{t('Switched off: {offReason}', { offReason })}</p>}
      <Meets of={meets.slice(0, maxMet)} />
      {meets.length > maxMet && (
        <p className="text-[13px] text-muted">{t('and {meets} more', { meets: meets.length - maxMet })}</p>
      )}
    </div>
  )
}

export function ModeBadge({ mode }: { mode: string }) {
  return <Badge tone={mode === 'act' ? 'busy' : 'calm'}>{inSentence(modeNames[mode]?.name ?? mode)}</Badge>
}

function Last({ rule: { id, lastExecution } }: { rule: Automation }) {
  if (lastExecution === null) return <span className="text-muted">{t('never')}</span>
  const { state, acted, startedAt, id: executionId } = lastExecution
  return (
    <Link
      to="/automations/$id"
      params={{ id: String(id) }}
      search={{ tab: 'executions', execution: executionId }}
      className="whitespace-nowrap hover:underline"
    >
      {state === 'done'
        ? t('{startedAt}: acted on {acted}', { startedAt: ago(startedAt), acted: count(acted) })
        : `${ago(startedAt)}: ${stateWord(state)}`}
    </Link>
  )
}
