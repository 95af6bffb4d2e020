import type { startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { flightdeck } from '../../data/flightdeck.ts'
import { useWrite } from '../../data/write.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ago } from '../../ui/format.ts'
import { Card, Empty } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'

export function Passkeys() {
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => flightdeck.listPasskeys() })
  const [name, setName] = useState('')
  const make = useWrite({
    run: () => makePasskey(name.trim()),
    done: 'The passkey is kept: next time it signs you in.',
    ages: ['passkeys'],
    then: () => setName(''),
  })
  const remove = useWrite({
    run: (id: number) => flightdeck.deletePasskey({ id }),
    done: 'The passkey is removed.',
    ages: ['passkeys'],
  })
  const rows = passkeys.data?.data ?? []
  const problem = make.error ?? remove.error ?? passkeys.error
  return (
    <Card title="Passkeys">
      <div className="flex flex-col gap-3">
        {rows.length === 0 ? (
          <Empty title="No passkey yet.">
            With one you sign in by fingerprint, face or security key instead of a link.
          </Empty>
        ) : (
          <Table
            label="Passkeys"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Name', cell: (passkey) => passkey.name },
              { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : 'never') },
              {
                head: 'Actions',
                cell: (passkey) => (
                  <Button small aria-label={`Remove ${passkey.name}`} onClick={() => remove.mutate(passkey.id)}>
                    Remove
                  </Button>
                ),
              },
            ]}
          />
        )}
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label="Name of a new passkey"
            placeholder="This laptop"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            icon={<Fingerprint size={15} aria-hidden />}
            busy={make.isPending}
            disabled={name.trim() === ''}
            onClick={() => make.mutate()}
          >
            Make a passkey
          </Button>
        </div>
        {problem && <Problem error={problem} />}
      </div>
    </Card>
  )
}

type Wanted = Parameters<typeof startRegistration>[0]['optionsJSON']

async function makePasskey(name: string) {
  const browser = await import('@simplewebauthn/browser')
  const { options } = await flightdeck.beginPasskey()
  const response = await browser.startRegistration({ optionsJSON: options as unknown as Wanted })
  return flightdeck.createPasskey({ name, response: { ...response } })
}
