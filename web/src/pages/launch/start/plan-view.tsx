import { splitList } from '../../../../../client/src/sheet/values.ts'
import type { Rehearsal } from '../../../data/launch/launches.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { Costs } from '../../../ui/figures/costs.tsx'
import { count } from '../../../ui/words/format.ts'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Said } from '../../../ui/words/said.tsx'
import { titleOf } from '../../../data/platforms.ts'
import { columnOfField, headOf } from '../sheet/columns.ts'
import { nameOf } from '../sheet/known.ts'
import { readRow } from '../sheet/rows.ts'
import type { Row } from '../sheet/rows.ts'
import { listed } from '../../../languages/lists.ts'
import { t } from '../../../languages/t.ts'

type PlannedAd = Rehearsal['ads'][number]

const maxShown = 200

interface Line extends PlannedAd {
  account: string
  adSets: string
  isPaused: boolean
}

const columns: Column<Line>[] = [
  { head: t('Row'), cell: ({ index }) => index + 1, figure: true },
  { head: t('Ad'), cell: ({ adName }) => <span className="wrap-anywhere">{adName}</span> },
  {
    head: t('Account'),
    cell: ({ account, platform }) => (
      <>
        <span className="wrap-anywhere">{nameOf(account) ?? account}</span>{' '}
        <span className="text-muted">{platform ? titleOf(platform) : ''}</span>
      </>
    ),
  },
  { head: t('Ad set'), cell: ({ adSets }) => <span className="wrap-anywhere">{adSets}</span> },
  { head: t('State'), cell: ({ isPaused }) => (isPaused ? t('Paused') : t('Goes live')), oneLine: true },
  { head: t('Ads'), cell: ({ plannedAds }) => count(plannedAds), figure: true },
]

function lineOf(ad: PlannedAd, row: Row | undefined): Line {
  const adSets = splitList(row?.cells['ad set'] ?? '').map((id) => nameOf(id) ?? id)
  return { ...ad, account: row?.cells.account?.trim() ?? '', adSets: listed(adSets), isPaused: isPaused(row) }
}

/** Whether a row says that its ad is not shown yet. */
function isPaused(row: Row | undefined): boolean {
  const ad = row && readRow(row).ad
  return ad?.launchPaused === true || ad?.status === 'PAUSED'
}

const modes = { refuse: t('refuses'), ask: t('asks first'), warn: t('warns') } as const

const depths = {
  schema: t('Something has the wrong form, so the rules were not all asked.'),
  rules: t('Every rule was checked.'),
  platform: t('Every rule was checked, and the platforms were asked about what the ads depend on.'),
}

export function PlanView({ plan, rows }: { plan: Rehearsal; rows: readonly Row[] }) {
  const others = plan.warnings.filter(({ reason }) => reason !== 'unused')
  const calls = plan.ads.reduce((sum, { plannedCalls }) => sum + plannedCalls, 0)
  const lines = plan.ads.map((ad) => lineOf(ad, rows[ad.index]))
  const live = lines.reduce((sum, line) => sum + (line.isPaused ? 0 : line.plannedAds), 0)
  const accounts = new Set(lines.map(({ account }) => account)).size
  const passed = (plan.verdicts ?? []).filter(({ verdict }) => verdict === 'passes')
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure name={t('Ads to be made')} value={count(plan.totalAds)} />
        <Figure name={t('Live at once')} value={count(live)} />
        <Figure name={t('Ad accounts')} value={count(accounts)} />
      </dl>
      <p className="text-muted">
        <SandboxOrLive of={plan.ads.map(({ sandbox }) => sandbox)} /> {depths[plan.depth]}
      </p>
      <Costs goesLive={plan.goesLive} exposure={plan.exposure} />
      {(plan.guards ?? []).map((note) => (
        <p key={`${note.guard} ${note.limit}`} className="flex items-start gap-2">
          <Badge tone={note.mode === 'refuse' ? 'bad' : 'warn'}>{modes[note.mode]}</Badge>
          <span>
            {note.name ?? t('Guard {guard}', { guard: note.guard })}: <Said>{note.message}</Said>
          </span>
        </p>
      ))}
      {plan.asks && (
        <p lang="en" className="text-warn">
          {plan.asks}
        </p>
      )}
      {passed.length > 0 && (
        <p className="text-muted">
          {t(
            { one: 'This spend guard passes it: {passed}.', other: 'These spend guards pass it: {passed}.' },
            {
              count: passed.length,
              passed: passed.map(({ name, guard }) => name ?? t('guard {guard}', { guard })).join(', '),
            },
          )}
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
      <Table label={t('Planned ads')} columns={columns} rows={lines.slice(0, maxShown)} keyOf={({ index }) => index} />
      {plan.ads.length > maxShown && (
        <p className="text-muted">{t('And {ads} more rows.', { ads: count(plan.ads.length - maxShown) })}</p>
      )}
      <p className="text-[13px] text-muted">
        {t(
          { one: 'It takes one call to a platform at most.', other: 'It takes {count} calls to platforms at most.' },
          { count: calls },
        )}
      </p>
    </>
  )
}

/** A column that ads are made without is said once, however many rows have it. */
function unusedIn({ ads }: Rehearsal): string[] {
  const found = ads.flatMap(({ platform, warnings }) =>
    warnings
      .filter(({ reason }) => reason === 'unused')
      .map(({ path }) =>
        t('{headOfPath}: {platform} has no use for it.', {
          headOfPath: headOfPath(path),
          platform: titleOf(platform ?? ''),
        }),
      ),
  )
  return [...Map.groupBy(found, (line) => line)].map(([line, { length }]) => {
    return t(
      { one: '{line} One row is launched without it.', other: '{line} {count} rows are launched without it.' },
      { count: length, line },
    )
  })
}

/** `ads.3.media.0.url` is row 4, Media. */
function whereOf(path: string): string {
  const row = /^ads\.(\d+)/.exec(path)?.[1]
  const column = columnOfField(path.replace(/^ads\.\d+\.?/, ''))
  return [
    row === undefined ? t('All rows') : t('Row {row}', { row: Number(row) + 1 }),
    ...(column ? [headOf(column)] : []),
  ].join(', ')
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
