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
import { rich } from '../../../languages/rich.ts'
import { Said } from '../../../ui/words/said.tsx'
import { t } from '../../../languages/t.ts'

/** What the rule would have done: by day, drawn and as a table, and one by one. */
export function BacktestResult({ test }: { test: AutomationBacktest }) {
  return (
    <>
      <BacktestSummary test={test} />
      <Plots series={test.series} />
      <Card title={t('Day by day')}>
        <Table
          label={t('What it would have done, day by day')}
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
      ? t('Nothing was kept yet: the latest figures stand in for what was known.')
      : exactFrom.slice(0, 10) <= from
        ? t('Every moment saw exactly what was known at it.')
        : t('Exact from {exactFrom} on; before that, the latest figures stand in for what was known.', {
            exactFrom: moment(exactFrom),
          })
  return (
    <Card title={t('What it would have done')}>
      <div className="flex flex-col gap-2">
        <p>
          {rich(
            'It would have acted {acted} times. The conditions were met {matched} times, over {slots} moments and {entities} things to look at.',
            {
              acted: <strong>{count(acted)}</strong>,
              matched: count(matched),
              slots: count(slots),
              entities: count(entities),
            },
          )}
        </p>
        <p className="font-medium">{exact}</p>
        <ul className="list-disc pl-5">
          {estimates.map(({ action, entities: own, spend, currency, results }) => (
            <li key={`${action} ${currency}`}>
              {t('{actionNames}: {own} of them, which then spent {spend} and brought {results} results', {
                actionNames: actionNames[action] ?? action,
                own: count(own),
                spend: money(spend, currency),
                results: count(results),
              })}
            </li>
          ))}
          {skipped.map(({ reason, count: often }) => (
            <li key={reason}>
              {rich('Left alone {often} times: {reason}', { often: count(often), reason: <Said>{reason}</Said> })}
            </li>
          ))}
        </ul>
        <ul className="text-[13px] text-muted">
          {notes.map((note) => (
            <li key={note} lang="en">
              {note}
            </li>
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
      <Card title={t('Actions by day')}>
        {actions.length === 0 ? (
          <Empty title={t('There would have been none.')} />
        ) : (
          <Plot label={t('Actions that the rule would have taken, by day')} times={days} series={actions} />
        )}
      </Card>
      {spend.map((own) => (
        <Card key={own[0]?.label} title={t('Spend it would have touched, {label}', { label: String(own[0]?.label) })}>
          <Plot label={t('Spend of what the rule had paused or changed by then, by day')} times={days} series={own} />
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
      values: series.map(({ touched }) => {
        const own = touched.find((each) => each.currency === currency)
        return own ? own.spend : 0
      }),
      format: (value) => money(value, currency),
    },
  ])
}

const dayColumns: Column<BacktestDay>[] = [
  { head: t('Day'), cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { head: t('Looked at'), cell: ({ checked }) => count(checked), figure: true, wideOnly: true },
  { head: t('Unknown'), cell: ({ unknown }) => count(unknown), figure: true, wideOnly: true },
  { head: t('Matched'), cell: ({ matched }) => count(matched), figure: true },
  { head: t('Acted on'), cell: ({ acted }) => count(acted), figure: true },
  { head: t('Held back'), cell: ({ skipped }) => count(skipped), figure: true, wideOnly: true },
  {
    head: t('Spend touched'),
    cell: ({ touched }) => touched.map(({ spend, currency }) => money(spend, currency)).join(', ') || '–',
    figure: true,
  },
  {
    head: t('Results touched'),
    cell: ({ touched }) => touched.map(({ results }) => count(results)).join(', ') || '–',
    figure: true,
    wideOnly: true,
  },
]

const actionColumns: Column<BacktestAction>[] = [
  { head: t('When'), cell: ({ at }) => moment(at), oneLine: true },
  {
    head: t('What'),
    cell: (action) => <EntityName {...action} id={action.entityId} />,
  },
  { head: t('Action'), cell: ({ action }) => actionNames[action] ?? action },
  {
    head: t('Change'),
    cell: ({ before, after }) => (after === null ? '' : `${before ?? '…'} → ${after}`),
  },
  {
    head: t('Spent afterwards'),
    cell: ({ touched }) => (touched === null ? '–' : money(touched.spend, touched.currency)),
    figure: true,
  },
]

const step = 25

function OneByOne({ test: { actions, actionsTotal } }: { test: AutomationBacktest }) {
  const [max, setMax] = useState(step)
  if (actions.length === 0) return null
  return (
    <Card title={t('One by one ({actionsTotal})', { actionsTotal: count(actionsTotal) })}>
      <div className="flex flex-col gap-2">
        <Table
          label={t('Actions one by one')}
          columns={actionColumns}
          rows={actions.slice(0, max)}
          keyOf={({ at, entityId, action }) => `${at} ${entityId} ${action}`}
        />
        {actions.length > max && (
          <div>
            <Button small onClick={() => setMax(max + step)}>
              {t('Show more')}
            </Button>
          </div>
        )}
        {actionsTotal > actions.length && (
          <p className="text-[13px] text-muted">
            {t('The first {actions} are told one by one.', { actions: count(actions.length) })}
          </p>
        )}
      </div>
    </Card>
  )
}
