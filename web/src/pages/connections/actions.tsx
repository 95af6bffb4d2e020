import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Connection } from '../../../../client/src/index.ts'
import { checkConnection, rehearseConnection } from '../../data/connections.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Disconnect } from './disconnect.tsx'
import { stateWord, t } from '../../languages/t.ts'

type Stored = Connection & { id: string }

const isStored = (connection: Connection): connection is Stored => connection.id !== null

/** What can be done with a connection; the sandbox in the place of one has nothing to do. */
export function Actions({ connection }: { connection: Connection }) {
  return isStored(connection) ? <StoredActions connection={connection} /> : null
}

function StoredActions({ connection }: { connection: Stored }) {
  const admin = useMay('admin')
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const { id, platform, platformTitle, label, state, origin, sandbox, unusedAccounts } = connection
  const check = useWrite(checkConnection, {
    done: ({ state: found, stateReason }) =>
      found === 'ok'
        ? t('{platformTitle} takes it.', { platformTitle })
        : [t('It is {found}.', { found: stateWord(found) }), stateReason ?? undefined],
  })
  const rehearse = useWrite(rehearseConnection, { done: t('It is being tried. Nothing is made.') })
  const search = { connectionId: Number(id), sandbox: sandbox || undefined } as const
  return (
    <div className="mt-auto flex flex-col gap-2">
      <Problem error={check.error ?? rehearse.error} />
      <div className="flex flex-wrap gap-2">
        <Link
          to="/connections/$id"
          params={{ id }}
          className="inline-flex h-7 items-center rounded-md border border-field bg-surface px-2 text-[13px] font-medium hover:bg-raised"
        >
          {unusedAccounts > 0
            ? t('Choose accounts ({unusedAccounts} unused)', { unusedAccounts })
            : t('Choose accounts')}
        </Link>
        {origin === 'consent' && (
          <Button
            small
            look={state === 'ok' ? 'plain' : 'main'}
            disabled={!admin}
            onClick={() => void navigate({ to: '/connect/$platform', params: { platform }, search })}
          >
            {t('Connect again')}
          </Button>
        )}
        <Button small disabled={!admin} busy={check.isPending} onClick={() => check.mutate({ id })}>
          {t('Check')}
        </Button>
        <Button
          small
          disabled={!admin}
          busy={rehearse.isPending}
          title={t('Tries everything that launching needs, by the platform’s own dry run: nothing is made')}
          onClick={() => rehearse.mutate({ id })}
        >
          {t('Rehearse')}
        </Button>
        <Button
          small
          disabled={!admin}
          aria-label={t('Disconnect {platformTitle} ({label})', { platformTitle, label })}
          onClick={() => setLeaving(true)}
        >
          {t('Disconnect')}
        </Button>
      </div>
      {isLeaving && <Disconnect connection={connection} onClose={() => setLeaving(false)} />}
    </div>
  )
}
