import { cx } from '../classes.ts'

interface Part {
  count: number
  tone: 'good' | 'bad' | 'warn' | 'calm'
}

const fills = { good: 'bg-good', bad: 'bg-bad', warn: 'bg-warn', calm: 'bg-muted' }

/** How far something is, and how it went so far. */
export function Progress({ label, total, parts }: { label: string; total: number; parts: Part[] }) {
  const done = parts.reduce((sum, { count }) => sum + count, 0)
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="flex h-2 w-full overflow-hidden rounded-full bg-raised"
    >
      {parts.map(({ count, tone }, at) => (
        <div key={at} className={cx('h-full transition-[width]', fills[tone])} style={{ width: `${share(count)}%` }} />
      ))}
    </div>
  )
}
