import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { createPasskey, deletePasskey, usePasskeys } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ago } from '../../ui/words/format.ts'
import { Card, Empty } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { t } from '../../languages/t.ts'

export function Passkeys() {
  const passkeys = usePasskeys()
  const [name, setName] = useState('')
  const make = useWrite(createPasskey, {
    done: t('The passkey is kept: next time it signs you in.'),
    then: () => setName(''),
  })
  const remove = useWrite(deletePasskey, { done: t('The passkey is removed.') })
  const problem = make.error ?? remove.error
  return (
    <Card title={t('Passkeys')}>
      <div className="flex flex-col gap-3">
        <Answer
          of={passkeys}
          what={t('passkeys')}
          empty={
            <Empty title={t('No passkey yet.')}>
              {t('With one you sign in by fingerprint, face or security key instead of a link.')}
            </Empty>
          }
        >
          {({ data }) => (
            <Table
              label={t('Passkeys')}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { head: t('Name'), cell: (passkey) => passkey.name },
                { head: t('Last used'), cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('never')) },
                {
                  head: t('Actions'),
                  cell: (passkey) => (
                    <Button
                      small
                      aria-label={t('Remove {name}', { name: passkey.name })}
                      onClick={() => remove.mutate({ id: passkey.id })}
                    >
                      {t('Remove')}
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Answer>
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('Name of a new passkey')}
            placeholder={t('This laptop')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            icon={<Fingerprint size={15} aria-hidden />}
            busy={make.isPending}
            disabled={name.trim() === ''}
            onClick={() => make.mutate(name.trim())}
          >
            {t('Make a passkey')}
          </Button>
        </div>
        <Problem error={problem} />
      </div>
    </Card>
  )
}
