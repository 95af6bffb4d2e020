import type { CreativeHitRate, CreativeRules, ReportMetadata } from '../../../../client/src/index.ts'
import { ago, count, decimals } from '../../ui/words/format.ts'
import { stateWords } from './query.ts'

interface HitRateProps {
  hitRate: CreativeHitRate
  rules: CreativeRules
  metadata: ReportMetadata
}

/** How often creatives win, beside what others come to that spend as much. */
export function HitRate({ hitRate, rules, metadata }: HitRateProps) {
  const { creatives, winners, hitRatePercent, newPerWeek, tier } = hitRate
  if (creatives === 0) return null
  const others = tier
    ? ` Others with your spend: ${decimals(tier.hitRatePercent, 1)} % win, ${decimals(tier.newPerWeek, 1)} new a week (Motion, 2026).`
    : ''
  return (
    <div className="flex flex-col gap-1">
      <p>
        <b className="font-medium">
          {count(winners)} of {count(creatives)} win ({decimals(hitRatePercent ?? 0, 1)} %)
        </b>
        , {decimals(newPerWeek, 1)} new a week.<span className="text-muted">{others}</span>
      </p>
      <p className="text-[13px] text-muted">
        {metadata.freshAt ? `Figures ${ago(metadata.freshAt)}.` : 'Figures have not been read yet.'}
        {metadata.missing.length > 0 && ` Incomplete: ${metadata.missing.map(({ reason }) => reason).join(' ')}`}
      </p>
      <details className="text-[13px]">
        <summary className="w-fit cursor-pointer text-accent">How this is judged</summary>
        <dl className="mt-1 grid gap-x-3 sm:grid-cols-[auto_1fr]">
          {Object.entries(stateWords).map(([state, word]) => (
            <div key={state} className="contents">
              <dt className="font-medium">{word}</dt>
              <dd className="text-muted">{rules[state as keyof CreativeRules]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
