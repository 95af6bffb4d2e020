import { useNavigate, useSearch } from '@tanstack/react-router'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import type { Connection } from '../../../../client/src/index.ts'
import { useConnections } from '../../data/connections.ts'
import { titleOf } from '../../data/platforms.ts'
import { useMay } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ConnectButtons } from './connect-buttons.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { Landing } from './landing.tsx'
import { Paste } from './paste.tsx'
import { t } from '../../languages/t.ts'

/** How the company reaches each platform: what works, what it may, and when it ends. */
export function Connections() {
  const connections = useConnections()
  const admin = useMay('admin')
  const { chosen, problem, platform } = useSearch({ from: '/connections' })
  const navigate = useNavigate()
  const [isPasting, setPasting] = useState(false)
  return (
    <Page
      title={t('Connections')}
      lead={t('How Flightdeck reaches each platform. In the sandbox nothing costs money; what is live does.')}
      actions={
        <Button icon={<ClipboardPaste size={16} aria-hidden />} disabled={!admin} onClick={() => setPasting(true)}>
          {t('Paste a token')}
        </Button>
      }
    >
      <Landing problem={problem} platform={platform} connection={found(connections.data, chosen)} />
      <Answer of={connections} what={t('connections')}>
        {(all) => (
          <>
            <ConnectButtons />
            <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              {sorted(all).map((connection) => (
                <ConnectionCard
                  key={`${connection.platform} ${connection.id}`}
                  connection={connection}
                  isNew={connection.id === String(chosen)}
                />
              ))}
            </ul>
            {isPasting && (
              <Paste
                platforms={[...new Set(all.map(({ platform }) => platform))].toSorted((one, other) =>
                  titleOf(one).localeCompare(titleOf(other)),
                )}
                onClose={() => setPasting(false)}
                onAdded={({ id }) => {
                  setPasting(false)
                  void navigate({ to: '/connections', search: { chosen: Number(id) } })
                }}
              />
            )}
          </>
        )}
      </Answer>
    </Page>
  )
}

const found = (all: Connection[] | undefined, chosen: number | undefined) =>
  all?.find(({ id }) => chosen !== undefined && id === String(chosen))

const urgency = { broken: 0, expiring: 1, ok: 2 }

/** What needs a person first, then what is live, then the sandbox. */
function sorted(all: Connection[]): Connection[] {
  return all.toSorted(
    (one, other) => urgency[one.state] - urgency[other.state] || Number(one.sandbox) - Number(other.sandbox),
  )
}
