import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlightdeckError } from '../../../../../client/src/index.ts'
import { moment } from '../../../ui/words/format.ts'
import { GuardFigures } from '../../../ui/figures/guard-figures.tsx'
import { rich } from '../../../languages/rich.ts'

/** What a guard says to a launch, and who can decide it. */
export function GuardProblem({
  error,
}: {
  error: FlightdeckError<'guard_refused'> | FlightdeckError<'approval_required'>
}) {
  const asks = error.is('approval_required')
  const expiresAt = asks ? error.details.expiresAt : undefined
  return (
    <div
      role="alert"
      className={`flex flex-col gap-2 rounded-lg border p-3 ${asks ? 'border-warn bg-warn-soft text-warn' : 'border-bad bg-bad-soft text-bad'}`}
    >
      <p lang="en" className="font-medium">
        {error.message}
      </p>
      {!asks && <GuardFigures {...error.details} />}
      {asks ? (
        <p>
          {typeof expiresAt === 'string'
            ? rich(
                'It is launched by itself as soon as somebody approves it; do not launch it again. <link>See what waits for approval</link> (until {expiresAt}).',
                { link: toApprovals, expiresAt: moment(expiresAt) },
              )
            : rich(
                'It is launched by itself as soon as somebody approves it; do not launch it again. <link>See what waits for approval</link>.',
                { link: toApprovals },
              )}
        </p>
      ) : (
        <p>
          {rich('Nothing was launched. <link>See the guards</link>', {
            link: (inner) => (
              <Link to="/guards" className="font-medium underline">
                {inner}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}

const toApprovals = (inner: ReactNode) => (
  <Link to="/approvals" className="font-medium underline">
    {inner}
  </Link>
)
