import { useMutation } from '@tanstack/react-query'
import { CircleStop, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { flightdeck } from '../../data/flightdeck.ts'
import { useMay } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { say } from '../../ui/toasts.tsx'
import type { BatchHead } from './live-batch.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { readAgain } from './use-live-batch.ts'

type Asked = 'cancel' | 'again' | 'undo' | null

/** What can be done with a batch now; what cannot be done, or not by this person, cannot be pressed. */
export function BatchActions({ head }: { head: BatchHead }) {
  const [asked, ask] = useState<Asked>(null)
  const mayLaunch = useMay('launch')
  const mayManage = useMay('manage')
  const runs = head.summaryStatus === 'in_progress'
  const hasFailed = !runs && ['Error', 'Partial', 'Cancelled'].includes(head.rawStatus)
  const canUndo = !runs && head.successfulAds > head.undoneAds
  const close = () => ask(null)
  return (
    <>
      {hasFailed && (
        <Button icon={<RotateCcw size={15} aria-hidden />} disabled={!mayLaunch} onClick={() => ask('again')}>
          Launch again what failed
        </Button>
      )}
      {runs && (
        <Button icon={<CircleStop size={15} aria-hidden />} disabled={!mayLaunch} onClick={() => ask('cancel')}>
          Cancel
        </Button>
      )}
      <Button icon={<Undo2 size={15} aria-hidden />} disabled={!mayManage || !canUndo} onClick={() => ask('undo')}>
        Undo …
      </Button>
      {asked === 'cancel' && <CancelDialog head={head} onClose={close} />}
      {asked === 'again' && <AgainDialog head={head} onClose={close} />}
      {asked === 'undo' && <UndoDialog head={head} onClose={close} />}
    </>
  )
}

interface DialogProps {
  head: BatchHead
  onClose: () => void
}

function CancelDialog({ head, onClose }: DialogProps) {
  const cancel = useMutation({
    mutationFn: () => flightdeck.cancelBatch({ id: String(head.adBatchId) }),
    onSuccess: ({ message }) => {
      say('Cancelled', message)
      onClose()
      return readAgain()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel this batch?"
      lead="Ads that were not sent yet are stopped. Those that exist already stay; undo removes them."
      actions={
        <>
          <Button onClick={onClose}>Let it go on</Button>
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel what was not sent
          </Button>
        </>
      }
    >
      {cancel.isError && <Problem error={cancel.error} />}
    </Dialog>
  )
}

function AgainDialog({ head, onClose }: DialogProps) {
  const left = head.totalAds - head.successfulAds
  const launch = useMutation({
    mutationFn: () => flightdeck.launchFromDraft({ batchId: head.adBatchId }),
    onSuccess: ({ message }) => {
      say('Launched again', message)
      onClose()
      return readAgain()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Launch again what failed?"
      lead={`${left} ${left === 1 ? 'ad' : 'ads'} that failed or were cancelled are sent again as they were, in this same batch. What was launched stays as it is.`}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look="main" busy={launch.isPending} onClick={() => launch.mutate()}>
            Launch again
          </Button>
        </>
      }
    >
      {launch.isError && <Problem error={launch.error} />}
    </Dialog>
  )
}
