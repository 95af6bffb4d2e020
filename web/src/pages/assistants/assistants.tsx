import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Assistant } from '../../../../client/src/index.ts'
import { revokeAssistant, useAssistants } from '../../data/assistants.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { ago, money } from '../../ui/words/format.ts'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Table } from '../../ui/table.tsx'
import { t } from '../../languages/t.ts'

/** The assistants that act for people here, and how one is connected. */
export function Assistants() {
  const assistants = useAssistants()
  const [revoking, setRevoking] = useState<Assistant | null>(null)
  const revoke = useWrite(revokeAssistant, {
    done: t('The assistant is revoked. Its next call is refused.'),
    then: () => setRevoking(null),
  })
  return (
    <Page
      title={t('Connected assistants')}
      lead={t(
        'Claude, ChatGPT, Cursor and others act for whoever connects them, with at most what that person may do.',
      )}
    >
      <Connect address={assistants.data?.address} />
      <Answer of={assistants} what={t('assistants')} empty={<NoAssistants />}>
        {({ data }) => <AssistantTable rows={data} onRevoke={setRevoking} />}
      </Answer>
      {revoking && (
        <Confirm
          onClose={() => setRevoking(null)}
          title={t('Revoke {name}?', { name: revoking.name })}
          action={t('Revoke it')}
          danger
          of={revoke}
          input={{ id: revoking.id }}
        >
          {t(
            'None of its tokens opens anything any more. What it began goes on; what waits for an approval of it is not done.',
          )}
        </Confirm>
      )}
    </Page>
  )
}

function Connect({ address }: { address: string | undefined }) {
  if (!address) return null
  return (
    <Card title={t('Connect one')}>
      <div className="flex flex-col gap-2">
        <p>{t('Paste this address into your assistant, where it asks for an MCP server or a custom connector:')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="rounded bg-raised px-2 py-1 break-all">{address}</code>
          <Button small onClick={() => copyText(address, t('The address is copied.'))}>
            {t('Copy')}
          </Button>
        </div>
        <p className="text-muted">
          {t('It leads you back here, where you say what it may do and how much it may let run on a day.')}
        </p>
      </div>
    </Card>
  )
}

function NoAssistants() {
  return <Empty title={t('No assistant is connected.')}>{t('Paste the address above into yours.')}</Empty>
}

function AssistantTable({ rows, onRevoke }: { rows: Assistant[]; onRevoke: (row: Assistant) => void }) {
  return (
    <Table
      label={t('Connected assistants')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: t('Name'), cell: ({ name }) => name },
        { head: t('For'), cell: ({ person }) => person.name },
        { head: t('Returns to'), cell: ({ returnsTo }) => returnsTo, wideOnly: true },
        { head: t('May'), cell: (row) => <May of={row} /> },
        {
          head: t('Daily limit'),
          cell: ({ dailyLimit }) =>
            dailyLimit ? money(dailyLimit.amount, dailyLimit.currency) : t('none##no daily limit'),
        },
        { head: t('Last used'), cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('never')) },
        {
          head: t('Actions'),
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-2">
              <Link className="underline" to="/audit" search={{ actor: `agent:${row.id}` }}>
                {t('What it did')}
              </Link>
              <Button small aria-label={t('Revoke {name}', { name: row.name })} onClick={() => onRevoke(row)}>
                {t('Revoke')}
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}

function May({ of: { scopes, spends } }: { of: Assistant }) {
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
      {scopes.some((scope) => scope !== 'read') && (
        <Badge tone={spends === 'ask' ? 'calm' : 'busy'}>{spends === 'ask' ? t('asks first') : t('acts')}</Badge>
      )}
    </span>
  )
}
