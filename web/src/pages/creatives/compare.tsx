import type { Creative } from '../../../../client/src/index.ts'
import { AdPicture } from '../../ui/ad-picture.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MetricList, titleOf } from './card.tsx'
import { States } from './states.tsx'
import { t } from '../../languages/t.ts'

/** Two beside each other, of the same days. */
export function Compare({ creatives, onClose }: { creatives: readonly Creative[]; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={t('Compare')} lead={t('The same days for both.')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {creatives.map((creative) => (
          <section key={creative.id} aria-label={titleOf(creative)} className="flex flex-col gap-2">
            <AdPicture
              accountId={creative.newestAd?.accountId ?? ''}
              adId={creative.newestAd?.adId ?? ''}
              name={titleOf(creative)}
              className="aspect-video rounded-lg"
            />
            <h3 className="font-medium break-words">{titleOf(creative)}</h3>
            <p className="text-[13px] text-muted">
              {t({ one: '{count} ad', other: '{count} ads' }, { count: creative.ads })}
            </p>
            <States creative={creative} />
            <MetricList creative={creative} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}
