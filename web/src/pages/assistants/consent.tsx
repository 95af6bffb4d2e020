import { Bot } from 'lucide-react'
import { useState } from 'react'
import type { ConsentRequest } from '../../../../client/src/index.ts'
import { queryAtStart } from '../../data/consent-request.ts'
import { connectAssistant, useConsentRequest } from '../../data/assistants.ts'
import { useSession } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { WorkspaceBoxes } from '../people/workspace-boxes.tsx'
import { Decide, limitProblem } from './decide.tsx'
import type { Decision } from './decide.tsx'
import { WayOn } from '../../ui/way-on.tsx'
import { t } from '../../languages/t.ts'

type Asks = NonNullable<ConsentRequest['asks']>

/** Where an assistant sends its person: who asks, for what, and with which limit. */
export function Consent() {
  const request = useConsentRequest(queryAtStart)
  if (queryAtStart === '')
    return (
      <Page title={t('Connect an assistant')}>
        <Empty title={t('No assistant asks for anything.')}>
          {t('Paste the address from Assistants into yours; it leads here.')}
          <WayOn to="/assistants">{t('Assistants')}</WayOn>
        </Empty>
      </Page>
    )
  return (
    <Page
      title={t('Connect an assistant')}
      lead={t('It acts for you, with at most what you may do yourself. You can revoke it at any time.')}
    >
      <Answer of={request} what={t('what the assistant asks for')}>
        {({ problem, asks }) => (asks ? <RequestedScopes asks={asks} /> : <Refused problem={problem} />)}
      </Answer>
    </Page>
  )
}

function Refused({ problem }: { problem: ConsentRequest['problem'] }) {
  const returnTo = problem?.returnTo ?? null
  return (
    <Card title={t('This assistant cannot be connected like this')}>
      <div className="flex flex-col gap-3">
        <p role="alert" className="wrap-anywhere">
          {problem?.message}
        </p>
        <p className="text-muted">{t('Nothing was connected, and nobody was sent anywhere.')}</p>
        {returnTo !== null && (
          <Button className="self-start" onClick={() => location.assign(returnTo)}>
            {t('Go back and tell it')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function RequestedScopes({ asks }: { asks: Asks }) {
  const session = useSession().data
  const [decision, setDecision] = useState<Decision>(() => firstDecision(asks))
  const connect = useWrite(connectAssistant, { then: ({ returnTo }) => location.assign(returnTo) })
  const [pressed, setPressed] = useState(false)
  const problem = pressed ? limitProblem(asks, decision) : null
  const press = () => {
    setPressed(true)
    if (limitProblem(asks, decision) !== null) return
    connect.mutate({
      ...{ query: queryAtStart, digest: asks.digest, scopes: decision.scopes },
      ...{ workspaceIds: decision.workspaceIds, spends: decision.spends },
      ...(decision.limit.trim() === '' ? {} : { dailyLimit: Number(decision.limit), currency: decision.currency }),
    })
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Bot size={18} aria-hidden /> {asks.name}
        </span>
      }
    >
      <div className="flex max-w-2xl flex-col gap-4">
        <Who asks={asks} company={session?.company.name ?? ''} />
        <Decide asks={asks} decision={decision} onChange={setDecision} problem={problem} />
        <WorkspaceBoxes
          chosen={decision.workspaceIds}
          onChange={(workspaceIds) => setDecision({ ...decision, workspaceIds })}
        />
        <Problem error={connect.error} />
        <div className="flex flex-wrap gap-2">
          <Button look="main" busy={connect.isPending} onClick={press}>
            {t('Connect {name}', { name: asks.name })}
          </Button>
          <Button onClick={() => location.assign(asks.refuseTo)}>{t('Refuse')}</Button>
        </div>
      </div>
    </Card>
  )
}

function firstDecision({ scopes, before }: Asks): Decision {
  return {
    scopes: scopes.filter(({ asked, had }) => asked || had).map(({ scope }) => scope),
    workspaceIds: before?.workspaceIds ?? [],
    spends: 'ask',
    limit: '',
    currency: before?.dailyLimit?.currency ?? '',
  }
}

/** Names are what somebody calls themselves: whose word it is stands beside them. */
function Who({ asks: { name, vouchedBy, returnPlace, isOnDevice, before }, company }: { asks: Asks; company: string }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-muted">{t('Acts in')}</dt>
      <dd className="font-medium">{company}</dd>
      <dt className="text-muted">{t('Returns to')}</dt>
      <dd className="font-medium wrap-anywhere">{returnPlace}</dd>
      <dt className="text-muted">{t('Its name')}</dt>
      <dd>
        {vouchedBy === null
          ? t('It calls itself {name}; nobody vouches for that.', { name })
          : t('By the word of {vouchedBy}.', { vouchedBy })}{' '}
        {isOnDevice
          ? t('Any program on your device could be behind it: connect it only if you have just started it there.')
          : null}
      </dd>
      {before?.isSame && (
        <>
          <dt className="text-muted">{t('Before##earlier')}</dt>
          <dd>
            {before.connected ? t('It is connected, and asks anew.') : t('You had connected it, and revoked it.')}
          </dd>
        </>
      )}
    </dl>
  )
}
