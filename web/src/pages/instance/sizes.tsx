import type { InstanceRetention, InstanceSizes } from '../../../../client/src/index.ts'
import { bytes, count } from '../../ui/words/format.ts'
import { stateWord, t } from '../../languages/t.ts'

interface Props {
  sizes: InstanceSizes
  retention: InstanceRetention[]
}

/** What is kept, kind by kind: a bar for what it takes, its oldest, and for how long it stays. */
export function Sizes({ sizes, retention }: Props) {
  const largest = Math.max(1, ...sizes.kinds.map((one) => one.bytes))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {sizes.bytesPer1000Ads === null
          ? t('There are no ads yet.')
          : t('1,000 ads take {bytesPer1000Ads}; there are {ads}.', {
              bytesPer1000Ads: bytes(sizes.bytesPer1000Ads),
              ads: count(sizes.ads),
            })}
      </p>
      <ul className="flex flex-col gap-3">
        {sizes.kinds.map(({ kind, bytes: size, oldest }) => {
          const kept = retention.find((one) => one.kind === kind)
          return (
            <li key={kind}>
              <div className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{stateWord(kind)}</span>
                <span className="tabular-nums">{bytes(size)}</span>
              </div>
              <div aria-hidden className="my-1 h-2 overflow-hidden rounded bg-raised">
                <div className="h-full bg-accent" style={{ width: `${(size / largest) * 100}%` }} />
              </div>
              <p className="text-[13px] wrap-anywhere text-muted">
                {[kept && keptWords(kept), oldest && t('oldest {oldest}', { oldest })].filter(Boolean).join(', ')}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function keptWords({ kept, setting }: { kept: string; setting: string }): string {
  return kept === 'forever'
    ? t('kept for ever ({setting})', { setting })
    : t('kept for {kept} ({setting})', { kept, setting })
}
