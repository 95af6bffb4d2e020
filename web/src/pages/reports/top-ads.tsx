import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { TopAd } from '../../../../client/src/index.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics, useTopAds } from '../../data/reports.ts'
import { Answer } from '../../ui/answer.tsx'
import { AdPicture } from '../../ui/ad-picture.tsx'
import { SelectField } from '../../ui/select.tsx'
import { safeLink } from '../../ui/links.ts'
import type { MetricName } from '../../../../client/src/index.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { scopeOf } from './ask.ts'
import { Freshness } from './freshness.tsx'
import { metricText } from './metric.ts'
import { ScopeControls } from './scope-controls.tsx'
import { useView } from './use-view.ts'
import { daysIn } from './view.ts'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

const adsShown = 48

export function TopAds() {
  const [view, change] = useView('/reports/top-ads')
  const metrics = useMetrics()
  const top = useTopAds({ ...scopeOf(view, daysIn(view)), metric: view.chart as MetricName, limit: adsShown })
  return (
    <Page
      title={t('Top ads')}
      lead={
        <>
          {rich(
            'The best ads by one figure, as people see them; by a cost the cheapest come first. <link>All figures</link>',
            {
              link: (inner) => (
                <Link to="/reports" className="text-accent underline">
                  {inner}
                </Link>
              ),
            },
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <ScopeControls view={view} onChange={change} />
        <SelectField
          label={t('Best by')}
          hideLabel
          options={metrics.map(({ name }) => ({
            value: name,
            label: t('Best by {metricTitle}', { metricTitle: metricTitle(name) }),
          }))}
          value={view.chart}
          onChange={(chart) => change({ chart })}
        />
      </div>
      <Answer of={top} what={t('the ads')}>
        {({ data, metadata }) => (
          <>
            <Freshness metadata={metadata} />
            {data.length === 0 && (
              <Empty title={t('Nothing ran on these days.')}>{t('Choose other days or accounts.')}</Empty>
            )}
            <ol aria-label={t('Top ads')} className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4">
              {data.map((ad, at) => (
                <AdCard key={`${ad.accountId} ${ad.adId}`} ad={ad} place={at + 1} metric={view.chart} />
              ))}
            </ol>
          </>
        )}
      </Answer>
    </Page>
  )
}

const others = ['spend', 'impressions', 'clicks', 'ctr', 'costPerResult']

function AdCard({ ad, place, metric }: { ad: TopAd; place: number; metric: string }) {
  const metrics = useMetrics()
  const text = (name: string, value: number | null | undefined, currency = ad.currency) =>
    metricText(
      metrics.find((each) => each.name === name),
      value,
      currency,
    )
  const link = safeLink(ad.link)
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border bg-surface">
      <AdPicture
        accountId={ad.accountId ?? ''}
        adId={ad.adId ?? ''}
        name={ad.adName ?? ad.adId ?? ''}
        className="aspect-square"
      />
      <div className="flex flex-1 flex-col gap-2 p-3">
        <p className="flex items-baseline justify-between gap-2">
          <span className="text-[13px] text-muted">
            {place}. {metricTitle(metric)}
          </span>
          <data value={ad.rankValue ?? ''} className="text-lg font-semibold tabular-nums">
            {text(metric, ad.rankValue, ad.rankCurrency ?? ad.currency)}
          </data>
        </p>
        <p className="font-medium break-words">{ad.adName ?? ad.adId ?? '–'}</p>
        <p className="text-xs text-muted">
          {ad.accountName} · <PlatformTitle name={ad.platform ?? ''} />
        </p>
        <dl className="mt-auto grid grid-cols-[1fr_auto] gap-x-2 text-[13px]">
          {others
            .filter((name) => name !== metric)
            .map((name) => (
              <div key={name} className="contents">
                <dt className="text-muted">{metricTitle(name)}</dt>
                <dd className="text-right tabular-nums">{text(name, ad[name as 'spend'])}</dd>
              </div>
            ))}
        </dl>
        {link && (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-[13px] text-accent underline"
          >
            {t('Open in the ads manager')} <ExternalLink size={13} aria-hidden />
          </a>
        )}
      </div>
    </li>
  )
}
