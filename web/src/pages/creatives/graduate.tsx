import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { Creative } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { graduate, usePreview } from '../../data/creatives.ts'
import type { Graduation } from '../../data/creatives.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Costs } from '../../ui/figures/costs.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Refused } from '../campaigns/refused.tsx'
import { AdSets } from './ad-sets.tsx'
import { titleOf } from './card.tsx'
import { t } from '../../languages/t.ts'

interface GraduateProps {
  creative: Creative
  onClose: () => void
}

/** The post of a creative into further ad sets: which, under which name, what it costs, and what becomes of its other ads. */
export function Graduate({ creative, onClose }: GraduateProps) {
  const [adSetIds, setAdSets] = useState<readonly string[]>([])
  const accounts = (useAccounts().data ?? []).filter(({ platform }) => creative.platforms.includes(platform))
  const [name, setName] = useState('')
  const [more, setMore] = useState({ pauseOthers: false, launchPaused: false, again: false })
  const run = useWrite(graduate)
  const base = { id: creative.id, adSetIds: [...adSetIds], name: name.trim() || undefined }
  const wish: Graduation = {
    ...base,
    pauseOthers: more.pauseOthers || undefined,
    launchPaused: more.launchPaused || undefined,
    again: more.again || undefined,
  }
  const preview = usePreview(useDeferredValue(adSetIds.length > 0 ? wish : null))
  const isReady = adSetIds.length > 0 && !preview.isFetching && (preview.data?.totalAds ?? 0) > 0
  if (run.data) return <Begun answer={run.data} onClose={onClose} />
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Graduate {creative}', { creative: titleOf(creative) })}
      lead={t(
        'The same post, with its likes and comments, in further ad sets. Guards, approval and undo hold as for any launch.',
      )}
      actions={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button look="main" busy={run.isPending} disabled={!isReady} onClick={() => run.mutate(wish)}>
            {t('Launch')}
          </Button>
        </>
      }
    >
      <AdSets
        accounts={accounts}
        first={creative.newestAd?.accountId ?? creative.accountIds[0] ?? ''}
        chosen={adSetIds}
        onChange={setAdSets}
        onAccount={() => setAdSets([])}
      />
      <TextField
        label={t('Name of the new ads')}
        hint={t('Left empty: as its best ad is called.')}
        maxLength={1000}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Wishes more={more} onChange={setMore} />
      {adSetIds.length > 0 && (
        <Answer of={preview} what={t('what it costs')}>
          {(plan) => plan && <Preview plan={plan} />}
        </Answer>
      )}
      <Refused error={run.error} />
    </Dialog>
  )
}

type More = Record<'pauseOthers' | 'launchPaused' | 'again', boolean>

function Wishes({ more, onChange }: { more: More; onChange: (more: More) => void }) {
  const mayManage = useMay('manage')
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        label={t('Pause its other ads, each once the new one runs')}
        checked={more.pauseOthers}
        disabled={!mayManage || more.launchPaused}
        onChange={(event) => onChange({ ...more, pauseOthers: event.target.checked })}
      />
      <Checkbox
        label={t('Make the new ads paused')}
        checked={more.launchPaused}
        disabled={more.pauseOthers}
        onChange={(event) => onChange({ ...more, launchPaused: event.target.checked })}
      />
      <Checkbox
        label={t('Also where it went before')}
        checked={more.again}
        onChange={(event) => onChange({ ...more, again: event.target.checked })}
      />
    </div>
  )
}

type Plan = NonNullable<ReturnType<typeof usePreview>['data']>

function Preview({ plan }: { plan: Plan }) {
  const { totalAds, pauses, already, sandbox } = plan
  return (
    <section aria-label={t('What it does')} className="flex flex-col gap-1.5 rounded-lg border bg-raised p-3">
      <p>
        <SandboxOrLive of={[sandbox]} />{' '}
        {totalAds === 0
          ? t('It went into these ad sets before.')
          : t({ one: 'Makes {count} ad.', other: 'Makes {count} ads.' }, { count: totalAds })}{' '}
        {totalAds > 0 && already.length > 0
          ? t('{already} of the ad sets had it before, and get none.', { already: already.length })
          : null}
      </p>
      <Costs goesLive={plan.goesLive} exposure={plan.exposure} />
      {(plan.guards ?? []).map((note) => (
        <p key={`${note.guard} ${note.limit}`} lang="en" className="text-warn">
          {note.message}
        </p>
      ))}
      {pauses.length > 0 && (
        <p>
          {t('Pauses {pauses} once the new one runs.', {
            pauses: pauses.map(({ adName }) => t('“{text}”', { text: adName ?? t('an ad without a name') })).join(', '),
          })}
        </p>
      )}
    </section>
  )
}

function Begun({ answer, onClose }: { answer: object; onClose: () => void }) {
  const batchId = 'adBatchId' in answer ? String(answer.adBatchId) : null
  const message = 'message' in answer ? String(answer.message) : t('It is on its way.')
  return (
    <Dialog open onClose={onClose} title={t('On its way')} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
      <p>{message}</p>
      {batchId !== null && (
        <Link to="/batches/$id" params={{ id: batchId }} className="text-accent underline">
          {t('Follow the batch')}
        </Link>
      )}
    </Dialog>
  )
}
