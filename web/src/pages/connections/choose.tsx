import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListConnectionAccountsReply, OpenedAccount } from '../../../../client/src/index.ts'
import { chooseAccounts, takeInAccounts, useConnectionAccounts } from '../../data/connections.ts'
import { titleOf } from '../../data/platforms.ts'
import { isGone } from '../../data/client/refusal.ts'
import { useWrite } from '../../data/client/write.ts'
import { useMay } from '../../data/session/session.ts'
import { useWorkspaces } from '../../data/session/workspaces.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge, State } from '../../ui/badge.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { NotFound } from '../not-found.tsx'
import { t } from '../../languages/t.ts'

/** Which of the accounts that a connection opens are used, and where. */
export function ChooseAccounts() {
  const { id } = useParams({ from: '/connections/$id' })
  const opened = useConnectionAccounts(id)
  if (!opened.data && isGone(opened.error)) return <NotFound />
  const { platform, label } = opened.data ?? {}
  return (
    <Page
      title={
        platform === undefined
          ? t('Ad accounts')
          : t('Ad accounts of {platform} ({label})', { platform: titleOf(platform), label: String(label) })
      }
      lead={t(
        'Those that you choose are used from now on: listed, read, reported, and ready for ads. The rest stays unused.',
      )}
      actions={<Link to="/connections">{t('All connections')}</Link>}
    >
      <Answer of={opened} what={t('its ad accounts')}>
        {(data) => (
          <>
            <Waiting opened={data} />
            <Choice opened={data} />
          </>
        )}
      </Answer>
    </Page>
  )
}

/** Newly chosen accounts are left alone by rules that act, until somebody takes them in knowing which those are. */
function Waiting({ opened: { connectionId, accounts } }: { opened: ListConnectionAccountsReply }) {
  const admin = useMay('admin')
  const waiting = accounts.filter(({ takenIn }) => takenIn === false)
  const take = useWrite(takeInAccounts, { done: t('Rules may work there from now on.') })
  if (waiting.length === 0) return null
  const rules = [...new Map(waiting.flatMap((account) => account.rules).map((rule) => [rule.id, rule])).values()]
  return (
    <Card title={t('New here: rules leave them alone')}>
      <div className="flex flex-col gap-3">
        <p>
          {rules.length === 0
            ? t('{waiting}. No rule would act in them today.', { waiting: waiting.map(({ name }) => name).join(', ') })
            : t('{waiting}. Once you take them in, these rules act there by themselves:', {
                waiting: waiting.map(({ name }) => name).join(', '),
              })}
        </p>
        {rules.length > 0 && (
          <ul className="list-disc pl-5">
            {rules.map(({ id, name, does }) => (
              <li key={id}>
                <strong>{name}</strong>: {does.join(', ')}
              </li>
            ))}
          </ul>
        )}
        <Problem error={take.error} />
        <Button
          className="self-start"
          disabled={!admin}
          busy={take.isPending}
          onClick={() => take.mutate({ id: connectionId, accountIds: waiting.map(({ id }) => id) })}
        >
          {t({ one: 'Let rules work in it', other: 'Let rules work in them' }, { count: waiting.length })}
        </Button>
      </div>
    </Card>
  )
}

const isUsed = ({ chosen, workspaceId }: OpenedAccount) => chosen || workspaceId !== null

function Choice({
  opened: { connectionId, accounts, accountsMode, unread, sandbox },
}: {
  opened: ListConnectionAccountsReply
}) {
  const admin = useMay('admin')
  const workspaces = useWorkspaces().data ?? []
  const [chosen, setChosen] = useState(() => new Set(accounts.filter(isUsed).map(({ id }) => id)))
  const [places, setPlaces] = useState<Record<string, string>>({})
  const choose = useWrite(chooseAccounts, {
    done: ({ accounts: now }) => t('{now} of {now2} are used.', { now: now.filter(isUsed).length, now2: now.length }),
  })
  const toggle = (id: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, id] : [...now].filter((other) => other !== id)))
  const press = () =>
    choose.mutate({
      id: connectionId,
      accounts: [...chosen].map((accountId) => {
        const workspaceId = places[accountId]
        return workspaceId === undefined ? { accountId } : { accountId, workspaceId }
      }),
    })
  if (accounts.length === 0) return <Empty title={t('The platform lists no ad account for it.')} />
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {t('What it opens')} <SandboxOrLive of={[sandbox]} />
        </span>
      }
      actions={
        <span className="flex gap-2">
          <Button small onClick={() => setChosen(new Set(accounts.map(({ id }) => id)))}>
            {t('All')}
          </Button>
          <Button small onClick={() => setChosen(new Set())}>
            {t('None')}
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        {accountsMode === 'all' && (
          <p className="text-muted">
            {t('So far whatever it opens is used, what comes later too. Keeping a choice ends that.')}
          </p>
        )}
        {unread !== null && (
          <p className="rounded-md bg-warn-soft p-2 text-warn">{t('Some may be missing: {unread}', { unread })}</p>
        )}
        <ul className="flex flex-col divide-y">
          {accounts.map((account) => (
            <li key={account.id} className="grid grid-cols-1 items-center gap-2 py-2 sm:grid-cols-[1fr_14rem]">
              <span className="flex flex-wrap items-center gap-2">
                <Checkbox
                  label={account.name}
                  checked={chosen.has(account.id)}
                  disabled={!admin}
                  onChange={(event) => toggle(account.id, event.target.checked)}
                />
                <span className="text-[13px] text-muted">
                  {account.id} · {account.currency} · {account.timeZone}
                </span>
                {account.status !== 'active' && <State word={account.status} />}
                {!account.listed && <Badge tone="warn">{t('not listed any more')}</Badge>}
              </span>
              {workspaces.length > 1 && chosen.has(account.id) && (
                <SelectField
                  label={t('Workspace of {name}', { name: account.name })}
                  hideLabel
                  disabled={!admin}
                  options={workspaces.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={places[account.id] ?? account.workspaceId ?? String(workspaces[0]?.id ?? '')}
                  onChange={(workspaceId) => setPlaces((now) => ({ ...now, [account.id]: workspaceId }))}
                />
              )}
            </li>
          ))}
        </ul>
        <Problem error={choose.error} />
        <Button look="main" className="self-start" disabled={!admin} busy={choose.isPending} onClick={press}>
          {t('Use {size} of {accounts}', { size: chosen.size, accounts: accounts.length })}
        </Button>
      </div>
    </Card>
  )
}
