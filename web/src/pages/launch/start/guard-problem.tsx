import { Link } from '@tanstack/react-router'
import type { FlightdeckError } from '../../../../../client/src/index.ts'
import { count, moment, money } from '../../../ui/format.ts'

/** What a guard says to a launch, and who can decide it. */
export function GuardProblem({
  error,
}: {
  error: FlightdeckError<'guard_refused'> | FlightdeckError<'approval_required'>
}) {
  const asks = error.is('approval_required')
  return (
    <div
      role="alert"
      className={`flex flex-col gap-2 rounded-lg border p-3 ${asks ? 'border-warn bg-warn-soft text-warn' : 'border-bad bg-bad-soft text-bad'}`}
    >
      <p className="font-medium">{error.message}</p>
      {!asks && <Figures details={error.details} />}
      {asks ? (
        <p>
          It is launched by itself as soon as somebody approves it; do not launch it again.{' '}
          <Link to="/approvals" className="font-medium underline">
            See what waits for approval
          </Link>
          {typeof error.details.expiresAt === 'string' && <> (until {moment(error.details.expiresAt)})</>}.
        </p>
      ) : (
        <p>
          Nothing was launched.{' '}
          <Link to="/guards" className="font-medium underline">
            See the guards
          </Link>
        </p>
      )}
    </div>
  )
}

interface Figures {
  limit?: string
  spend?: number | 'unknown'
  adds?: number | 'unknown'
  cap?: number
  currency?: string
}

const inMoney = ['dailyCap', 'monthlyCap', 'largestBudget', 'largestRaise']

function Figures({ details: { limit = '', spend, adds, cap, currency } }: { details: Figures }) {
  const show = (value: number | 'unknown' | undefined) =>
    value === 'unknown' ? 'unknown' : inMoney.includes(limit) ? money(value, currency) : count(value)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {[
        ['So far', show(spend)],
        ['This adds', show(adds)],
        ['The guard allows', show(cap)],
      ].map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt>{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
