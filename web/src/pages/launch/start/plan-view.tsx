import type { Rehearsal } from '../../../data/launch/launches.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { Costs } from '../../../ui/figures/costs.tsx'
import { count } from '../../../ui/format.ts'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { titleOf } from '../../../data/platforms.ts'
import { columnOfField, headOf } from '../sheet/columns.ts'

type PlannedAd = Rehearsal['ads'][number]

const maxShown = 200

const columns: Column<PlannedAd>[] = [
  { head: 'Row', cell: ({ index }) => index + 1, figure: true },
  { head: 'Ad', cell: ({ adName }) => <span className="break-words">{adName}</span> },
  { head: 'Platform', cell: ({ platform }) => (platform ? titleOf(platform) : '–') },
  { head: 'Ads', cell: ({ plannedAds }) => count(plannedAds), figure: true },
  { head: 'Calls at most', cell: ({ plannedCalls }) => count(plannedCalls), figure: true, wideOnly: true },
]

const depths = {
  schema: 'Something has the wrong form, so the rules were not all asked.',
  rules: 'Every rule was checked.',
  platform: 'Every rule was checked, and the platforms were asked about what the ads depend on.',
}

export function PlanView({ plan }: { plan: Rehearsal }) {
  const others = plan.warnings.filter(({ reason }) => reason !== 'unused')
  const calls = plan.ads.reduce((sum, { plannedCalls }) => sum + plannedCalls, 0)
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
          <Badge tone={note.mode === 'refuse' ? 'bad' : 'warn'}>{note.mode}</Badge>
          <span>
            {note.name ?? `Guard ${note.guard}`}: {note.message}
          </span>
        </p>
      ))}
      {unusedIn(plan).map((line) => (
        <p key={line} className="text-warn">
          {line}
        </p>
      ))}
      {others.length > 0 && (
        <ul className="list-disc pl-5 text-warn">
          {others.slice(0, 20).map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <Table label="Planned ads" columns={columns} rows={plan.ads.slice(0, maxShown)} keyOf={({ index }) => index} />
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
