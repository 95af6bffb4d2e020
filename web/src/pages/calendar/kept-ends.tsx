import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { KeptEnd } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { useWrite } from '../../data/client/write.ts'
import { removeEnd, useEnds } from '../../data/ends.ts'
import { useMay } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Card } from '../../ui/page.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { ago, moment } from '../../ui/words/format.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

/** Ends that Flightdeck keeps itself, each with the way to take it away. Where there are none nothing is said. */
export function KeptEnds() {
  const ends = useEnds()
  const [asked, ask] = useState<KeptEnd | null>(null)
  if (ends.data?.length === 0) return null
  return (
    <Card title={t('Ends that Flightdeck keeps')}>
      <Answer of={ends} what={t('the ends')}>
        {(all) => (
          <ul className="flex flex-col divide-y">
            {all.map((end) => (
              <Line key={end.id} end={end} onRemove={() => ask(end)} />
            ))}
          </ul>
        )}
      </Answer>
      {asked && <AskRemove end={asked} onClose={() => ask(null)} />}
    </Card>
  )
}

function Line({ end, onRemove }: { end: KeptEnd; onRemove: () => void }) {
  const { platform, accountId, sandbox, entityType, entityId, name, endTime, state, keptAt, problem, askedBy } = end
  const account = (useAccounts().data ?? []).find(({ id }) => id === accountId)
  const mayManage = useMay('manage')
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 py-3 sm:grid-cols-[11rem_1fr_auto]">
      <span className="text-muted">
        <time dateTime={endTime} className="block text-text">
          {moment(endTime)}
        </time>
        {ago(endTime)}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <PlatformMark name={platform} />{' '}
        <Link
          to="/running"
          search={{ level: entityType, row: `${accountId}:${entityId}` }}
          className="font-medium hover:underline"
        >
          {name}
        </Link>{' '}
        <SandboxOrLive of={[sandbox]} />
        <span className="block text-[13px] text-muted">
          {account?.name ?? accountId} · {t('set by {askedBy}', { askedBy })}
        </span>
        {problem !== null && (
          <span className="block text-[13px] text-warn">
            <Said>{problem}</Said>
          </span>
        )}
      </span>
      <span className="flex items-start gap-1.5">
        {state === 'kept' && <Badge>{t('paused {keptAt}', { keptAt: ago(keptAt) })}</Badge>}
        <Button small disabled={!mayManage} aria-label={t('Take the end of {name} away', { name })} onClick={onRemove}>
          {t('Take away …')}
        </Button>
      </span>
    </li>
  )
}

function AskRemove({ end: { id, name, state }, onClose }: { end: KeptEnd; onClose: () => void }) {
  const removing = useWrite(removeEnd, { then: onClose })
  return (
    <Confirm
      onClose={onClose}
      title={t('Take the end of “{name}” away?', { name })}
      lead={
        state === 'kept'
          ? t('It was paused and stays so.')
          : t('It runs on until somebody pauses it, and goes on to spend.')
      }
      action={t('Take it away')}
      danger={state !== 'kept'}
      of={removing}
      input={id}
    />
  )
}
