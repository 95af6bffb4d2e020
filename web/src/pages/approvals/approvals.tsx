import { useState } from 'react'
import type { Approval } from '../../../../client/src/index.ts'
import { useApprovals } from '../../data/approvals.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { moment } from '../../ui/words/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { ApprovalDetails, askerOf, titleOf } from './approval-details.tsx'
import { Waiting } from './waiting.tsx'

export function Approvals() {
  const waiting = useApprovals({ state: 'waiting' })
  const all = useApprovals({ limit: 50 })
  const [opened, setOpened] = useState<Approval | null>(null)
  return (
    <Page
      title="Approvals"
      lead="What a guard or a rule wants a person to decide. It runs once, exactly as asked, and only while nothing it depends on has changed."
    >
      <Answer
        of={waiting}
        what="approvals"
        empty={<Empty title="Nothing waits for you.">A guard in mode “ask” puts what it stops here.</Empty>}
      >
        {({ data }) =>
          data.map((approval) => <Waiting key={approval.id} approval={approval} onOpen={() => setOpened(approval)} />)
        }
      </Answer>
      <Answer of={all} what="earlier decisions">
        {({ data }) => <Decided rows={data.filter(({ state }) => state !== 'waiting')} onOpen={setOpened} />}
      </Answer>
      {opened && <Details approval={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function Decided({ rows, onOpen }: { rows: Approval[]; onOpen: (approval: Approval) => void }) {
  if (rows.length === 0) return null
  return (
    <Table
      label="Earlier decisions"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Asked', cell: ({ askedAt }) => moment(askedAt), oneLine: true },
        { head: 'What', cell: (approval) => titleOf(approval) },
        { head: 'By', cell: ({ askedBy }) => askedBy, wideOnly: true },
        { head: 'State', cell: ({ state }) => <State word={state} /> },
        { head: 'Decided by', cell: ({ decidedBy }) => decidedBy ?? '–', wideOnly: true },
        {
          head: 'Comment',
          cell: ({ comment }) => <span className="break-words whitespace-pre-line">{comment ?? '–'}</span>,
          wideOnly: true,
        },
        {
          head: 'Details',
          cell: (approval) => (
            <Button small aria-label={`Open approval ${approval.id}`} onClick={() => onOpen(approval)}>
              Open
            </Button>
          ),
        },
      ]}
    />
  )
}

function Details({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={titleOf(approval)}
      lead={`Approval ${approval.id}, asked by ${askerOf(approval)} at ${moment(approval.askedAt)}`}
    >
      <ApprovalDetails approval={approval} />
    </Dialog>
  )
}
