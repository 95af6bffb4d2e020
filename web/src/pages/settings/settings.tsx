import { endSession, useSession, useSessions } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ago } from '../../ui/words/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { Companies } from './companies.tsx'
import { Currency } from './currency.tsx'
import { Mails } from './mails.tsx'
import { Passkeys } from './passkeys.tsx'

export function YourSettings() {
  const session = useSession().data
  return (
    <Page
      title="You"
      lead={session ? `${session.person.name}, ${session.person.role} of ${session.company.name}` : undefined}
    >
      <Passkeys />
      <Mails />
      <Companies />
      <Currency />
      <Sessions />
    </Page>
  )
}

function Sessions() {
  const sessions = useSessions()
  const end = useWrite(endSession, { done: 'That session has ended.' })
  return (
    <Card title="Where you are signed in">
      <Problem error={end.error} />
      <Answer of={sessions} what="sessions">
        {({ data }) => (
          <Table
            label="Sessions"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Browser', cell: ({ browser }) => <span className="line-clamp-1">{browser ?? 'unknown'}</span> },
              { head: 'Address', cell: ({ address }) => address ?? '–', wideOnly: true },
              { head: 'By', cell: ({ way }) => way, wideOnly: true },
              { head: 'Last seen', cell: ({ lastSeenAt }) => ago(lastSeenAt) },
              {
                head: 'Actions',
                cell: ({ id, current }) =>
                  current ? (
                    <Badge tone="good">this browser</Badge>
                  ) : (
                    <Button small aria-label={`End session ${id}`} onClick={() => end.mutate({ id })}>
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Answer>
    </Card>
  )
}
