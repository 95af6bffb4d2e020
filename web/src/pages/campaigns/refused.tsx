import { Link } from '@tanstack/react-router'
import { refusalIn } from '../../data/client/refusal.ts'
import { Problem } from '../../ui/problem.tsx'

/** What stood against a change, and where somebody can do something about it. */
export function Refused({ error }: { error: unknown }) {
  const code = refusalIn(error)?.code ?? null
  if (error === null || error === undefined) return null
  return (
    <div className="flex flex-col gap-1">
      <Problem error={error} />
      {code === 'guard_refused' && (
        <p>
          <Link to="/guards" className="text-accent underline">
            See the guards
          </Link>{' '}
          that hold here.
        </p>
      )}
      {code === 'approval_required' && (
        <p>
          It is done as soon as somebody agrees.{' '}
          <Link to="/approvals" className="text-accent underline">
            See what waits for approval
          </Link>
          .
        </p>
      )}
    </div>
  )
}
