import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchAd, LaunchFailure } from '../../../../client/src/index.ts'
import { State } from '../../ui/badge.tsx'
import { moment } from '../../ui/words/format.ts'
import { safeLink } from '../../ui/links.ts'
import { AdSteps } from './ad-steps.tsx'
import { waitText } from './batch-words.ts'
import type { LiveBatch } from './live-batch.ts'
import { Timeline } from './timeline.tsx'
import { useAdRow } from './use-live-batch.ts'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { CopyId, Named } from '../../ui/copy-id.tsx'
import { useAccounts } from '../../data/accounts.ts'
import { t } from '../../languages/t.ts'

/** All that is known of one ad: where it stands, what the platform said, what to do next, and what happened when. */
export function AdPanel({ live, adKey }: { live: LiveBatch; adKey: string }) {
  const row = useAdRow(live, adKey)
  if (!row) return null
  const { ad } = row
  // When it was taken, and taken again, is where its own story begins.
  const events = [...live.events().filter(({ kind }) => kind === 'queued'), ...row.events].toSorted(
    (a, b) => a.id - b.id,
  )
  const wait = waitText(ad)
  const batchId = live.head()?.adBatchId
  return (
    <section
      id="chosen-ad"
      aria-label={t('The chosen ad')}
      className="flex flex-col gap-4 self-start scroll-mt-16 rounded-lg border bg-surface p-4 lg:sticky lg:top-16"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-[15px] font-semibold break-words">{ad.adName}</h2>
        <State word={ad.status} />
      </div>
      <Facts ad={ad} />
      {wait && <p className="rounded-md bg-warn-soft p-2 text-warn">{t('It {wait}.', { wait })}</p>}
      {ad.error && ad.status === 'failed' && <Failure failure={ad.error} />}
      {batchId !== undefined && <AdSteps batchId={batchId} row={row} />}
      <div>
        <h3 className="mb-2 text-[13px] font-medium text-muted">{t('What happened')}</h3>
        <Timeline events={events} />
      </div>
    </section>
  )
}

function Facts({ ad }: { ad: BatchAd }) {
  const link = safeLink(ad.adsManagerUrl)
  const account = useAccounts().data?.find(({ id }) => id === ad.adAccountId)?.name
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
      <Fact name={t('Platform')}>
        <PlatformTitle name={ad.platform} />
      </Fact>
      <Fact name={t('Ad account')}>
        <Named name={account} id={ad.adAccountId} of={t('Ad account')} />
      </Fact>
      <Fact name={t('Ad set')}>
        <Named name={ad.adSetName} id={ad.adSetId} of={t('Ad set')} />
      </Fact>
      {ad.step && <Fact name={t('Step')}>{ad.step}</Fact>}
      {ad.clientRef && <Fact name={t('Your name for it')}>{ad.clientRef}</Fact>}
      {ad.adId && (
        <Fact name={t('Ad')}>
          {link && (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 text-accent underline"
            >
              {t('Open in the ads manager')} <ExternalLink size={13} aria-hidden />
            </a>
          )}{' '}
          {link ? <CopyId id={ad.adId} of={t('Ad')} /> : <Named name={null} id={ad.adId} of={t('Ad')} />}
        </Fact>
      )}
      {ad.creativeId && (
        <Fact name={t('Creative')}>
          <Named name={null} id={ad.creativeId} of={t('Creative')} />
        </Fact>
      )}
      {ad.undoneAt && <Fact name={t('Removed again')}>{moment(ad.undoneAt)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </>
  )
}

function Failure({ failure }: { failure: LaunchFailure }) {
  const said: [string, string | number | undefined][] = [
    [t('Code'), failure.platformCode ?? failure.code],
    [t('Subcode'), failure.platformSubcode],
    [t('Trace id'), failure.traceId],
    [t('Field'), failure.field],
    [t('At the step'), failure.step || undefined],
  ]
  return (
    <div className="flex flex-col gap-2 rounded-md border border-bad bg-bad-soft p-3 text-bad">
      <p lang="en" className="font-medium break-words">
        {failure.message}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-[13px]">
        {said
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
      </dl>
      {failure.hint && <p lang="en">{failure.hint}</p>}
      <p>
        {failure.retryable
          ? t('It may pass as it is: press “Launch again what failed”.')
          : t('It will fail again as it is: “Mend what failed” opens it in the launch sheet.')}
      </p>
      {failure.code === 'connection' && (
        <Link to="/connections" className="underline">
          {t('Look at the connections')}
        </Link>
      )}
    </div>
  )
}
