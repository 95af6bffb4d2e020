import type { CapStatus, SpendGuard } from '../../../../client/src/index.ts'
import { cx } from '../../ui/classes.ts'
import { paceWords } from '../../ui/figures/pace-words.ts'
import { money } from '../../ui/words/format.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

interface CapProps {
  name: string
  guard: SpendGuard
  cap: CapStatus
}

/** One cap as a picture: spent, what may still be spent, and what is left. What is not known is said, never drawn as nothing. */
export function CapBar({ name, guard, cap }: CapProps) {
  const { currency } = guard
  const parts = partsOf(guard, cap)
  return (
    <div className="flex flex-col gap-2" role="group" aria-label={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-[13px] font-medium">{name}</h3>
        <p className="text-[13px] text-muted tabular-nums">
          {rich('cap {cap}', { cap: <span className="font-medium text-text">{money(cap.cap, currency)}</span> })}
        </p>
      </div>
      <Bar label={`${name}: ${spoken(parts, currency)}`} cap={cap} parts={parts} />
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
        {parts.map(({ word, amount, fill }) => (
          <div key={word} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden className={cx('size-2.5 rounded-sm', fill)} />
              {word}
            </dt>
            <dd className="font-medium tabular-nums">{amount === null ? t('unknown') : money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {isOver(cap) && !cap.isReached && (
        <p className="text-[13px] text-warn">
          {t('More runs than the cap allows: nothing that adds to it passes until something is paused or lowered.')}
        </p>
      )}
      {cap.isReached && (
        <p className="text-[13px] text-bad">
          {cap.spend === 'unknown'
            ? t('What is not known is beyond the limit: writes that cost are held up.')
            : t('The cap is reached: writes that cost are held up.')}
        </p>
      )}
      {cap.reachedAt && <p className="text-[13px] text-warn">{paceWords(cap.reachedAt)}</p>}
      {cap.problem && (
        <p lang="en" className="text-[13px] text-warn">
          {cap.problem}
        </p>
      )}
    </div>
  )
}

interface Part {
  word: string
  /** null: unknown. */
  amount: number | null
  fill: string
}

const isOver = ({ exposure, cap }: CapStatus) => typeof exposure === 'number' && exposure > cap

const known = (figure: number | 'unknown' | null) => (typeof figure === 'number' ? figure : null)

/** What the writes of one key let run has no spend of its own. */
function partsOf({ by, basis }: SpendGuard, { spend, running, left, isReached }: CapStatus): Part[] {
  const spent = { word: t('spent'), amount: known(spend), fill: isReached ? 'bg-bad' : 'bg-accent' }
  const word = by !== null ? t('let run today') : basis === 'spend' ? t('let run by us') : t('may still be spent')
  return [
    ...(by === null ? [spent] : []),
    { word, amount: known(running), fill: 'hatched text-accent' },
    { word: t('left'), amount: known(left), fill: 'bg-good-soft border border-good' },
  ]
}

function spoken(parts: Part[], currency: string): string {
  return parts
    .map(({ word, amount }) => `${amount === null ? t('unknown') : money(amount, currency)} ${word}`)
    .join(', ')
}

/** As wide as the cap, or as what is counted where that is more: then a mark shows where the cap is. */
function Bar({ label, cap, parts }: { label: string; cap: CapStatus; parts: Part[] }) {
  const isUnknown = parts.some(({ amount }) => amount === null)
  const sum = parts.reduce((total, { amount }) => total + (amount ?? 0), 0)
  const whole = Math.max(cap.cap, sum) || 1
  const share = (amount: number) => `${(amount / whole) * 100}%`
  if (isUnknown)
    return (
      <div role="img" aria-label={label} className="hatched h-4 rounded border border-warn bg-warn-soft text-warn" />
    )
  return (
    <div role="img" aria-label={label} className="relative">
      <div className="flex h-4 w-full overflow-hidden rounded bg-raised">
        {parts.map(({ word, amount, fill }) =>
          amount ? <div key={word} className={cx('h-full', fill)} style={{ width: share(amount) }} /> : null,
        )}
      </div>
      {isOver(cap) && <div className="absolute -top-0.5 -bottom-0.5 w-0.5 bg-bad" style={{ left: share(cap.cap) }} />}
    </div>
  )
}
