import { useNavigate } from '@tanstack/react-router'
import { CircleStop, PencilLine, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { cancelBatch, draftFailed, launchAgain } from '../../data/launch/batches.ts'
import { handDraft } from '../../data/launch/handed-draft.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { BatchHead } from './live-batch.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { Where } from './where.tsx'
import { t } from '../../languages/t.ts'

type BatchQuestion = 'cancel' | 'again' | 'undo' | null

/** What can be done with a batch now; what cannot be done, or not by this person, cannot be pressed. */
export function BatchActions({ head }: { head: BatchHead }) {
  const [asked, ask] = useState<BatchQuestion>(null)
  const mayLaunch = useMay('launch')
  const mayManage = useMay('manage')
  const runs = head.summaryStatus === 'in_progress'
  const hasFailed = !runs && ['Error', 'Partial', 'Cancelled'].includes(head.rawStatus)
  const canUndo = !runs && head.successfulAds > head.undoneAds
  const close = () => ask(null)
  return (
    <>
      {hasFailed && <Mend head={head} />}
      {hasFailed && (
        <Button icon={<RotateCcw size={15} aria-hidden />} disabled={!mayLaunch} onClick={() => ask('again')}>
          {t('Launch again what failed')}
        </Button>
      )}
      {runs && (
        <Button icon={<CircleStop size={15} aria-hidden />} disabled={!mayLaunch} onClick={() => ask('cancel')}>
          {t('Cancel')}
        </Button>
      )}
      <Button icon={<Undo2 size={15} aria-hidden />} disabled={!mayManage || !canUndo} onClick={() => ask('undo')}>
        {t('Undo …')}
      </Button>
      {asked === 'cancel' && <CancelDialog head={head} onClose={close} />}
      {asked === 'again' && <AgainDialog head={head} onClose={close} />}
      {asked === 'undo' && <UndoDialog head={head} onClose={close} />}
    </>
  )
}

/** The failed ones are opened in the sheet, each with what its platform said. */
function Mend({ head }: { head: BatchHead }) {
  const mayLaunch = useMay('launch')
  const go = useNavigate()
  const draft = useWrite(draftFailed, {
    then: (made) => {
      handDraft(made)
      void go({ to: '/launch' })
    },
  })
  return (
    <>
      <Button
        look="main"
        icon={<PencilLine size={15} aria-hidden />}
        disabled={!mayLaunch}
        busy={draft.isPending}
        onClick={() => draft.mutate({ id: String(head.adBatchId) })}
      >
        {t('Mend what failed')}
      </Button>
      <Problem error={draft.error} />
    </>
  )
}

interface DialogProps {
  head: BatchHead
  onClose: () => void
}

function CancelDialog({ head, onClose }: DialogProps) {
  const cancel = useWrite(cancelBatch, { done: ({ message }) => [t('Cancelled'), message], then: onClose })
  return (
    <Confirm
      onClose={onClose}
      title={t('Cancel this batch?')}
      lead={
        <>
          <Where head={head} />{' '}
          {t('Ads that were not sent yet are stopped. Those that exist already stay; undo removes them.')}
        </>
      }
      keep={t('Let it go on')}
      action={t('Cancel what was not sent')}
      danger
      of={cancel}
      input={{ id: String(head.adBatchId) }}
    />
  )
}

function AgainDialog({ head, onClose }: DialogProps) {
  const left = head.totalAds - head.successfulAds
  const launch = useWrite(launchAgain, { done: ({ message }) => [t('Launched again'), message], then: onClose })
  return (
    <Confirm
      onClose={onClose}
      title={t('Launch again what failed?')}
      lead={
        <>
          <Where head={head} />{' '}
          {t(
            {
              one: '{count} ad that failed or were cancelled are sent again as they were, in this same batch. What was launched stays as it is.',
              other:
                '{count} ads that failed or were cancelled are sent again as they were, in this same batch. What was launched stays as it is.',
            },
            { count: left },
          )}
        </>
      }
      keep={t('Not now')}
      action={t('Launch again')}
      of={launch}
      input={{ batchId: head.adBatchId }}
    />
  )
}
