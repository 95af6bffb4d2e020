import type { Connection } from '../../../../client/src/index.ts'
import { useConnections } from '../../data/connections.ts'
import { useSession } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Page } from '../../ui/page.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { HowToConnect } from './how-to-connect.tsx'

/** How the company reaches each platform: what works, what it may, and when it ends. */
export function Connections() {
  const connections = useConnections()
  const slug = useSession().data?.company.slug
  return (
    <Page
      title="Connections"
      lead="How Flightdeck reaches each platform. A platform without a connection is the sandbox, where nothing costs money."
    >
      <Answer of={connections} what="connections">
        {(all) => (
          <>
            <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              {sorted(all).map((connection) => (
                <ConnectionCard key={`${connection.platform} ${connection.id}`} connection={connection} />
              ))}
            </ul>
            <HowToConnect platforms={[...new Set(all.map(({ platform }) => platform))]} company={slug} />
          </>
        )}
      </Answer>
    </Page>
  )
}

const urgency = { broken: 0, expiring: 1, ok: 2 }

/** What needs a person first, then what is live, then the sandbox. */
function sorted(all: Connection[]): Connection[] {
  return all.toSorted(
    (one, other) => urgency[one.state] - urgency[other.state] || Number(one.sandbox) - Number(other.sandbox),
  )
}
