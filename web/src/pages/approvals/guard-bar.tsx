import type { GuardNote } from '../../../../client/src/index.ts'
import { cx } from '../../ui/classes.ts'
import { GuardFigures } from '../../ui/figures/guard-figures.tsx'
import { money } from '../../ui/words/format.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

const caps: Record<string, string> = { dailyCap: t('today'), monthlyCap: t('this month') }

/** What a guard holds against its limit; of a cap, how it stands before and how it would stand after. */
export function GuardBar({ note }: { note: GuardNote }) {
  const { name, guard, limit, spend, running, adds, cap, currency } = note
  const when = caps[limit]
  const isKnown = typeof spend === 'number' && running !== 'unknown' && typeof adds === 'number'
  if (when === undefined || !isKnown) {
    return (
      <div className="text-muted">
        <GuardFigures {...note} />
      </div>
    )
  }
  const before = spend + (running ?? 0)
  const after = before + adds
  const whole = Math.max(cap, after) || 1
  const share = (amount: number) => `${(amount / whole) * 100}%`
  const called = name ?? t('Guard {guard}', { guard })
  const parts = [
    { word: t('spent'), amount: spend, fill: 'bg-accent' },
    ...(running === undefined ? [] : [{ word: t('may still be spent'), amount: running, fill: 'hatched text-accent' }]),
    { word: t('this adds'), amount: adds, fill: after > cap ? 'bg-bad' : 'bg-warn' },
  ]
  return (
    <div
      role="group"
      aria-label={t('{called}, before and after', { called })}
      className="my-2 flex max-w-xl flex-col gap-1.5"
    >
      <p className="flex flex-wrap justify-between gap-x-4 text-[13px]">
        <span>
          {rich('{called}, {when}: {before} before, {after} after', {
            called,
            when,
            before: <b className="font-medium tabular-nums">{money(before, currency)}</b>,
            after: (
              <b className={cx('font-medium tabular-nums', after > cap && 'text-bad')}>{money(after, currency)}</b>
            ),
          })}
        </span>
        <span className="text-muted tabular-nums">{t('cap {cap}', { cap: money(cap, currency) })}</span>
      </p>
      <div aria-hidden className="relative">
        <div className="flex h-4 w-full overflow-hidden rounded bg-raised">
          {parts.map(({ word, amount, fill }) =>
            amount > 0 ? <div key={word} className={cx('h-full', fill)} style={{ width: share(amount) }} /> : null,
          )}
        </div>
        {after > cap && <div className="absolute -top-0.5 -bottom-0.5 w-0.5 bg-text" style={{ left: share(cap) }} />}
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
        {parts.map(({ word, amount, fill }) => (
          <div key={word} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden className={cx('size-2.5 rounded-sm', fill)} />
              {word}
            </dt>
            <dd className="font-medium tabular-nums">{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
