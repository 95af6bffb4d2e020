import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Approval } from '../../../../client/src/index.ts'
import { approve, refuse } from '../../data/approvals.ts'
import { useMay, useSession } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ago } from '../../ui/words/format.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Facts } from './facts.tsx'
import { Why, askerOf, titleOf } from './approval-details.tsx'
import { What } from './what.tsx'
import { Said } from '../../ui/words/said.tsx'
import { stateWord, t } from '../../languages/t.ts'

interface WaitingProps {
  approval: Approval
  /** Shows what exactly runs; absent: it stands on the same page. */
  onOpen?: () => void
}

/** What waits, as a decision: what it is and costs, what guards say, who asked, and the two buttons. */
export function Waiting({ approval, onOpen }: WaitingProps) {
  const admin = useMay('admin')
  const { data: session } = useSession()
  const [comment, setComment] = useState('')
  const said = comment.trim() === '' ? undefined : comment.trim()
  const isOwn = approval.fourEyes && approval.askedByPerson !== null && approval.askedByPerson.id === session?.person.id
  const approving = useWrite(approve, {
    done: ({ state, heldUp }) =>
      heldUp
        ? t('Approved. It is tried again {retryAt}: {message}', {
            retryAt: ago(heldUp.retryAt),
            message: heldUp.message,
          })
        : state === 'done'
          ? t('Approved, and done.')
          : t('Approved; it is {state} now.', { state: stateWord(state) }),
  })
  const refusing = useWrite(refuse, { done: t('Refused. Nothing was done.') })
  return (
    <Card
      title={
        onOpen ? (
          <Link to="/approvals/$id" params={{ id: String(approval.id) }} className="hover:underline">
            <Said>{titleOf(approval)}</Said>
          </Link>
        ) : (
          t('What is asked for')
        )
      }
      actions={
        <span className="text-[13px] text-muted">{t('ends {expiresAt}', { expiresAt: ago(approval.expiresAt) })}</span>
      }
    >
      {approval.summary && <Facts summary={approval.summary} />}
      <p className="text-muted">
        {t('Asked by {asker}, {askedAt}.', { asker: askerOf(approval), askedAt: ago(approval.askedAt) })}
      </p>
      <Why approval={approval} />
      {approval.summary && <What summary={approval.summary} />}
      <div className="mt-3 max-w-xl">
        <TextArea
          label={t('Comment')}
          hint={t('Why, for whoever asked and for the record. It may stay empty.')}
          rows={2}
          maxLength={1_000}
          disabled={!admin}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:border-t max-sm:bg-surface max-sm:p-3">
        <Button
          look="main"
          disabled={!admin || isOwn}
          busy={approving.isPending}
          onClick={() => approving.mutate({ id: approval.id, digest: approval.digest, comment: said })}
        >
          {t('Approve and run')}
        </Button>
        <Button
          disabled={!admin}
          busy={refusing.isPending}
          onClick={() => refusing.mutate({ id: approval.id, comment: said })}
        >
          {t('Refuse')}
        </Button>
        {onOpen && (
          <Button look="quiet" onClick={onOpen}>
            {t('What exactly?')}
          </Button>
        )}
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
  if (!admin) return <span className="self-center text-muted">{t('Admins and owners decide.')}</span>
  if (!isOwn) return null
  return (
    <span className="self-center text-muted">
      {t('You asked for it: its guard wants somebody else to approve it.')}
    </span>
  )
}
