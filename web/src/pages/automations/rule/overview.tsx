import { Link } from '@tanstack/react-router'
import type { Automation } from '../../../../../client/src/index.ts'
import { useRulePreview } from '../../../data/automations.ts'
import { ago, moment } from '../../../ui/words/format.ts'
import { Card } from '../../../ui/page.tsx'
import { draftOf } from '../builder/draft-of.ts'
import { PreviewPanel } from '../builder/preview-panel.tsx'
import { protectionNames, protectionWords } from '../builder/protections.ts'
import { ModeBadge } from '../list/rules-table.tsx'
import { Suggestions } from '../list/suggestions.tsx'
import { scheduleWords, sentenceOf } from '../words/sentence.ts'
import { t } from '../../../languages/t.ts'

/** The rule in words, how it stands, and what it would do now. */
export function Overview({ rule }: { rule: Automation }) {
  return (
    <div className="flex flex-col gap-4">
      {rule.offReason !== null && (
        <p role="status" className="rounded-lg border border-bad bg-bad-soft p-3 text-bad">
          {t('The service switched it off: {offReason}', { offReason: rule.offReason })}
        </p>
      )}
      {rule.heldToAsk !== null && (
        <p role="status" className="rounded-lg border border-warn bg-warn-soft p-3 text-warn">
          {t(
            'The key {heldToAsk}, which asks before it spends, had a part in this rule: it does not act by itself until somebody who may approve sets its mode to act.',
            { heldToAsk: rule.heldToAsk },
          )}
        </p>
      )}
      <Card title={t('In words')}>
        <p data-testid="sentence">{sentenceOf(draftOf(rule))}</p>
      </Card>
      <Suggestions automationId={rule.id} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Preview id={rule.id} version={rule.version} />
        <Facts rule={rule} />
      </div>
    </div>
  )
}

function Preview({ id, version }: { id: number; version: number }) {
  const { data, error, isFetching, refetch } = useRulePreview(id, version)
  return <PreviewPanel preview={data ?? null} error={error} isBusy={isFetching} again={() => void refetch()} />
}

function Facts({ rule }: { rule: Automation }) {
  const { mode, schedule, nextCheckAt, lastExecution, version, createdBy, createdAt, updatedAt, protections } = rule
  const last = lastExecution && (
    <Link
      to="/automations/$id"
      params={{ id: String(rule.id) }}
      search={{ tab: 'executions', execution: lastExecution.id }}
      className="text-accent hover:underline"
    >
      {ago(lastExecution.startedAt)}
    </Link>
  )
  const facts: [string, React.ReactNode][] = [
    [t('Mode'), <ModeBadge key="mode" mode={mode} />],
    [t('Checked'), scheduleWords(schedule)],
    [t('Next check'), nextCheckAt === null ? t('not by itself') : moment(nextCheckAt)],
    [t('Last execution'), last ?? t('never')],
    [t('Failures in a row'), rule.errorsInRow],
    [t('Made by'), `${createdBy}, ${moment(createdAt)}`],
    [t('Version'), t('{version}, of {updatedAt}', { version, updatedAt: moment(updatedAt) })],
  ]
  return (
    <Card title={t('How it stands')}>
      <FactList facts={facts} />
      <h3 className="mt-4 mb-1 text-[13px] font-medium">{t('Protections')}</h3>
      <FactList facts={protectionNames.map((name) => [protectionWords[name].label, protections[name]])} />
    </Card>
  )
}

function FactList({ facts }: { facts: [string, React.ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
