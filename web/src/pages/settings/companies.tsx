import { acceptCompany, useOwnCompanies } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { stateWord, t } from '../../languages/t.ts'

/** The companies that one belongs to, and those where somebody was invited by the same address: they stay apart until one accepts. */
export function Companies() {
  const companies = useOwnCompanies()
  const accept = useWrite(acceptCompany, {
    done: ({ company }) => t('You belong to {name} now. Sign in there to work there.', { name: company.name }),
  })
  const rows = companies.data?.data ?? []
  if (rows.length < 2) return null
  return (
    <Card title={t('Your companies')}>
      <p className="mb-2 text-muted">
        {t(
          'Where your address was invited before it was confirmed, somebody separate has it. Accept what is yours: their role and workspaces become yours, and what signed them in ends.',
        )}
      </p>
      <Problem error={accept.error} />
      <Table
        label={t('Your companies')}
        rows={rows}
        keyOf={({ slug }) => slug}
        columns={[
          { head: t('Company'), cell: ({ name }) => name },
          { head: t('Role'), cell: ({ role }) => stateWord(role) },
          {
            head: t('State'),
            cell: ({ slug, name, state, current }) =>
              current ? (
                <Badge tone="good">{t('signed in here')}</Badge>
              ) : state === 'member' ? (
                t('you belong to it')
              ) : (
                <Button
                  small
                  aria-label={t('Accept {name}', { name })}
                  busy={accept.isPending && accept.variables.slug === slug}
                  onClick={() => accept.mutate({ slug })}
                >
                  {t('Accept')}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  )
}
