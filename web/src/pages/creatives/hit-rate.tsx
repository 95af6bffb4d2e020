import type { CreativeHitRate, CreativeRules, ReportMetadata } from '../../../../client/src/index.ts'
import { ago, count, decimals } from '../../ui/words/format.ts'
import { stateWords } from './query.ts'
import { rich } from '../../languages/rich.ts'
import { Reasons } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

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
    ? t('Others with your spend: {hitRatePercent} % win, {newPerWeek} new a week (Motion, 2026).', {
        hitRatePercent: decimals(tier.hitRatePercent, 1),
        newPerWeek: decimals(tier.newPerWeek, 1),
      })
    : ''
  return (
    <div className="flex flex-col gap-1">
      <p>
        {rich('<b>{winners} of {creatives} win ({hitRatePercent} %)</b>, {newPerWeek} new a week.', {
          b: (inner) => <b className="font-medium">{inner}</b>,
          winners: count(winners),
          creatives: count(creatives),
          hitRatePercent: decimals(hitRatePercent ?? 0, 1),
          newPerWeek: decimals(newPerWeek, 1),
        })}{' '}
        <span className="text-muted">{others}</span>
      </p>
      <p className="text-[13px] text-muted">
        {metadata.freshAt
          ? t('Figures {freshAt}.', { freshAt: ago(metadata.freshAt) })
          : t('Figures have not been read yet.')}
        {metadata.missing.length > 0 && (
          <> {rich('Incomplete: {missing}', { missing: <Reasons of={metadata.missing} /> })}</>
        )}
      </p>
      <details className="text-[13px]">
        <summary className="w-fit cursor-pointer text-accent">{t('How this is judged')}</summary>
        <dl className="mt-1 grid gap-x-3 sm:grid-cols-[auto_1fr]">
          {Object.entries(stateWords).map(([state, word]) => (
            <div key={state} className="contents">
              <dt className="font-medium">{word}</dt>
              <dd lang="en" className="text-muted">
                {rules[state as keyof CreativeRules]}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
