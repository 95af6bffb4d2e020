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
import { Language } from './language.tsx'
import { Mails } from './mails.tsx'
import { Passkeys } from './passkeys.tsx'
import { stateWord, t } from '../../languages/t.ts'

export function YourSettings() {
  const session = useSession().data
  return (
    <Page
      title={t('You')}
      lead={
        session
          ? t('{name}, {role} of {name2}', {
              name: session.person.name,
              role: stateWord(session.person.role),
              name2: session.company.name,
            })
          : undefined
      }
    >
      <Language />
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
  const end = useWrite(endSession, { done: t('That session has ended.') })
  return (
    <Card title={t('Where you are signed in')}>
      <Problem error={end.error} />
      <Answer of={sessions} what={t('sessions')}>
        {({ data }) => (
          <Table
            label={t('Sessions')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                head: t('Browser'),
                cell: ({ browser }) => <span className="line-clamp-1">{browser ?? t('unknown')}</span>,
              },
              { head: t('Address'), cell: ({ address }) => address ?? '–', wideOnly: true },
              { head: t('By##how somebody signed in'), cell: ({ way }) => way, wideOnly: true },
              { head: t('Last seen'), cell: ({ lastSeenAt }) => ago(lastSeenAt) },
              {
                head: t('Actions'),
                cell: ({ id, current }) =>
                  current ? (
                    <Badge tone="good">{t('this browser')}</Badge>
                  ) : (
                    <Button small aria-label={t('End session {id}', { id })} onClick={() => end.mutate({ id })}>
                      {t('End')}
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
