import type { CapStatus } from '../../../../client/src/index.ts'
import { money } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'

/** What was spent of a cap. Unknown spend is said, never drawn as nothing. */
export function CapBar({ name, cap, currency }: { name: string; cap: CapStatus; currency: string }) {
  const spend = cap.spend === 'unknown' ? null : cap.spend
  const tone = cap.isReached ? 'bad' : spend !== null && spend > cap.cap * 0.8 ? 'warn' : 'good'
  return (
    <div className="mt-3">
      <div className="mb-1 flex justify-between text-[13px]">
        <span>{name}</span>
        <span className="tabular-nums">
          {spend === null ? 'spend unknown' : money(spend, currency)} of {money(cap.cap, currency)}
        </span>
      </div>
      <Progress
        label={`${name}: spent of the cap`}
        total={cap.cap}
        parts={[{ count: Math.min(spend ?? 0, cap.cap), tone }]}
      />
      {cap.problem && <p className="mt-1 text-[13px] text-warn">{cap.problem}</p>}
    </div>
  )
}
