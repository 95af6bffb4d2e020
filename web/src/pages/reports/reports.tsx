import { Link } from '@tanstack/react-router'
import { required } from '../../../../client/src/required.ts'
import { useAccounts } from '../../data/accounts.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics, useReportFields } from '../../data/reports.ts'
import { Answer, Awaited, Failed } from '../../ui/answer.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { rowsPerPage, useOneNumber, useRows, useTotals } from './ask.ts'
import type { Row } from './ask.ts'
import { Charts } from './charts.tsx'
import { ChooseMany } from './choose-many.tsx'
import { before } from './days.ts'
import type { Days } from './days.ts'
import { ExportButton } from './export-button.tsx'
import { Freshness } from './freshness.tsx'
import { groupingOf, groupings, reachByMonth } from './groupings.ts'
import { ReachReport } from './reach.tsx'
import { ReportTable } from './report-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { ScopeControls } from './scope-controls.tsx'
import { Totals } from './totals.tsx'
import { useView } from './use-view.ts'
import { daysIn } from './view.ts'
import type { Change, View } from './view.ts'
import { can, titlesWith } from '../../data/platforms.ts'
import { rich } from '../../languages/rich.ts'
import { inSentence, t, wordFor } from '../../languages/t.ts'

export function Reports() {
  const [view, change] = useView('/reports')
  const days = daysIn(view)
  const { view: shown, currencies, asked } = useOneNumber(view, days)
  const isDecided = asked.every(({ isPending }) => !isPending)
  const isQuery = groupingOf(view.by)?.source === 'query'
  return (
    <Page
      title={t('Reports')}
      lead={
        <>
          {rich('What the ads cost and brought, over all platforms. <link>Top ads as pictures</link>', {
            link: (inner) => (
              <Link to="/reports/top-ads" className="text-accent underline">
                {inner}
              </Link>
            ),
          })}
          {' · '}
          <Link to="/reports/reconciliation" className="text-accent underline">
            {t('What the platforms say')}
          </Link>
          <AsList view={view} days={days} />
        </>
      }
      actions={
        <>
          <SavedViews view={view} />
          <ExportButton view={shown} days={days} disabled={!isQuery} />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <ScopeControls view={view} onChange={change} />
        <GroupControls view={view} onChange={change} />
      </div>
      <Awaited of={asked} what={t('the report')} />
      {isDecided && (
        <div className="contents" aria-busy={areEarlier(asked)}>
          <Body view={shown} currencies={currencies} days={days} onChange={change} />
        </div>
      )}
    </Page>
  )
}

/** What stands there answers what was asked before. */
const areEarlier = (of: { isPlaceholderData: boolean }[]) => of.some(({ isPlaceholderData }) => isPlaceholderData)

const isLevel = (by: string): by is 'campaign' | 'adset' | 'ad' => ['campaign', 'adset', 'ad'].includes(by)

/** The same rows as things that can be opened, paused and budgeted. */
function AsList({ view: { by, platform, accounts, metrics }, days: { from, to } }: { view: View; days: Days }) {
  if (!isLevel(by)) return null
  const columns = metrics.filter((name) => name !== 'reach' && name !== 'frequency').join(',')
  return (
    <>
      {' · '}
      <Link
        to="/running"
        search={{
          ...{ level: by, from, to },
          ...(platform === '' ? {} : { platform }),
          ...(accounts.length === 0 ? {} : { accounts: accounts.join(',') }),
          ...(columns === '' ? {} : { columns }),
        }}
        className="text-accent underline"
      >
        {t('These rows as a list that acts')}
      </Link>
    </>
  )
}

function GroupControls({ view, onChange }: { view: View; onChange: Change }) {
  const metrics = useMetrics()
  const chosen = (next: string[]) =>
    next.length > 0 &&
    onChange({ metrics: next, chart: next.includes(view.chart) ? view.chart : required(next[0], 'first metric') })
  return (
    <>
      <SelectField
        label={t('A row for each')}
        hideLabel
        options={[
          ...groupings.map(({ name, label }) => ({
            value: name,
            label: t('By {label}', { label: inSentence(label) }),
          })),
          { value: reachByMonth, label: t('Reach by month') },
        ]}
        value={view.by}
        onChange={(by) => onChange({ by, sort: undefined, up: false })}
      />
      <ChooseMany
        label={t('Figures')}
        says={t('{metrics} figures', { metrics: view.metrics.length })}
        options={metrics.map(({ name, description }) => ({
          value: name,
          label: metricTitle(name),
          hint: wordFor(description),
        }))}
        chosen={view.metrics}
        onChange={chosen}
      />
      <Checkbox
        label={t('Against the period before')}
        checked={view.compare}
        onChange={(event) => onChange({ compare: event.target.checked })}
      />
    </>
  )
}

interface BodyProps {
  view: View
  /** Those of the accounts, the largest total first. */
  currencies: string[]
  days: Days
  onChange: Change
}

function Body(props: BodyProps) {
  const fields = useReportFields()
  return (
    <Answer of={fields} what={t('the figures that there are')}>
      {() => <Known {...props} />}
    </Answer>
  )
}

function Known({ view, currencies, days, onChange }: BodyProps) {
  const account = useSingleSplit(view)
  if (view.by !== reachByMonth && !groupingOf(view.by))
    return (
      <Empty title={t('Reports know no rows by “{by}”.', { by: view.by })}>{t('Choose another grouping above.')}</Empty>
    )
  const needsOne = groupingOf(view.by)?.source !== 'query'
  if (needsOne && !account)
    return (
      <Empty title={t('Choose one ad account of {titlesWith}.', { titlesWith: titlesWith('insights') })}>
        {t('Figures are split this way for one account at a time, and on no other platform.')}
      </Empty>
    )
  if (view.by === reachByMonth) return <ReachReport accountId={required(account, 'account')} days={days} />
  return <Figures view={view} currencies={currencies} days={days} onChange={onChange} />
}

/** The one account that was chosen, where its platform splits figures; null: it does not, or there are several. */
function useSingleSplit({ accounts }: View): string | null {
  const known = useAccounts().data ?? []
  const [id, more] = accounts
  const account = known.find((each) => each.id === id)
  return account && !more && can(account.platform, 'insights') ? account.id : null
}

function Figures({ view, currencies, days, onChange }: BodyProps) {
  const isQuery = groupingOf(view.by)?.source === 'query'
  const rows = useRows(view, days, { limit: rowsPerPage, offset: (view.page - 1) * rowsPerPage })
  const summed = useTotals(view, days, isQuery)
  const summedBefore = useTotals(view, before(days), view.compare)
  const compares = view.compare && isQuery && view.by !== 'day'
  const earlier = useRows({ ...view, sort: undefined }, before(days), { limit: 1000, enabled: compares })
  const isComparable = summedBefore.data?.metadata.partial === false
  const totals = (isQuery ? summed.data?.rows : rows.data?.totals) ?? []
  return (
    <Answer of={rows} what={t('the report')}>
      {(report) => {
        const shown = isQuery ? report.rows : sorted(report.rows, view)
        return (
          <div className="contents" aria-busy={areEarlier([rows, summed])}>
            <Failed of={[summed]} />
            <Totals
              metrics={view.metrics}
              totals={totals}
              earlier={view.compare ? (isComparable && summedBefore.data?.rows) || [] : null}
              chart={view.chart}
              onChart={(chart) => onChange({ chart, page: view.page })}
            />
            <Charts
              view={view}
              days={days}
              currencies={isQuery ? currencies : totals.map(({ currency }) => currency)}
              onChange={onChange}
            />
            <Freshness metadata={report.metadata} />
            {view.compare && summedBefore.data?.metadata.partial && (
              <p className="text-[13px] text-warn">
                {t('The period before is not known as a whole, so nothing is compared with it.')}
              </p>
            )}
            {shown.length === 0 ? (
              <Empty title={t('Nothing ran on these days.')}>{t('Choose other days or other accounts.')}</Empty>
            ) : (
              <ReportTable
                view={view}
                label={required(groupingOf(view.by), 'grouping').label}
                rows={shown}
                totals={totals}
                earlier={compares ? new Map(isComparable ? earlier.data?.rows.map((row) => [row.key, row]) : []) : null}
                onChange={onChange}
              />
            )}
            <Pager
              of={t('rows')}
              page={view.page}
              perPage={rowsPerPage}
              total={report.total}
              go={(page) => onChange({ page })}
            />
          </div>
        )
      }}
    </Answer>
  )
}

function sorted(rows: Row[], { sort = 'spend', up }: View): Row[] {
  const figure = (row: Row) => row.figures[sort] ?? -Infinity
  return rows.toSorted((a, b) => (up ? figure(a) - figure(b) : figure(b) - figure(a)))
}
