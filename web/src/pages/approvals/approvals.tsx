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
import { WayOn } from '../../ui/way-on.tsx'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

export function Approvals() {
  const waiting = useApprovals({ state: 'waiting' })
  const all = useApprovals({ limit: 50 })
  const [opened, setOpened] = useState<Approval | null>(null)
  return (
    <Page
      title={t('Approvals')}
      lead={t(
        'What a guard or a rule wants a person to decide. It runs once, exactly as asked, and only while nothing it depends on has changed.',
      )}
    >
      <Answer
        of={waiting}
        what={t('approvals')}
        empty={
          <Empty title={t('Nothing waits for you.')}>
            {t('A guard in mode “ask” puts what it stops here.')}
            <WayOn to="/guards">{t('Guards')}</WayOn>
          </Empty>
        }
      >
        {({ data }) =>
          data.map((approval) => <Waiting key={approval.id} approval={approval} onOpen={() => setOpened(approval)} />)
        }
      </Answer>
      <Answer of={all} what={t('earlier decisions')}>
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
      label={t('Earlier decisions')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: t('Asked'), cell: ({ askedAt }) => moment(askedAt), oneLine: true },
        { head: t('What'), cell: (approval) => <Said>{titleOf(approval)}</Said> },
        { head: t('By##who asked'), cell: ({ askedBy }) => askedBy, wideOnly: true },
        { head: t('State'), cell: ({ state }) => <State word={state} /> },
        { head: t('Decided by'), cell: ({ decidedBy }) => decidedBy ?? '–', wideOnly: true },
        {
          head: t('Comment'),
          cell: ({ comment }) => <span className="break-words whitespace-pre-line">{comment ?? '–'}</span>,
          wideOnly: true,
        },
        {
          head: t('Details'),
          cell: (approval) => (
            <Button small aria-label={t('Open approval {id}', { id: approval.id })} onClick={() => onOpen(approval)}>
              {t('Open')}
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
      title={<Said>{titleOf(approval)}</Said>}
      lead={t('Approval {id}, asked by {asker} at {askedAt}', {
        id: approval.id,
        asker: askerOf(approval),
        askedAt: moment(approval.askedAt),
      })}
    >
      <ApprovalDetails approval={approval} />
    </Dialog>
  )
}
