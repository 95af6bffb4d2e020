import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BatchAd } from '../../../../../client/src/index.ts'
import { useAccounts } from '../../../data/accounts.ts'
import { platformOf } from '../../../data/platforms.ts'
import { useSession } from '../../../data/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { count, moment } from '../../../ui/words/format.ts'
import type { BatchHead, LiveBatch } from '../live-batch.ts'
import { outcomeText } from '../batch-words.ts'
import { stateWord, t } from '../../../languages/t.ts'

export function PrintButton() {
  return (
    <Button icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
      {t('Print a receipt')}
    </Button>
  )
}

/** The batch on paper, or as a file to send: all of its ads, which the page itself never draws at once. */
export function Printed({ live, head }: { live: LiveBatch; head: BatchHead }) {
  const isPrinting = usePrinting()
  return isPrinting ? <Paper live={live} head={head} /> : null
}

/** However it was asked for: by the button or by the browser's own menu. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture as soon as this returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

function Paper({ live, head }: { live: LiveBatch; head: BatchHead }) {
  const company = useSession().data?.company.name
  const names = new Map((useAccounts().data ?? []).map(({ id, name }) => [id, name]))
  const ads = live.keys('all').flatMap((key) => live.row(key)?.ad ?? [])
  const facts: [string, string][] = [
    [t('Company'), company ?? '–'],
    [t('Batch'), head.adBatchSlug],
    [
      t('Asked for'),
      t('{createdAt}, by {createdBy}', { createdAt: moment(head.createdAt), createdBy: head.createdBy }),
    ],
    [t('Ended'), moment(head.finishedAt)],
    [t('Ads'), count(head.totalAds)],
    [t('Launched'), count(head.successfulAds)],
    [t('Failed'), count(head.failedAds)],
    [t('Removed again'), count(head.undoneAds)],
    [t('Printed'), moment(Date.now())],
  ]
  return (
    <section aria-label={t('Receipt')} className="hidden print:block">
      <p className="mb-3">{outcomeText(head)}</p>
      <dl className="mb-4 grid grid-cols-3 gap-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full border-collapse text-left text-xs">
        <thead>
          <tr className="border-b">
            {['', t('Ad'), t('Ad account'), t('Ad set'), t('State'), t('Id on the platform')].map((word) => (
              <th key={word} scope="col" className="py-1 pr-2 font-medium">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ads.map((ad) => (
            <Line key={`${ad.index} ${ad.adSetId}`} ad={ad} account={names.get(ad.adAccountId)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ ad, account }: { ad: BatchAd; account: string | undefined }) {
  return (
    <tr className="break-inside-avoid border-b align-top">
      <td className="py-1 pr-2 tabular-nums">{ad.index + 1}</td>
      <td className="max-w-64 py-1 pr-2 wrap-anywhere">{ad.adName}</td>
      <td className="py-1 pr-2">
        {account ?? ad.adAccountId} ({platformOf(ad.platform).title})
      </td>
      <td className="max-w-48 py-1 pr-2 wrap-anywhere">{ad.adSetName ?? ad.adSetId}</td>
      <td className="py-1 pr-2">
        {stateWord(ad.status)}
        {ad.error && ad.status === 'failed' && <span lang="en">: {ad.error.message}</span>}
      </td>
      <td className="py-1 pr-2">{ad.adId ?? '–'}</td>
    </tr>
  )
}
