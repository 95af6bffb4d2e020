import { ArrowUpRight } from 'lucide-react'
import type { Creative } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics } from '../../data/reports.ts'
import { useMay } from '../../data/session/session.ts'
import { AdPicture } from '../../ui/ad-picture.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { metricText } from '../reports/metric.ts'
import { Ads } from './ads.tsx'
import type { BoardDays } from './query.ts'
import { States } from './states.tsx'
import { t } from '../../languages/t.ts'

const shownMetrics = ['spend', 'roas', 'cpa', 'results', 'ctr', 'hookRate', 'holdRate'] as const

interface CardProps {
  creative: Creative
  days: BoardDays
  isChosen: boolean
  onChoose: () => void
  /** null: parts of names are not moved. */
  onGraduate: (() => void) | null
}

export function CreativeCard({ creative, days, isChosen, onChoose, onGraduate }: CardProps) {
  const mayLaunch = useMay('launch')
  const accounts = useAccounts().data ?? []
  const { newestAd, platforms, accountIds } = creative
  const title = titleOf(creative)
  const [first] = accountIds
  const where =
    accountIds.length === 1
      ? accounts.find(({ id }) => id === first)?.name
      : t({ one: '1 account', other: '{count} accounts' }, { count: accountIds.length })
  return (
    <li data-creative={creative.id} className="flex flex-col overflow-hidden rounded-lg border bg-surface">
      <AdPicture
        accountId={newestAd?.accountId ?? ''}
        adId={newestAd?.adId ?? ''}
        name={title}
        className="aspect-square"
      />
      <div className="flex flex-1 flex-col gap-2 p-3">
        <h2 className="font-medium break-words">{title}</h2>
        <p className="text-xs text-muted">
          <Ads creative={creative} title={title} days={days} />
          {where && ` · ${where}`} ·{' '}
          {platforms.map((name) => (
            <PlatformTitle key={name} name={name} />
          ))}
        </p>
        <States creative={creative} />
        <MetricList creative={creative} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
          <Checkbox label={t('Compare')} checked={isChosen} onChange={onChoose} />
          {onGraduate && (
            <Button
              small
              icon={<ArrowUpRight size={14} aria-hidden />}
              disabled={!mayLaunch}
              aria-label={t('Graduate {title}', { title })}
              onClick={onGraduate}
            >
              {t('Graduate …')}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

export const titleOf = ({ name, id }: Creative) => name ?? id

export function MetricList({ creative }: { creative: Creative }) {
  const metrics = useMetrics()
  const values = creative.metrics as Record<string, number | null | undefined>
  const told = shownMetrics.filter((name) => name === 'spend' || (values[name] ?? null) !== null)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-2 text-[13px]">
      {told.map((name) => (
        <div key={name} className="contents">
          <dt className="text-muted">{metricTitle(name)}</dt>
          <dd className="text-right tabular-nums">
            {metricText(
              metrics.find((metric) => metric.name === name),
              values[name],
              creative.currency,
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
