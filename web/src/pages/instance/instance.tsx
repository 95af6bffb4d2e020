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

export function Instance() {
  const isOperator = useSession().data?.operator ?? false
  const instance = useInstance(isOperator)
  return (
    <Page title="Instance" lead="How this whole installation is: for its operators. It is read again every 10 seconds.">
      {isOperator ? (
        <Answer of={instance} what="the instance">
          {(found) => <Parts of={found} />}
        </Answer>
      ) : (
        <Empty title="This page is for operators.">
          <code>flightdeck operator add</code> makes somebody one, on the machine that Flightdeck runs on.
        </Empty>
      )}
    </Page>
  )
}

function Parts({ of: found }: { of: ReadInstanceReply }) {
  return (
    <>
      <Figures of={found} />
      <Part title="Processes" of={found.processes}>
        {(rows) => <Processes rows={rows} />}
      </Part>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Part title="What it takes" of={found.sizes}>
          {(sizes) => <Sizes sizes={sizes} retention={found.retention} />}
        </Part>
        <div className="flex min-w-0 flex-col gap-4">
          <Part title="Backup" of={found.backup}>
            {(backup) => <Backup backup={backup} />}
          </Part>
          <Part title="Quotas" of={found.quotas}>
            {(companies) => <Quotas companies={companies} />}
          </Part>
        </div>
      </div>
      <Part title="About to end" of={found.endings}>
        {(endings) => <Endings endings={endings} />}
      </Part>
      <Part title="Jobs" of={found.jobs}>
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
        <p className="text-warn">This could not be read in time. The log says why; it is tried again by itself.</p>
      ) : (
        children(of)
      )}
    </Card>
  )
}

function Figures({ of: { version, node, startedAt, queue, sizes } }: { of: ReadInstanceReply }) {
  const figures: [string, ReactNode, string][] = [
    ['Version', version, `Node ${node}, since ${moment(startedAt)}`],
    [
      'Ads waiting',
      count(queue?.ads.waiting),
      `${count(queue?.ads.running)} running, ${count(queue?.ads.unsure)} unsure`,
    ],
    ['Longest due', lasting(queue?.oldestDueSeconds), 'until its ad is begun'],
    ['Ad accounts at work', count(queue?.lanes.owned), `${count(queue?.lanes.waiting)} wait for a worker`],
    ['Tasks waiting', count(queue?.tasks.waiting), `${count(queue?.tasks.running)} running`],
    [
      'Database',
      bytes(sizes?.databaseBytes),
      `${bytes(sizes?.mediaBytes)} of media in ${count(sizes?.mediaFiles)} files`,
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
      label="Processes"
      rows={rows}
      keyOf={({ role, host, startedAt }) => `${role} ${host} ${startedAt}`}
      columns={[
        { head: 'Role', cell: ({ role }) => role },
        {
          head: 'State',
          cell: ({ lateSeconds }) =>
            lateSeconds === 0 ? (
              <Badge tone="good">lives</Badge>
            ) : (
              <Badge tone="bad">not seen for {lasting(lateSeconds)}</Badge>
            ),
        },
        { head: 'Machine', cell: ({ host }) => host },
        { head: 'Version', cell: ({ version }) => version, wideOnly: true },
        { head: 'Started', cell: ({ startedAt }) => moment(startedAt), oneLine: true, wideOnly: true },
      ]}
    />
  )
}

function Jobs({ rows }: { rows: Job[] }) {
  return (
    <Table
      label="Jobs"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Job', cell: ({ name }) => name },
        { head: 'State', cell: (job) => <JobState job={job} /> },
        { head: 'Last ended well', cell: ({ lastEndedAt }) => ago(lastEndedAt), oneLine: true },
        { head: 'Last failed', cell: ({ lastFailedAt }) => ago(lastFailedAt), oneLine: true, wideOnly: true },
        { head: 'Due', cell: ({ dueAt }) => moment(dueAt), oneLine: true, wideOnly: true },
      ]}
    />
  )
}

function JobState({ job: { late, runningSince, lastEndedAt, lastFailedAt } }: { job: Job }) {
  if (late) return <Badge tone="bad">late</Badge>
  if (runningSince) return <Badge tone="busy">running</Badge>
  if (lastFailedAt && lastFailedAt > (lastEndedAt ?? '')) return <Badge tone="warn">failed last</Badge>
  return <Badge tone={lastEndedAt ? 'good' : 'calm'}>{lastEndedAt ? 'well' : 'not run yet'}</Badge>
}
