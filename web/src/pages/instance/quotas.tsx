import type { InstanceQuota, InstanceQuotas } from '../../../../client/src/index.ts'
import { cx } from '../../ui/classes.ts'
import { bytes, count } from '../../ui/words/format.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

const words: Record<InstanceQuota['name'], string> = {
  keys: t('living keys'),
  adsADay: t('ads today (UTC)'),
  mediaBytes: t('media'),
  reportRowsAMinute: t('report rows this minute'),
}
/** From here on somebody should look. */
const nearlyFull = 0.8

/** Companies with a quota, the fullest first. */
export function Quotas({ companies }: { companies: InstanceQuotas[] }) {
  if (companies.length === 0)
    return (
      <p className="text-muted">
        {rich('No company has a quota. <code>flightdeck company quota</code> sets one.', {
          code: (inner) => <code>{inner}</code>,
        })}
      </p>
    )
  return (
    <ul className="flex flex-col gap-3">
      {companies.map(({ company, quotas }) => (
        <li key={company.id}>
          <h3 className="text-[13px] font-medium wrap-anywhere">
            {company.name} ({company.slug})
          </h3>
          {quotas.map((quota) => (
            <Used key={quota.name} quota={quota} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Used({ quota: { name, limit, used } }: { quota: InstanceQuota }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const show = name === 'mediaBytes' ? bytes : count
  return (
    <div className="mt-1">
      <p className="flex flex-wrap justify-between gap-x-3 text-[13px]">
        <span className="text-muted">{words[name]}</span>
        <span className="tabular-nums">{t('{show} of {show2}', { show: show(used), show2: show(limit) })}</span>
      </p>
      <div aria-hidden className="h-2 overflow-hidden rounded bg-raised">
        <div
          className={cx('h-full', share >= 1 ? 'bg-bad' : share >= nearlyFull ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
