import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { FlightdeckError } from '../../../../../client/src/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { OpenDraft } from '../dialogs/use-draft.ts'
import type { Desk } from '../launch.tsx'
import { learnRefusal } from '../sheet/checker.ts'
import { firstColumns } from '../sheet/columns.ts'
import { emptySheet } from '../sheet/store.ts'
import { GuardProblem } from './guard-problem.tsx'
import { launchRows, rehearse, rowsToLaunch } from './launching.ts'
import { PlanView } from './plan-view.tsx'

interface LaunchDialogProps {
  desk: Desk
  draft: OpenDraft | null
  onLaunched: () => void
  onClose: () => void
}

/** What would be made, and what stands against it; then the launch itself. */
export function LaunchDialog({ desk, draft, onLaunched, onClose }: LaunchDialogProps) {
  const [rows] = useState(() => rowsToLaunch(desk.sheet))
  const navigate = useNavigate()
  const note = (error: unknown) => {
    if (error instanceof FlightdeckError && error.issues.length > 0) learnRefusal(rows, desk.problems, error)
  }
  const plan = useQuery({
    queryKey: ['rehearsal', rows],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      rehearse(rows, signal).catch((error: unknown) => {
        note(error)
        throw error
      }),
  })
  const launch = useMutation({
    mutationFn: () => launchRows(rows, draft),
    onSuccess: ({ adBatchId }) => {
      desk.sheet.replace(emptySheet(firstColumns))
      onLaunched()
      void navigate({ to: '/batches/$id', params: { id: String(adBatchId) } })
    },
    onError: note,
  })
  const total = plan.data?.totalAds ?? 0
  const ads = `${total} ${total === 1 ? 'ad' : 'ads'}`
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Dry run"
      lead="What would be made, in how many calls, and what your guards say to it. Nothing is launched yet."
      actions={
        <>
          <Button onClick={onClose}>Back to the sheet</Button>
          <Button
            look="main"
            autoFocus
            icon={<Rocket size={16} aria-hidden />}
            busy={launch.isPending}
            disabled={!plan.data?.valid || launch.isSuccess}
            onClick={() => launch.mutate()}
          >
            {plan.data ? `Launch ${ads}` : 'Launch'}
          </Button>
        </>
      }
    >
      {plan.isPending && <Loading what="the plan" />}
      {launch.error ? <Refused error={launch.error} /> : plan.error && <Refused error={plan.error} />}
      {plan.data && <PlanView plan={plan.data} />}
    </Dialog>
  )
}

function Refused({ error }: { error: unknown }) {
  if (error instanceof FlightdeckError && (error.is('guard_refused') || error.is('approval_required')))
    return <GuardProblem error={error} />
  return <Problem error={error} />
}
