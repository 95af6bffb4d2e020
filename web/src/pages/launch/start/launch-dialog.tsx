import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { FlightdeckError } from '../../../../../client/src/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { Desk } from '../launch.tsx'
import { findingsOf } from '../sheet/checker.ts'
import { firstColumns } from '../sheet/columns.ts'
import { emptySheet } from '../sheet/store.ts'
import { GuardProblem } from './guard-problem.tsx'
import { launchRows, rehearse, rowsToLaunch } from './launching.ts'
import { PlanView } from './plan-view.tsx'

/** What would be made, and what stands against it; then the launch itself. */
export function LaunchDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const [rows] = useState(() => rowsToLaunch(desk.sheet))
  const navigate = useNavigate()
  const plan = useQuery({
    queryKey: ['rehearsal', rows],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      rehearse(rows, signal).catch((error: unknown) => {
        noteIssues(desk, rows, error)
        throw error
      }),
  })
  const launch = useMutation({
    mutationFn: () => launchRows(rows),
    onSuccess: ({ adBatchId }) => {
      desk.sheet.replace(emptySheet(firstColumns))
      onClose()
      void navigate({ to: '/batches/$id', params: { id: String(adBatchId) } })
    },
    onError: (error) => noteIssues(desk, rows, error),
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

/** What the service says of single ads goes to their cells. */
function noteIssues({ problems }: Desk, rows: ReturnType<typeof rowsToLaunch>, error: unknown): void {
  if (!(error instanceof FlightdeckError)) return
  for (const [index, row] of rows.entries()) {
    const issues = error.issues.filter(({ path }) => path === `ads.${index}` || path.startsWith(`ads.${index}.`))
    if (issues.length > 0) problems.learn(row, findingsOf({ issues, warnings: [] }))
  }
}
