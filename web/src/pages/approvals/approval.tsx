import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { Approval as OneApproval } from '../../../../client/src/index.ts'
import { useApproval } from '../../data/approvals.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { moment } from '../../ui/words/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Exactly, ApprovalDetails, askerOf, titleOf } from './approval-details.tsx'
import { Waiting } from './waiting.tsx'
import { t } from '../../languages/t.ts'

/** One decision on a page of its own: where links of chats and mails lead. */
export function Approval() {
  const { id } = useParams({ from: '/approvals/$id' })
  const approval = useApproval(Number(id))
  return (
    <Page
      title={approval.data ? titleOf(approval.data) : t('Approval')}
      titleIn={approval.data ? 'en' : undefined}
      lead={
        <Link to="/approvals" className="inline-flex items-center gap-1 text-accent hover:underline">
          <ArrowLeft size={14} aria-hidden /> {t('All approvals')}
        </Link>
      }
    >
      <Answer of={approval} what={t('the approval')}>
        {(known) => (known.state === 'waiting' ? <Undecided approval={known} /> : <Over approval={known} />)}
      </Answer>
    </Page>
  )
}

function Undecided({ approval }: { approval: OneApproval }) {
  return (
    <>
      <Waiting approval={approval} />
      <Card>
        <Exactly approval={approval} />
      </Card>
    </>
  )
}

function Over({ approval }: { approval: OneApproval }) {
  return (
    <Card
      title={<State word={approval.state} />}
      actions={
        <span className="text-[13px] text-muted">
          {t('asked by {asker}, {askedAt}', { asker: askerOf(approval), askedAt: moment(approval.askedAt) })}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <ApprovalDetails approval={approval} />
      </div>
    </Card>
  )
}
