import { useState } from 'react'
import type { Approval } from '../../../../client/src/index.ts'
import { approve, refuse, useApprovals } from '../../data/approvals.ts'
import { useMay, useSession } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Costs } from '../../ui/figures/costs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ago, moment } from '../../ui/format.ts'
import { GuardFigures } from '../../ui/figures/guard-figures.tsx'
import { Json } from '../../ui/json.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { What } from './what.tsx'

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

function Waiting({ approval, onOpen }: { approval: Approval; onOpen: () => void }) {
  const admin = useMay('admin')
  const { data: session } = useSession()
  const [comment, setComment] = useState('')
  const said = comment.trim() === '' ? undefined : comment.trim()
  const isOwn = approval.fourEyes && approval.askedByPerson !== null && approval.askedByPerson.id === session?.person.id
  const approving = useWrite(approve, {
    done: ({ state, heldUp }) =>
      heldUp
        ? `Approved. It is tried again ${ago(heldUp.retryAt)}: ${heldUp.message}`
        : state === 'done'
          ? 'Approved, and done.'
          : `Approved; it is ${state} now.`,
  })
  const refusing = useWrite(refuse, { done: 'Refused. Nothing was done.' })
  return (
    <Card
      title={titleOf(approval)}
      actions={<span className="text-[13px] text-muted">ends {ago(approval.expiresAt)}</span>}
    >
      <p className="text-muted">Asked by {askerOf(approval)}.</p>
      {approval.summary && <What summary={approval.summary} />}
      <Why approval={approval} />
      <div className="mt-3 max-w-xl">
        <TextArea
          label="Comment"
          hint="Why, for whoever asked and for the record. It may stay empty."
          rows={2}
          maxLength={1_000}
          disabled={!admin}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          look="main"
          disabled={!admin || isOwn}
          busy={approving.isPending}
          onClick={() => approving.mutate({ id: approval.id, digest: approval.digest, comment: said })}
        >
          Approve and run
        </Button>
        <Button
          disabled={!admin}
          busy={refusing.isPending}
          onClick={() => refusing.mutate({ id: approval.id, comment: said })}
        >
          Refuse
        </Button>
        <Button look="quiet" onClick={onOpen}>
          What exactly?
        </Button>
        <WhoDecides admin={admin} isOwn={isOwn} />
      </div>
      {(approving.error ?? refusing.error) && (
        <div className="mt-3">
          <Problem error={approving.error ?? refusing.error} />
        </div>
      )}
    </Card>
  )
}

function WhoDecides({ admin, isOwn }: { admin: boolean; isOwn: boolean }) {
  if (!admin) return <span className="self-center text-muted">Admins and owners decide.</span>
  if (!isOwn) return null
  return <span className="self-center text-muted">You asked for it: its guard wants somebody else to approve it.</span>
}

/** A key, an assistant or a rule, and whose it is. */
function askerOf({ askedBy, askedByPerson }: Approval): string {
  return askedByPerson === null || askedByPerson.name === askedBy ? askedBy : `${askedBy}, for ${askedByPerson.name}`
}

/** In words; what came before summaries were kept, and what a rule wants, by its operation. */
function titleOf({ summary, operation }: Approval): string {
  if (summary) return summary.title
  const words = operation.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Why({ approval: { why, asks, about } }: { approval: Approval }) {
  return (
    <ul className="flex flex-col gap-1">
      {about && (
        <li>
          {about.message}
          <Costs goesLive={about.goesLive} exposure={about.exposure} />
        </li>
      )}
      {asks !== null && <li>{asks}</li>}
      {why.map((note) => (
        <li key={`${note.guard} ${note.limit}`}>
          {note.message}
          <div className="text-muted">
            <GuardFigures {...note} />
          </div>
        </li>
      ))}
    </ul>
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
      {approval.summary && <What summary={approval.summary} />}
      <Why approval={approval} />
      {approval.decidedBy !== null && (
        <div>
          <p>Decided by {approval.decidedBy}.</p>
          {approval.comment !== null && (
            <blockquote className="border-l-2 border-field pl-3 break-words whitespace-pre-line">
              {approval.comment}
            </blockquote>
          )}
        </div>
      )}
      {approval.heldUp && (
        <p>
          It could not be done yet, and is tried again at {moment(approval.heldUp.retryAt)}: {approval.heldUp.message}
        </p>
      )}
      <details open={!approval.summary}>
        <summary className="font-medium">What runs, as it was sent</summary>
        <Json label="What runs" value={approval.input} />
      </details>
      {approval.result && (
        <>
          <h3 className="font-medium">What came of it ({approval.result.status})</h3>
          <Json label="What came of it" value={approval.result.body} />
        </>
      )}
      <p className="text-[13px] break-all text-muted">Digest {approval.digest}</p>
    </Dialog>
  )
}
