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

export function Keys() {
  const admin = useMay('admin')
  const keys = useKeys()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const revoke = useWrite(revokeKey, {
    done: 'The key is revoked. Calls with it are refused from now on.',
    then: () => setRevoking(null),
  })
  return (
    <Page
      title="API keys"
      lead="For scripts, agents and the command line. A key is shown once; what it may do is decided when it is made."
      actions={
        <Button look="main" icon={<Plus size={16} aria-hidden />} disabled={!admin} onClick={() => setMaking(true)}>
          New key
        </Button>
      }
    >
      {admin ? (
        <Answer of={keys} what="keys" empty={<NoKeys />}>
          {(rows) => <KeyTable rows={rows} onRevoke={setRevoking} />}
        </Answer>
      ) : (
        <Empty title="Keys are for admins and owners.">Ask one of them for a key.</Empty>
      )}
      {making && <NewKey onClose={() => setMaking(false)} />}
      {revoking && (
        <Confirm
          onClose={() => setRevoking(null)}
          title={`Revoke ${revoking.name}?`}
          action="Revoke the key"
          danger
          of={revoke}
          input={{ id: revoking.id }}
        >
          Everything that calls with it stops working at once. This cannot be taken back.
        </Confirm>
      )}
    </Page>
  )
}

function NoKeys() {
  return <Empty title="No keys yet.">Make one to call the API, or to hand it to an agent.</Empty>
}

function KeyTable({ rows, onRevoke }: { rows: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <Table
      label="API keys"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: 'Begins with', cell: ({ start }) => <code>{start}…</code>, wideOnly: true },
        { head: 'May', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        { head: 'When it spends', cell: (key) => <Spends of={key} /> },
        { head: 'Made by', cell: ({ madeBy }) => <Maker of={madeBy} />, wideOnly: true },
        { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : 'never') },
        { head: 'Ends', cell: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : 'never'), wideOnly: true },
        {
          head: 'Actions',
          cell: (key) => (
            <Button small aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          ),
        },
      ]}
    />
  )
}

const spendsWords: Record<ApiKey['spends'], { now: string; change: string; done: string }> = {
  act: { now: 'acts', change: 'Let it ask', done: 'It asks before it spends from now on.' },
  ask: { now: 'asks first', change: 'Let it act', done: 'It acts from now on, as far as guards let it.' },
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
  if (of === null) return 'the operator'
  return (
    <span className="flex flex-wrap items-center gap-1">
      {of.name} <Badge>{of.role ?? 'has left'}</Badge>
    </span>
  )
}

function Scopes({ scopes }: { scopes: string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
    </span>
  )
}
