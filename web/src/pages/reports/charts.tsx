import { useAccounts } from '../../data/accounts.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { SelectField } from '../../ui/select.tsx'
import { Card } from '../../ui/page.tsx'
import { BarChart, TimeChart } from './chart.tsx'
import type { Days } from './days.ts'
import { groupingOf } from './groupings.ts'
import type { Change, View } from './view.ts'
import { inSentence, t } from '../../languages/t.ts'

interface ChartsProps {
  view: View
  days: Days
  /** Of the totals, the largest first. */
  currencies: string[]
  onChange: Change
}

/** The chosen figure over time and by what the rows are for, of one currency. */
export function Charts({ view, days, currencies, onChange }: ChartsProps) {
  const currency = currencies.find((one) => one === view.currency) ?? currencies[0]
  const shown = useOfCurrency(view, currencies.length > 1 && !view.isConverted ? currency : undefined)
  const grouping = groupingOf(view.by)
  const name = metricTitle(view.chart)
  const choice = currencies.length > 1 && (
    <SelectField
      label={t('Currency of the charts')}
      hideLabel
      options={[
        ...(view.isConverted || view.currency !== undefined ? [{ value: '', label: t('All in one currency') }] : []),
        ...currencies.map((one) => ({ value: one, label: t('Accounts in {one}', { one }) })),
      ]}
      value={view.isConverted ? '' : (currency ?? '')}
      onChange={(next) => onChange({ currency: next || undefined, page: view.page })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Card
        title={t('{name} day by day', { name })}
        actions={choice}
        className={view.by === 'day' ? 'xl:col-span-2' : ''}
      >
        <TimeChart view={shown} days={days} />
      </Card>
      {view.by !== 'day' && (
        <Card title={t('{name} by {label}, the largest first', { name, label: inSentence(grouping?.label ?? '') })}>
          <BarChart view={shown} days={days} />
        </Card>
      )}
    </div>
  )
}

/** The same view of the accounts in one currency alone. */
function useOfCurrency(view: View, currency: string | undefined): View {
  const accounts = useAccounts().data ?? []
  if (!currency) return view
  const those = accounts.filter(
    ({ id, platform, currency: own }) =>
      own === currency &&
      (view.platform === '' || view.platform === platform) &&
      (view.accounts.length === 0 || view.accounts.includes(id)),
  )
  return { ...view, accounts: those.map(({ id }) => id) }
}
