import { useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FlightdeckError } from '../../../../../client/src/index.ts'
import { forgetKey } from '../../../data/launch/launch-key.ts'
import { launch, useRehearsal } from '../../../data/launch/launches.ts'
import type { Rehearsal } from '../../../data/launch/launches.ts'
import { isGone, refusalIn } from '../../../data/client/refusal.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { LaunchPageState } from '../page-state.ts'
import { ChangedDraft, changedAtIn } from '../dialogs/changed-draft.tsx'
import type { useDraft } from '../dialogs/use-draft.ts'
import { GroupRows, usePlatformOf } from '../problems/group-rows.tsx'
import { groupsIn } from '../problems/groups.ts'
import { learnRefusal } from '../sheet/checker.ts'
import { beginAnew } from '../sheet/kept.ts'
import type { Asking } from './asking.ts'
import { GuardProblem } from './guard-problem.tsx'
import { adsOf, labelsOf, useRowsToLaunch } from './launching.ts'
import { GoneDraft, useLostDraft } from './lost-draft.tsx'
import { Pictures } from './pictures.tsx'
import { PlanView } from './plan-view.tsx'
import { t } from '../../../languages/t.ts'

interface LaunchDialogProps {
  pageState: LaunchPageState
  asking: Asking
  drafting: ReturnType<typeof useDraft>
  onClose: () => void
}

/** What would be made, and what stands against it; then the launch itself. */
export function LaunchDialog({ pageState, asking, drafting, onClose }: LaunchDialogProps) {
  const { draft, letGo } = drafting
  /** The second press of two comes before the button is drawn as busy. */
  const isUnderWay = useRef(false)
  const rows = useRowsToLaunch(pageState.sheet, { isUnderWay, onEmptied: onClose })
  const navigate = useNavigate()
  const note = (error: unknown) => {
    const refusal = refusalIn(error)
    if (refusal && refusal.issues.length > 0) learnRefusal(rows, pageState.problems, refusal)
  }
  const plan = useRehearsal(adsOf(rows), note)
  const lost = useLostDraft(draft, letGo)
  const launching = useWrite(launch, {
    then: ({ adBatchId }) => {
      beginAnew(pageState.sheet)
      forgetKey()
      letGo()
      void navigate({ to: '/batches/$id', params: { id: String(adBatchId) } })
    },
    failed: (error) => {
      note(error)
      if (draft && isGone(error)) lost.note(draft)
      const refusal = refusalIn(error)
      const approvalId = refusal?.is('approval_required') ? refusal.details.approvalId : undefined
      if (approvalId !== undefined) asking.note({ approvalId, rows, draft })
    },
  })
  const press = (of = draft) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    launching.mutate(
      { ads: adsOf(rows), labels: labelsOf(rows), draft: of },
      { onError: () => void (isUnderWay.current = false) },
    )
  }
  const button = useRef<HTMLButtonElement>(null)
  const isReady = plan.data?.valid === true
  useEffect(() => {
    if (isReady) button.current?.focus()
  }, [isReady])
  const changedAt = changedAtIn(launching.error) ?? lost.changedAt
  const isSaid = (lost.draft && isGone(launching.error)) || changedAtIn(launching.error) !== null
  const problem = (isSaid ? null : launching.error) ?? plan.error
  const total = plan.data?.totalAds ?? 0
  /** It waits for a person already: asked again it would wait twice. */
  const isAsked = refusalIn(launching.error)?.is('approval_required') === true
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Dry run')}
      lead={t('What goes live, what it may cost, and what your guards say to it. Nothing is launched yet.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Back to the sheet')}</Button>
          <Button
            look="main"
            ref={button}
            icon={<Rocket size={16} aria-hidden />}
            busy={launching.isPending}
            disabled={!isReady || isAsked || launching.isSuccess || changedAt !== null}
            onClick={() => press()}
          >
            {!plan.data
              ? t('Launch')
              : willAsk(plan.data)
                ? t(
                    { one: 'Ask for approval of {count} ad', other: 'Ask for approval of {count} ads' },
                    { count: total },
                  )
                : t({ one: 'Launch {count} ad', other: 'Launch {count} ads' }, { count: total })}
          </Button>
        </>
      }
    >
      {lost.draft && <GoneDraft name={lost.draft.name} />}
      {changedAt !== null && (
        <ChangedDraft
          {...{ sheet: pageState.sheet, drafting }}
          at={changedAt}
          mine={t('Go on with mine')}
          onMine={() => launching.reset()}
          onTheirs={onClose}
        />
      )}
      {problem && <Refused error={problem} pageState={pageState} onGo={onClose} />}
      {!plan.error && (
        <Answer of={plan} what={t('the plan')}>
          {(data) => (
            <>
              <PlanView plan={data} rows={rows} />
              <Pictures pageState={pageState} rows={rows} />
            </>
          )}
        </Answer>
      )}
    </Dialog>
  )
}

/** Whether a person is asked before anything of it is made. */
function willAsk({ asks, verdicts = [] }: Rehearsal): boolean {
  const says = new Set(verdicts.map(({ verdict }) => verdict))
  return !says.has('would be refused') && (asks !== undefined || says.has('needs approval'))
}

function Refused({ error, pageState, onGo }: { error: unknown; pageState: LaunchPageState; onGo: () => void }) {
  const platformOf = usePlatformOf()
  if (!(error instanceof FlightdeckError)) return <Problem error={error} />
  if (error.is('guard_refused') || error.is('approval_required')) return <GuardProblem error={error} />
  if (!error.issues.some(({ path }) => path.startsWith('ads.'))) return <Problem error={error} />
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="font-medium text-bad">{t('This keeps it from being launched. Each leads to its cell:')}</p>
      <GroupRows pageState={pageState} groups={groupsIn(pageState, platformOf)} onGo={onGo} />
    </div>
  )
}
