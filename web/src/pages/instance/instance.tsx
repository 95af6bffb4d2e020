import type { ReactNode } from 'react'
import type { ReadInstanceReply } from '../../../../client/src/index.ts'
import { useInstance } from '../../data/instance.ts'
import { useSession } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ago, bytes, count, lasting, moment } from '../../ui/words/format.ts'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Backup } from './backup.tsx'
import { Endings } from './endings.tsx'
import { Quotas } from './quotas.tsx'
import { Sizes } from './sizes.tsx'
import { WayOn } from '../../ui/way-on.tsx'
import { rich } from '../../languages/rich.ts'
import { stateWord, t } from '../../languages/t.ts'

export function Instance() {
  const isOperator = useSession().data?.operator ?? false
  const instance = useInstance(isOperator)
  return (
    <Page
      title={t('Instance')}
      lead={t('How this whole installation is: for its operators. It is read again every 10 seconds.')}
    >
      {isOperator ? (
        <Answer of={instance} what={t('the instance')}>
          {(found) => <Parts of={found} />}
        </Answer>
      ) : (
        <Empty title={t('This page is for operators.')}>
          {rich('<code>flightdeck operator add</code> makes somebody one, on the machine that Flightdeck runs on.', {
            code: (inner) => <code>{inner}</code>,
          })}
          <WayOn to="/">{t('Home')}</WayOn>
        </Empty>
      )}
    </Page>
  )
}

function Parts({ of: found }: { of: ReadInstanceReply }) {
  return (
    <>
      <Figures of={found} />
      <Part title={t('Processes')} of={found.processes}>
        {(rows) => <Processes rows={rows} />}
      </Part>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Part title={t('What it takes')} of={found.sizes}>
          {(sizes) => <Sizes sizes={sizes} retention={found.retention} />}
        </Part>
        <div className="flex min-w-0 flex-col gap-4">
          <Part title={t('Backup')} of={found.backup}>
            {(backup) => <Backup backup={backup} />}
          </Part>
          <Part title={t('Quotas')} of={found.quotas}>
            {(companies) => <Quotas companies={companies} />}
          </Part>
        </div>
      </div>
      <Part title={t('About to end')} of={found.endings}>
        {(endings) => <Endings endings={endings} />}
      </Part>
      <Part title={t('Jobs')} of={found.jobs}>
        {(rows) => <Jobs rows={rows} />}
      </Part>
    </>
  )
}

/** What could not be read in time is missing alone, and says so. */
function Part<T>({ title, of, children }: { title: string; of: T | null; children: (found: T) => ReactNode }) {
  return (
    <Card title={title}>
      {of === null ? (
        <p className="text-warn">
          {t('This could not be read in time. The log says why; it is tried again by itself.')}
        </p>
      ) : (
        children(of)
      )}
    </Card>
  )
}

function Figures({ of: { version, node, startedAt, queue, sizes } }: { of: ReadInstanceReply }) {
  const figures: [string, ReactNode, string][] = [
    [t('Version'), version, t('Node {node}, since {startedAt}', { node, startedAt: moment(startedAt) })],
    [
      t('Ads waiting'),
      count(queue?.ads.waiting),
      t('{running} running, {unsure} unsure', { running: count(queue?.ads.running), unsure: count(queue?.ads.unsure) }),
    ],
    [t('Longest due'), lasting(queue?.oldestDueSeconds), t('until its ad is begun')],
    [
      t('Ad accounts at work'),
      count(queue?.lanes.owned),
      t('{waiting} wait for a worker', { waiting: count(queue?.lanes.waiting) }),
    ],
    [t('Tasks waiting'), count(queue?.tasks.waiting), t('{running} running', { running: count(queue?.tasks.running) })],
    [
      t('Database'),
      bytes(sizes?.databaseBytes),
      t('{mediaBytes} of media in {mediaFiles} files', {
        mediaBytes: bytes(sizes?.mediaBytes),
        mediaFiles: count(sizes?.mediaFiles),
      }),
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      {figures.map(([name, value, more]) => (
        <div key={name} className="rounded-lg border bg-surface p-3">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          <dd className="text-[13px] text-muted">{more}</dd>
        </div>
      ))}
    </dl>
  )
}

type Process = NonNullable<ReadInstanceReply['processes']>[number]
type Job = NonNullable<ReadInstanceReply['jobs']>[number]

function Processes({ rows }: { rows: Process[] }) {
  return (
    <Table
      label={t('Processes')}
      rows={rows}
      keyOf={({ role, host, startedAt }) => `${role} ${host} ${startedAt}`}
      columns={[
        { head: t('Role'), cell: ({ role }) => stateWord(role) },
        {
          head: t('State'),
          cell: ({ lateSeconds }) =>
            lateSeconds === 0 ? (
              <Badge tone="good">{t('lives')}</Badge>
            ) : (
              <Badge tone="bad">{t('not seen for {lateSeconds}', { lateSeconds: lasting(lateSeconds) })}</Badge>
            ),
        },
        { head: t('Machine'), cell: ({ host }) => host },
        { head: t('Version'), cell: ({ version }) => version, wideOnly: true },
        { head: t('Started'), cell: ({ startedAt }) => moment(startedAt), oneLine: true, wideOnly: true },
      ]}
    />
  )
}

function Jobs({ rows }: { rows: Job[] }) {
  return (
    <Table
      label={t('Jobs')}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: t('Job'), cell: ({ name }) => name },
        { head: t('State'), cell: (job) => <JobState job={job} /> },
        { head: t('Last ended well'), cell: ({ lastEndedAt }) => ago(lastEndedAt), oneLine: true },
        { head: t('Last failed'), cell: ({ lastFailedAt }) => ago(lastFailedAt), oneLine: true, wideOnly: true },
        { head: t('Due'), cell: ({ dueAt }) => moment(dueAt), oneLine: true, wideOnly: true },
      ]}
    />
  )
}

function JobState({ job: { late, runningSince, lastEndedAt, lastFailedAt } }: { job: Job }) {
  if (late) return <Badge tone="bad">{t('late')}</Badge>
  if (runningSince) return <Badge tone="busy">{t('running')}</Badge>
  if (lastFailedAt && lastFailedAt > (lastEndedAt ?? '')) return <Badge tone="warn">{t('failed last')}</Badge>
  return <Badge tone={lastEndedAt ? 'good' : 'calm'}>{lastEndedAt ? t('well') : t('not run yet')}</Badge>
}
