import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { Receipt } from '../../../../client/src/index.ts'
import { refreshReceipts, useReceipts } from '../../data/launch/batches.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { endWords } from '../../ui/words/end-words.ts'
import { moment } from '../../ui/words/format.ts'
import { Empty } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Compared } from './compared.tsx'
import { RequestOutcome } from './request-outcome.tsx'
import type { BatchHead } from './live-batch.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { t } from '../../languages/t.ts'

const perPage = 25

/** For every launched ad what was asked against what the platform stored. */
export function Receipts({ head }: { head: BatchHead }) {
  const [page, setPage] = useState(1)
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const { successfulAds, undoneAds } = head
  const asked = { id: String(head.adBatchId), page, limit: perPage, successfulAds, undoneAds }
  const receipts = useReceipts(asked)
  const again = useWrite(refreshReceipts)
  if (successfulAds === 0)
    return <Empty title={t('No receipts yet.')}>{t('There is one for every ad that was launched.')}</Empty>
  const rows = receipts.data?.data ?? []
  const shown = onlyDifferent ? rows.filter(({ differences, stored }) => differences.length > 0 || !stored) : rows
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-muted">{t('What was asked for, and what the platform has stored, field by field.')}</p>
        <Checkbox
          label={t('Only ads that differ')}
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.target.checked)}
        />
        <Button
          small
          className="ml-auto"
          icon={<RefreshCw size={14} aria-hidden />}
          busy={again.isPending}
          onClick={() => again.mutate(asked)}
        >
          {t('Read from the platform again')}
        </Button>
      </div>
      <Problem error={again.error} />
      <Answer of={receipts} what={t('receipts from the platform')}>
        {() =>
          shown.length === 0 ? (
            <Empty title={t('Every ad on this page is stored as it was asked for.')} />
          ) : (
            shown.map((receipt) => (
              <OneReceipt key={`${receipt.index} ${receipt.adSetId}`} receipt={receipt} open={rows.length === 1} />
            ))
          )
        }
      </Answer>
      <Pager of={t('receipts')} page={page} perPage={perPage} total={successfulAds} go={setPage} />
    </div>
  )
}

function OneReceipt({ receipt, open }: { receipt: Receipt; open: boolean }) {
  const { adName, adId, differences, stored, readAt, undoneAt, error } = receipt
  return (
    <details open={open || differences.length > 0} className="rounded-lg border bg-surface">
      <summary className="flex cursor-pointer flex-wrap items-center gap-3 px-4 py-3">
        <span className="min-w-0 font-medium break-words">{adName}</span>
        <span className="text-[13px] text-muted">{endWords(receipt)}</span>
        <span className="ml-auto flex items-center gap-2">
          {undoneAt && <Badge>{t('removed again')}</Badge>}
          <SandboxOrLive of={[receipt.sandbox]} />
          <Verdict receipt={receipt} />
        </span>
      </summary>
      <div className="border-t p-4">
        {error && <p className="mb-2 text-bad">{t('The platform could not be read: {error}', { error })}</p>}
        <RequestOutcome receipt={receipt} />
        <Compared receipt={receipt} />
        <p className="mt-2 text-[13px] text-muted">
          {stored ? t('Read back {readAt}.', { readAt: moment(readAt) }) : t('Not read back.')}{' '}
          {adId && <CopyId id={adId} of={adName} />}{' '}
          {undoneAt &&
            t('Removed again {undoneAt}; this is what was stored until then.', { undoneAt: moment(undoneAt) })}
        </p>
      </div>
    </details>
  )
}

function Verdict({ receipt: { stored, differences } }: { receipt: Receipt }) {
  if (!stored) return <Badge tone="warn">{t('not read')}</Badge>
  if (differences.length === 0) return <Badge tone="good">{t('as asked')}</Badge>
  return (
    <Badge tone="warn">{t({ one: '1 difference', other: '{count} differences' }, { count: differences.length })}</Badge>
  )
}
