import type { Rehearsal } from '../../../data/launch/launches.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { Costs } from '../../../ui/figures/costs.tsx'
import { count } from '../../../ui/words/format.ts'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { titleOf } from '../../../data/platforms.ts'
import { columnOfField, headOf } from '../sheet/columns.ts'
import { nameOf } from '../sheet/known.ts'
import { readRow } from '../sheet/rows.ts'
import type { Row } from '../sheet/rows.ts'

type PlannedAd = Rehearsal['ads'][number]

const maxShown = 200

interface Line extends PlannedAd {
  account: string
  isPaused: boolean
}

const columns: Column<Line>[] = [
  { head: 'Row', cell: ({ index }) => index + 1, figure: true },
  { head: 'Ad', cell: ({ adName }) => <span className="wrap-anywhere">{adName}</span> },
  {
    head: 'Account',
    cell: ({ account, platform }) => (
      <>
        <span className="wrap-anywhere">{nameOf(account) ?? account}</span>{' '}
        <span className="text-muted">{platform ? titleOf(platform) : ''}</span>
      </>
    ),
  },
  { head: 'State', cell: ({ isPaused }) => (isPaused ? 'Paused' : 'Goes live'), oneLine: true },
  { head: 'Ads', cell: ({ plannedAds }) => count(plannedAds), figure: true },
  { head: 'Calls at most', cell: ({ plannedCalls }) => count(plannedCalls), figure: true, wideOnly: true },
]

/** Whether a row says that its ad is not shown yet. */
function isPaused(row: Row | undefined): boolean {
  const ad = row && readRow(row).ad
  return ad?.launchPaused === true || ad?.status === 'PAUSED'
}

const modes = { refuse: 'refuses', ask: 'asks first', warn: 'warns' } as const

const depths = {
  schema: 'Something has the wrong form, so the rules were not all asked.',
  rules: 'Every rule was checked.',
  platform: 'Every rule was checked, and the platforms were asked about what the ads depend on.',
}

export function PlanView({ plan, rows }: { plan: Rehearsal; rows: readonly Row[] }) {
  const others = plan.warnings.filter(({ reason }) => reason !== 'unused')
  const calls = plan.ads.reduce((sum, { plannedCalls }) => sum + plannedCalls, 0)
  const lines = plan.ads.slice(0, maxShown).map((ad): Line => {
    const row = rows[ad.index]
    return { ...ad, account: row?.cells.account?.trim() ?? '', isPaused: isPaused(row) }
  })
  const passed = (plan.verdicts ?? []).filter(({ verdict }) => verdict === 'passes')
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure name="Ads to be made" value={count(plan.totalAds)} />
        <Figure name="Calls to platforms, at most" value={count(calls)} />
        <Figure name="Rows" value={count(plan.ads.length)} />
      </dl>
      <p className="text-muted">
        <SandboxOrLive of={plan.ads.map(({ sandbox }) => sandbox)} /> {depths[plan.depth]}
      </p>
      <Costs goesLive={plan.goesLive} exposure={plan.exposure} />
      {(plan.guards ?? []).map((note) => (
        <p key={`${note.guard} ${note.limit}`} className="flex items-start gap-2">
          <Badge tone={note.mode === 'refuse' ? 'bad' : 'warn'}>{modes[note.mode]}</Badge>
          <span>
            {note.name ?? `Guard ${note.guard}`}: {note.message}
          </span>
        </p>
      ))}
      {plan.asks && <p className="text-warn">{plan.asks}</p>}
      {passed.length > 0 && (
        <p className="text-muted">
          {passed.length === 1 ? 'This spend guard passes it' : 'These spend guards pass it'}:{' '}
          {passed.map(({ name, guard }) => name ?? `guard ${guard}`).join(', ')}.
        </p>
      )}
      {unusedIn(plan).map((line) => (
        <p key={line} className="text-warn">
          {line}
        </p>
      ))}
      {others.length > 0 && (
        <ul className="list-disc pl-5 text-warn">
          {others.slice(0, 20).map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {whereOf(path)}: {message}
            </li>
          ))}
        </ul>
      )}
      <Table label="Planned ads" columns={columns} rows={lines} keyOf={({ index }) => index} />
      {plan.ads.length > maxShown && <p className="text-muted">And {count(plan.ads.length - maxShown)} more rows.</p>}
    </>
  )
}

/** A column that ads are made without is said once, however many rows have it. */
function unusedIn({ ads }: Rehearsal): string[] {
  const found = ads.flatMap(({ platform, warnings }) =>
    warnings
      .filter(({ reason }) => reason === 'unused')
      .map(({ path }) => `${headOfPath(path)}: ${titleOf(platform ?? '')} has no use for it`),
  )
  return [...Map.groupBy(found, (line) => line)].map(([line, { length }]) => {
    return `${line}. ${length === 1 ? 'One row is' : `${count(length)} rows are`} launched without it.`
  })
}

/** `ads.3.media.0.url` is row 4, Media. */
function whereOf(path: string): string {
  const row = /^ads\.(\d+)/.exec(path)?.[1]
  const column = columnOfField(path.replace(/^ads\.\d+\.?/, ''))
  return [row === undefined ? 'All rows' : `Row ${Number(row) + 1}`, ...(column ? [headOf(column)] : [])].join(', ')
}

function headOfPath(path: string): string {
  const field = path.replace(/^ads\.\d+\./, '')
  return headOf(columnOfField(field) ?? field)
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
