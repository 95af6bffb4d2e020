import { useMemo, useState } from 'react'
import type { AutomationBacktest, BacktestAction, BacktestDay } from '../../../../../client/src/index.ts'
import { Button } from '../../../ui/button.tsx'
import { count, moment, money } from '../../../ui/words/format.ts'
import { Card, Empty } from '../../../ui/page.tsx'
import { Plot } from '../../../ui/figures/plot.tsx'
import type { Series } from '../../../ui/figures/plot.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { EntityName } from '../numbers.tsx'
import { actionNames } from '../words/names.ts'

/** What the rule would have done: by day, drawn and as a table, and one by one. */
export function BacktestResult({ test }: { test: AutomationBacktest }) {
  return (
    <>
      <BacktestSummary test={test} />
      <Plots series={test.series} />
      <Card title="Day by day">
        <Table
          label="What it would have done, day by day"
          columns={dayColumns}
          rows={test.series}
          keyOf={({ day }) => day}
        />
      </Card>
      <OneByOne test={test} />
    </>
  )
}

export function BacktestSummary({ test }: { test: AutomationBacktest }) {
  const { slots, entities, matched, acted, exactFrom, skipped, notes, estimates, from } = test
  const exact =
    exactFrom === null
      ? 'Nothing was kept yet: the latest figures stand in for what was known.'
      : exactFrom.slice(0, 10) <= from
        ? 'Every moment saw exactly what was known at it.'
        : `Exact from ${moment(exactFrom)} on; before that, the latest figures stand in for what was known.`
  return (
    <Card title="What it would have done">
      <div className="flex flex-col gap-2">
        <p>
          It would have acted <strong>{count(acted)}</strong> times. The conditions were met {count(matched)} times,
          over {count(slots)} moments and {count(entities)} things to look at.
        </p>
        <p className="font-medium">{exact}</p>
        <ul className="list-disc pl-5">
          {estimates.map(({ action, entities: own, spend, currency, results }) => (
            <li key={`${action} ${currency}`}>
              {actionNames[action] ?? action}: {count(own)} of them, which then spent {money(spend, currency)} and
              brought {count(results)} results
            </li>
          ))}
          {skipped.map(({ reason, count: often }) => (
            <li key={reason}>
              Left alone {count(often)} times: {reason}
            </li>
          ))}
        </ul>
        <ul className="text-[13px] text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Plots({ series }: { series: BacktestDay[] }) {
  const days = useMemo(() => series.map(({ day }) => day), [series])
  const actions = useMemo(() => actionSeries(series), [series])
  const spend = useMemo(() => spendSeries(series), [series])
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card title="Actions by day">
        {actions.length === 0 ? (
          <Empty title="There would have been none." />
        ) : (
          <Plot label="Actions that the rule would have taken, by day" times={days} series={actions} />
        )}
      </Card>
      {spend.map((own) => (
        <Card key={own[0]?.label} title={`Spend it would have touched, ${own[0]?.label}`}>
          <Plot label="Spend of what the rule had paused or changed by then, by day" times={days} series={own} />
        </Card>
      ))}
    </div>
  )
}

function actionSeries(series: BacktestDay[]): Series[] {
  const names = [...new Set(series.flatMap(({ actions }) => actions.map(({ action }) => action)))]
  return names.map((name) => ({
    label: actionNames[name] ?? name,
    values: series.map(({ actions }) => actions.find(({ action }) => action === name)?.count ?? 0),
  }))
}

/** Each currency is drawn by itself: they cannot be compared. */
function spendSeries(series: BacktestDay[]): Series[][] {
  const currencies = [...new Set(series.flatMap(({ touched }) => touched.map(({ currency }) => currency)))]
  return currencies.map((currency) => [
    {
      label: currency,
      values: series.map(({ touched }) => touched.find((each) => each.currency === currency)?.spend ?? 0),
      format: (value) => money(value, currency),
    },
  ])
}

const dayColumns: Column<BacktestDay>[] = [
  { head: 'Day', cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { head: 'Looked at', cell: ({ checked }) => count(checked), figure: true, wideOnly: true },
  { head: 'Unknown', cell: ({ unknown }) => count(unknown), figure: true, wideOnly: true },
  { head: 'Matched', cell: ({ matched }) => count(matched), figure: true },
  { head: 'Acted on', cell: ({ acted }) => count(acted), figure: true },
  { head: 'Held back', cell: ({ skipped }) => count(skipped), figure: true, wideOnly: true },
  {
    head: 'Spend touched',
    cell: ({ touched }) => touched.map(({ spend, currency }) => money(spend, currency)).join(', ') || '–',
    figure: true,
  },
  {
    head: 'Results touched',
    cell: ({ touched }) => touched.map(({ results }) => count(results)).join(', ') || '–',
    figure: true,
    wideOnly: true,
  },
]

const actionColumns: Column<BacktestAction>[] = [
  { head: 'When', cell: ({ at }) => moment(at), oneLine: true },
  {
    head: 'What',
    cell: (action) => <EntityName {...action} id={action.entityId} />,
  },
  { head: 'Action', cell: ({ action }) => actionNames[action] ?? action },
  {
    head: 'Change',
    cell: ({ before, after }) => (after === null ? '' : `${before ?? '…'} → ${after}`),
  },
  {
    head: 'Spent afterwards',
    cell: ({ touched }) => (touched === null ? '–' : money(touched.spend, touched.currency)),
    figure: true,
  },
]

const step = 25

function OneByOne({ test: { actions, actionsTotal } }: { test: AutomationBacktest }) {
  const [max, setMax] = useState(step)
  if (actions.length === 0) return null
  return (
    <Card title={`One by one (${count(actionsTotal)})`}>
      <div className="flex flex-col gap-2">
        <Table
          label="Actions one by one"
          columns={actionColumns}
          rows={actions.slice(0, max)}
          keyOf={({ at, entityId, action }) => `${at} ${entityId} ${action}`}
        />
        {actions.length > max && (
          <div>
            <Button small onClick={() => setMax(max + step)}>
              Show more
            </Button>
          </div>
        )}
        {actionsTotal > actions.length && (
          <p className="text-[13px] text-muted">The first {count(actions.length)} are told one by one.</p>
        )}
      </div>
    </Card>
  )
}
