import { useState } from 'react'
import type { Connection, EndChoice, ListConnectionUsesReply } from '../../../../client/src/index.ts'
import { disconnect, useConnectionUses } from '../../data/connections.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { moment } from '../../ui/words/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { t } from '../../languages/t.ts'

const endings = [
  { value: '', label: t('Choose what becomes of them') },
  { value: 'pause', label: t('Pause them now') },
  { value: 'drop', label: t('Let them go on without an end') },
]

/** Says what stops before anything does. */
export function Disconnect({ connection, onClose }: { connection: Connection & { id: string }; onClose: () => void }) {
  const { id, platformTitle, label } = connection
  const uses = useConnectionUses(id)
  const [ends, setEnds] = useState<EndChoice | ''>('')
  const leave = useWrite(disconnect, {
    done: ({ revoked, revokeByHand }) =>
      revoked
        ? [t('Disconnected.'), t('{platformTitle} took the consent back.', { platformTitle })]
        : [
            t('Disconnected.'),
            revokeByHand === null ? undefined : t('Take the consent back there: {revokeByHand}', { revokeByHand }),
          ],
    then: onClose,
  })
  const needsChoice = (uses.data?.ends.length ?? 0) > 0 && ends === ''
  const input = ends === '' ? { id } : { id, ends }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Disconnect {platformTitle} ({label})?', { platformTitle, label })}
      lead={t('What was read and done through it stays: figures, batches, receipts and the audit log.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button
            look="danger"
            busy={leave.isPending}
            disabled={!uses.data || needsChoice}
            onClick={() => leave.mutate(input)}
          >
            {t('Disconnect')}
          </Button>
        </>
      }
    >
      <Answer of={uses} what={t('what stops')}>
        {(data) => (
          <>
            <WhatStops uses={data} />
            {data.ends.length > 0 && (
              <SelectField
                label={t('What is to end there')}
                options={endings}
                value={ends}
                onChange={(choice) => setEnds(choice as EndChoice | '')}
              />
            )}
          </>
        )}
      </Answer>
      <Problem error={leave.error} />
    </Dialog>
  )
}

function WhatStops({ uses: { accounts, batches, rules, syncedAccounts, ends } }: { uses: ListConnectionUsesReply }) {
  const lines = [
    accounts.length > 0 &&
      t(
        { one: '{count} ad account: {names}', other: '{count} ad accounts: {names}' },
        { count: accounts.length, names: namesOf(accounts) },
      ),
    syncedAccounts > 0 &&
      t(
        {
          one: 'the daily figures of {count} account are read no more',
          other: 'the daily figures of {count} accounts are read no more',
        },
        { count: syncedAccounts },
      ),
    batches.length > 0 &&
      t(
        {
          one: 'ads of {count} batch wait until it is connected again',
          other: 'ads of {count} batches wait until it is connected again',
        },
        { count: batches.length },
      ),
    rules.length > 0 && t('rules see these accounts no more: {names}', { names: namesOf(rules) }),
    ...ends.map(({ name, endTime }) => t('nobody ends “{name}” at {endTime}', { name, endTime: moment(endTime) })),
  ].filter((line) => line !== false)
  if (lines.length === 0) return <p>{t('Nothing is reached through it, so nothing stops.')}</p>
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const shownNames = 5

function namesOf(all: readonly { name: string }[]): string {
  const names = all.slice(0, shownNames).map(({ name }) => name)
  return [...names, ...(all.length > shownNames ? [t('{all} more', { all: all.length - shownNames })] : [])].join(', ')
}
