import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../../client/src/index.ts'
import { revokeKey, updateKey, useKeys } from '../../data/session/keys.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { ago, moment } from '../../ui/words/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { sayProblem } from '../../ui/say.ts'
import { Table } from '../../ui/table.tsx'
import { NewKey } from './new-key.tsx'
import { stateWord, t } from '../../languages/t.ts'

export function Keys() {
  const admin = useMay('admin')
  const keys = useKeys()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const revoke = useWrite(revokeKey, {
    done: t('The key is revoked. Calls with it are refused from now on.'),
    then: () => setRevoking(null),
  })
  return (
    <Page
      title={t('API keys')}
      lead={t(
        'For scripts, agents and the command line. A key is shown once; what it may do is decided when it is made.',
      )}
      actions={
        <Button look="main" icon={<Plus size={16} aria-hidden />} disabled={!admin} onClick={() => setMaking(true)}>
          {t('New key')}
        </Button>
      }
    >
      {admin ? (
        <Answer of={keys} what={t('keys')} empty={<NoKeys />}>
          {(rows) => <KeyTable rows={rows} onRevoke={setRevoking} />}
        </Answer>
      ) : (
        <Empty title={t('Keys are for admins and owners.')}>{t('Ask one of them for a key.')}</Empty>
      )}
      {making && <NewKey onClose={() => setMaking(false)} />}
      {revoking && (
        <Confirm
          onClose={() => setRevoking(null)}
          title={t('Revoke {name}?', { name: revoking.name })}
          action={t('Revoke the key')}
          danger
          of={revoke}
          input={{ id: revoking.id }}
        >
          {t('Everything that calls with it stops working at once. This cannot be taken back.')}
        </Confirm>
      )}
    </Page>
  )
}

function NoKeys() {
  return <Empty title={t('No keys yet.')}>{t('Make one to call the API, or to hand it to an agent.')}</Empty>
}

function KeyTable({ rows, onRevoke }: { rows: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <Table
      label={t('API keys')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: t('Name'), cell: ({ name }) => name },
        { head: t('Begins with'), cell: ({ start }) => <code>{start}…</code>, wideOnly: true },
        { head: t('May'), cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        { head: t('When it spends'), cell: (key) => <Spends of={key} /> },
        { head: t('Made by'), cell: ({ madeBy }) => <Maker of={madeBy} />, wideOnly: true },
        { head: t('Last used'), cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('never')) },
        { head: t('Ends'), cell: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : t('never')), wideOnly: true },
        {
          head: t('Actions'),
          cell: (key) => (
            <Button small aria-label={t('Revoke {name}', { name: key.name })} onClick={() => onRevoke(key)}>
              {t('Revoke')}
            </Button>
          ),
        },
      ]}
    />
  )
}

const spendsWords: Record<ApiKey['spends'], { now: string; change: string; done: string }> = {
  act: { now: t('acts'), change: t('Let it ask'), done: t('It asks before it spends from now on.') },
  ask: { now: t('asks first'), change: t('Let it act'), done: t('It acts from now on, as far as guards let it.') },
}

function Spends({ of: { id, name, spends } }: { of: ApiKey }) {
  const other = spends === 'act' ? 'ask' : 'act'
  const words = spendsWords[spends]
  const change = useWrite(updateKey, { done: words.done, failed: sayProblem })
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={spends === 'ask' ? 'calm' : 'busy'}>{words.now}</Badge>
      <Button
        small
        busy={change.isPending}
        aria-label={`${words.change}: ${name}`}
        onClick={() => change.mutate({ id, spends: other })}
      >
        {words.change}
      </Button>
    </span>
  )
}

function Maker({ of }: { of: ApiKey['madeBy'] }) {
  if (of === null) return t('the operator')
  return (
    <span className="flex flex-wrap items-center gap-1">
      {of.name} <Badge>{of.role ? stateWord(of.role) : t('has left')}</Badge>
    </span>
  )
}

function Scopes({ scopes }: { scopes: string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Badge key={scope}>{stateWord(scope)}</Badge>
      ))}
    </span>
  )
}
