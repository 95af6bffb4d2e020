import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../../data/flightdeck.ts'
import { useWrite } from '../../data/write.ts'
import { Button } from '../../ui/button.tsx'
import { ago } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'

/** Invites that nobody has taken yet. */
export function Invites() {
  const invites = useQuery({ queryKey: ['invites'], queryFn: () => flightdeck.listInvites() })
  const withdraw = useWrite({
    run: (id: number) => flightdeck.withdrawInvite({ id }),
    done: 'Withdrawn: the link opens nothing any more.',
    ages: ['invites'],
  })
  const rows = invites.data?.data ?? []
  if (rows.length === 0) return null
  return (
    <Card title="Open invites">
      {withdraw.isError && <Problem error={withdraw.error} />}
      <Table
        label="Open invites"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'E-mail', cell: ({ email }) => email },
          { head: 'Role', cell: ({ role }) => role },
          { head: 'Ends', cell: ({ expiresAt }) => ago(expiresAt), wideOnly: true },
          {
            head: 'Actions',
            cell: ({ id, email }) => (
              <Button small aria-label={`Withdraw the invite of ${email}`} onClick={() => withdraw.mutate(id)}>
                Withdraw
              </Button>
            ),
          },
        ]}
      />
    </Card>
  )
}
