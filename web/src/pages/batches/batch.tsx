import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { BatchView } from '../../app/search.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { cx } from '../../ui/classes.ts'
import { count, moment } from '../../ui/words/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/figures/progress.tsx'
import { Ads } from './ads.tsx'
import { BatchActions } from './batch-actions.tsx'
import { partsOf } from './batch-parts.ts'
import { outcomeText, stateWordOf, took, waitsText } from './batch-words.ts'
import type { BatchHead, LiveBatch } from './live-batch.ts'
import { Receipts } from './receipts.tsx'
import { BatchName } from './batch-name.tsx'
import { PrintButton, Printed } from './receipt/printed.tsx'
import { Timeline } from './timeline.tsx'
import { Waterfall } from './waterfall/waterfall.tsx'
import { useAdKeys, useLiveBatch } from './use-live-batch.ts'
import { t } from '../../languages/t.ts'

export function Batch() {
  const { id } = useParams({ from: '/batches/$id' })
  return <OneBatch key={id} id={id} />
}

function OneBatch({ id }: { id: string }) {
  const { live, head, batch } = useLiveBatch(id)
  return (
    <Page
      title={head ? (head.name ?? t('Batch {adBatchId}', { adBatchId: head.adBatchId })) : t('Batch')}
      lead={
        <Link to="/batches" className="inline-flex items-center gap-1 text-accent hover:underline">
          <ArrowLeft size={14} aria-hidden /> {t('All batches')}
        </Link>
      }
      actions={
        head && (
          <>
            <BatchName head={head} />
            <PrintButton />
            <BatchActions head={head} />
          </>
        )
      }
    >
      <Answer of={{ data: head ?? undefined, error: batch.error, refetch: batch.refetch }} what={t('the batch')}>
        {(known) => (
          <>
            <div className="flex flex-col gap-4 print:hidden">
              <Head live={live} head={known} />
              <Views live={live} head={known} />
            </div>
            <Printed live={live} head={known} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Head({ live, head }: { live: LiveBatch; head: BatchHead }) {
  const ads = useAdKeys(live, 'all')
  const figures: [string, string][] = [
    [t('Batch'), head.adBatchSlug],
    [t('Ads'), count(head.totalAds)],
    [t('Launched'), count(head.successfulAds)],
    [t('Failed'), count(head.failedAds)],
    [t('Removed again'), count(head.undoneAds)],
    [t('Asked for'), moment(head.createdAt)],
    [t('Took'), head.finishedAt ? took(head.createdAt, head.finishedAt) : '–'],
    [t('By##who launched'), head.createdBy],
  ]
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3">
        <State word={stateWordOf(head)} />
        <SandboxOrLive of={ads.map((key) => live.row(key)?.ad.sandbox)} />
        <p aria-live="polite" className="min-w-0">
          {outcomeText(head)} {waitsText(head.waits ?? [])}
        </p>
        <span className="ml-auto text-muted tabular-nums">{head.progress} %</span>
      </div>
      <div className="my-3">
        <Progress label={t('Progress of the batch')} total={head.totalAds} parts={partsOf(head)} />
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const views: Record<BatchView, string> = { ads: t('Ads'), receipts: t('Receipts'), events: t('What happened') }

function Views({ live, head }: { live: LiveBatch; head: BatchHead }) {
  const { view = 'ads' } = useSearch({ from: '/batches/$id' })
  const navigate = useNavigate({ from: '/batches/$id' })
  const choose = (next: BatchView) => void navigate({ search: { view: next }, replace: true })
  return (
    <>
      <div role="group" aria-label={t('What to show')} className="flex gap-1 border-b">
        {(Object.keys(views) as BatchView[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => choose(name)}
            className={cx(
              '-mb-px border-b-2 px-3 py-2 font-medium',
              name === view ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {views[name]}
          </button>
        ))}
      </div>
      {view === 'ads' && <Ads live={live} />}
      {view === 'receipts' && <Receipts head={head} />}
      {view === 'events' && (
        <>
          <Waterfall head={head} />
          <Card title={t('The batch as a whole')}>
            <Timeline events={live.events()} />
          </Card>
        </>
      )}
    </>
  )
}
