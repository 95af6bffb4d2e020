import { Link } from '@tanstack/react-router'
import type { BatchSummary } from '../../../../client/src/index.ts'
import { useBatches } from '../../data/launch/batches.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { ago, count } from '../../ui/words/format.ts'
import { Card, Empty } from '../../ui/page.tsx'
import { Progress } from '../../ui/figures/progress.tsx'
import { t } from '../../languages/t.ts'

const maxEnded = 5
const isRunning = ({ summaryStatus }: BatchSummary) => summaryStatus === 'in_progress'

/** Batches under way, and the last that ended. */
export function Running() {
  const batches = useBatches({ limit: 20 })
  const list = (batches.data?.data ?? []).filter(({ status }) => status !== 'draft')
  const running = list.filter(isRunning)
  const ended = list.filter((batch) => !isRunning(batch)).slice(0, maxEnded)
  return (
    <Card
      title={running.length > 0 ? t('Running now') : t('Latest batches')}
      actions={
        <Link to="/batches" className="text-[13px] text-accent underline">
          {t('All batches')}
        </Link>
      }
    >
      <Answer of={batches} what={t('batches')}>
        {() =>
          list.length === 0 ? (
            <Empty title={t('Nothing was launched yet.')}>
              <Link to="/launch" className="text-accent underline">
                {t('Launch your first ads')}
              </Link>
            </Empty>
          ) : (
            <ul className="flex flex-col divide-y">
              {[...running, ...ended].map((batch) => (
                <li key={batch.adBatchId} className="py-2">
                  <Line batch={batch} />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Card>
  )
}

function Line({ batch }: { batch: BatchSummary }) {
  const { adBatchId, name, totalAds, successfulAds, failedAds, rawStatus, createdAt, createdBy } = batch
  return (
    <Link
      to="/batches/$id"
      params={{ id: String(adBatchId) }}
      className="flex flex-col gap-1.5 rounded-md p-1.5 hover:bg-raised"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate">
          <span className="font-medium">{name ?? t('Batch {adBatchId}', { adBatchId })}</span>
          <span className="text-muted">
            {' '}
            · {createdBy} · {ago(createdAt)}
          </span>
        </span>
        <span className="flex items-center gap-2 whitespace-nowrap tabular-nums">
          {t('{successfulAds} of {totalAds}', { successfulAds: count(successfulAds), totalAds: count(totalAds) })}
          <State word={rawStatus} />
        </span>
      </span>
      {isRunning(batch) && (
        <Progress
          label={t('Batch {adBatchId}', { adBatchId })}
          total={totalAds}
          parts={[
            { count: successfulAds, tone: 'good' },
            { count: failedAds, tone: 'bad' },
          ]}
        />
      )}
    </Link>
  )
}
