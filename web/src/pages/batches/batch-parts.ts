import type { ComponentProps } from 'react'
import type { BatchSummary } from '../../../../client/src/index.ts'
import type { Progress } from '../../ui/figures/progress.tsx'

/** How a batch went so far, as parts of its bar. Ads that undo removed again are shown apart. */
export function partsOf(batch: Pick<BatchSummary, 'successfulAds' | 'failedAds' | 'undoneAds'>): Parts {
  return [
    { count: batch.successfulAds - batch.undoneAds, tone: 'good' },
    { count: batch.undoneAds, tone: 'calm' },
    { count: batch.failedAds, tone: 'bad' },
  ]
}

type Parts = ComponentProps<typeof Progress>['parts']
