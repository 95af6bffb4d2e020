import { useParams, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { GetConnectUrlReply } from '../../../../client/src/index.ts'
import { isGone } from '../../data/client/refusal.ts'
import { useWrite } from '../../data/client/write.ts'
import { beginConnect, useConnectPage } from '../../data/connections.ts'
import { titleOf } from '../../data/platforms.ts'
import { useMay } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { safeLink } from '../../ui/links.ts'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { NotFound } from '../not-found.tsx'
import { OwnApp } from './own-app.tsx'
import { Where } from './where.tsx'
import { rich } from '../../languages/rich.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

/** What somebody sees before they consent: which company, which permissions, and whether it costs money. */
export function Connect() {
  const { platform } = useParams({ from: '/connect/$platform' })
  const { sandbox = false, connectionId } = useSearch({ from: '/connect/$platform' })
  const admin = useMay('admin')
  const asked = { platform, connectionId, ...(sandbox ? { sandbox: 'true' } : {}) }
  const page = useConnectPage(asked, admin)
  if (!page.data && isGone(page.error)) return <NotFound />
  const title =
    connectionId === undefined
      ? t('Connect {platform}', { platform: titleOf(platform) })
      : t('Connect {platform} again', { platform: titleOf(platform) })
  if (!admin)
    return (
      <Page title={title}>
        <Empty title={t('Connecting is for admins and owners.')}>{t('Ask one of them to open this page.')}</Empty>
      </Page>
    )
  return (
    <Page title={title} lead={t('You consent at the platform, come back here, and choose which ad accounts are used.')}>
      <Answer of={page} what={t('what is asked for')}>
        {(data) => <Consent page={data} />}
      </Answer>
    </Page>
  )
}

function Consent({ page }: { page: GetConnectUrlReply }) {
  const { platform, platformTitle, company, sandbox, connectionId, label, app, problem, asks } = page
  const [name, setName] = useState('')
  const begin = useWrite(beginConnect, {
    then: ({ authorizeUrl }) => {
      const address = safeLink(authorizeUrl)
      if (address) location.assign(address)
    },
  })
  const go = () =>
    begin.mutate({
      platform,
      sandbox,
      ...(connectionId === null ? {} : { connectionId: Number(connectionId) }),
      ...(name.trim() === '' ? {} : { label: name.trim() }),
    })
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[3fr_2fr]">
      <Card
        title={
          <span className="flex items-center gap-2">
            {t('{platformTitle} for {name}', { platformTitle, name: company.name })} <SandboxOrLive of={[sandbox]} />
          </span>
        }
      >
        <div className="flex flex-col gap-3">
          <p>
            {label === null ? (
              <>
                {rich('Ad accounts that you choose will belong to {name}.', { name: <strong>{company.name}</strong> })}
              </>
            ) : (
              <>
                {rich('The connection “{label}” of {name} is opened anew. What waits for it goes on by itself.', {
                  label,
                  name: <strong>{company.name}</strong>,
                })}
              </>
            )}{' '}
            {sandbox ? t('This leads to the simulator: nothing there costs money.') : t('Ads in them cost real money.')}
          </p>
          {connectionId === null && <Where platform={platform} sandbox={sandbox} />}
          {connectionId === null && (
            <TextField
              label={t('What to call it')}
              hint={t('For whoever has several, such as one for each client. Empty: as whoever consents.')}
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          {problem !== null && (
            <p className="rounded-md bg-warn-soft p-3 text-warn">
              {app === 'none' ? (
                t('{platformTitle} has to know an app before it asks anybody: set one beside.', { platformTitle })
              ) : (
                <Said>{problem}</Said>
              )}
            </p>
          )}
          <Problem error={begin.error} />
          <Button
            look="main"
            className="self-start"
            icon={<ExternalLink size={16} aria-hidden />}
            busy={begin.isPending}
            disabled={problem !== null}
            onClick={go}
          >
            {t('Continue to {platformTitle}', { platformTitle })}
          </Button>
          <Permissions asks={asks} />
        </div>
      </Card>
      {!sandbox && <OwnApp platform={platform} />}
    </div>
  )
}

function Permissions({ asks }: { asks: GetConnectUrlReply['asks'] }) {
  if (asks.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-[13px]">
      <h3 className="font-medium">{t('What you will be asked to allow')}</h3>
      <ul className="flex flex-col gap-1">
        {asks.map(({ scope, feature, required }) => (
          <li key={`${scope} ${feature}`} className="flex flex-wrap items-baseline gap-x-2">
            <code className="rounded bg-raised px-1 font-mono text-xs">{scope}</code>
            <span className="text-muted">
              {required ? (
                <Said>{feature}</Said>
              ) : (
                rich('{feature}, may be left out', { feature: <Said>{feature}</Said> })
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
