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

const endings = [
  { value: '', label: 'Choose what becomes of them' },
  { value: 'pause', label: 'Pause them now' },
  { value: 'drop', label: 'Let them go on without an end' },
]

/** Says what stops before anything does. */
export function Disconnect({ connection, onClose }: { connection: Connection & { id: string }; onClose: () => void }) {
  const { id, platformTitle, label } = connection
  const uses = useConnectionUses(id)
  const [ends, setEnds] = useState<EndChoice | ''>('')
  const leave = useWrite(disconnect, {
    done: ({ revoked, revokeByHand }) =>
      revoked
        ? ['Disconnected.', `${platformTitle} took the consent back.`]
        : ['Disconnected.', revokeByHand === null ? undefined : `Take the consent back there: ${revokeByHand}`],
    then: onClose,
  })
  const needsChoice = (uses.data?.ends.length ?? 0) > 0 && ends === ''
  const input = ends === '' ? { id } : { id, ends }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Disconnect ${platformTitle} (${label})?`}
      lead="What was read and done through it stays: figures, batches, receipts and the audit log."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            busy={leave.isPending}
            disabled={!uses.data || needsChoice}
            onClick={() => leave.mutate(input)}
          >
            Disconnect
          </Button>
        </>
      }
    >
      <Answer of={uses} what="what stops">
        {(data) => (
          <>
            <WhatStops uses={data} />
            {data.ends.length > 0 && (
              <SelectField
                label="What is to end there"
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
    accounts.length > 0 && `${of(accounts.length, 'ad account')}: ${namesOf(accounts)}`,
    syncedAccounts > 0 && `the daily figures of ${of(syncedAccounts, 'account')} are read no more`,
    batches.length > 0 && `ads of ${of(batches.length, 'batch', 'batches')} wait until it is connected again`,
    rules.length > 0 && `rules see these accounts no more: ${namesOf(rules)}`,
    ...ends.map(({ name, endTime }) => `nobody ends “${name}” at ${moment(endTime)}`),
  ].filter((line) => line !== false)
  if (lines.length === 0) return <p>Nothing is reached through it, so nothing stops.</p>
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
  return [...names, ...(all.length > shownNames ? [`${all.length - shownNames} more`] : [])].join(', ')
}

const of = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
