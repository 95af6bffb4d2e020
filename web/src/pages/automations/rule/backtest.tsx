import type { Automation } from '../../../../../client/src/index.ts'
import { backtestRule } from '../../../data/automations.ts'
import { useKept } from '../../../data/client/kept.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Button } from '../../../ui/button.tsx'
import { RangeField } from '../../../ui/days/day-field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Card, Empty } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { BacktestResult } from './backtest-result.tsx'
import { t } from '../../../languages/t.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const steps = [
  { value: '1440', label: t('once a day') },
  { value: '360', label: t('every 6 hours') },
  { value: '60', label: t('every hour') },
  { value: '15', label: t('every 15 minutes') },
]

/** The rule on past days, with what was known then. Nothing is changed. */
export function Backtest({ rule }: { rule: Automation }) {
  const [range, setRange] = useKept(`backtest.${rule.id}`, { from: day(14), to: day(0), every: '1440' })
  const test = useWrite(backtestRule)
  const start = () => {
    const { from, to, every } = range
    test.mutate({ id: rule.id, from, to, ...(every === '1440' ? {} : { everyMinutes: Number(every) }) })
  }
  const problemAt = (path: string) => issueAt(test.error, path)
  return (
    <div className="flex flex-col gap-4">
      <Card title={t('Try it on the past')}>
        <form className="flex flex-wrap items-start gap-3" onSubmit={(event) => (event.preventDefault(), start())}>
          <RangeField
            label={t('Days')}
            from={range.from}
            to={range.to}
            max={day(0)}
            onChange={(days) => setRange({ ...range, ...days })}
            problem={problemAt('from') ?? problemAt('to')}
          />
          <SelectField
            label={t('Checked')}
            options={steps}
            value={range.every}
            onChange={(every) => setRange({ ...range, every })}
            problem={problemAt('everyMinutes')}
          />
          <Button type="submit" look="main" busy={test.isPending} className="mt-6">
            {t('Try it')}
          </Button>
        </form>
      </Card>
      <Problem error={test.error} />
      {test.data && <BacktestResult test={test.data} />}
      {!test.data && !test.error && (
        <Empty title={test.isPending ? t('The past is being gone through …') : t('Choose days and try it.')}>
          {t(
            'The rule is checked at every past moment with what was known then. Protections hold, and nothing is changed.',
          )}
        </Empty>
      )}
    </div>
  )
}
