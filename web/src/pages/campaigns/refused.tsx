import { Link } from '@tanstack/react-router'
import { refusalIn } from '../../data/client/refusal.ts'
import { Problem } from '../../ui/problem.tsx'
import { rich } from '../../languages/rich.ts'

/** What stood against a change, and where somebody can do something about it. */
export function Refused({ error }: { error: unknown }) {
  const code = refusalIn(error)?.code ?? null
  if (error === null || error === undefined) return null
  return (
    <div className="flex flex-col gap-1">
      <Problem error={error} />
      {code === 'guard_refused' && (
        <p>
          {rich('<link>See the guards</link> that hold here.', {
            link: (inner) => (
              <Link to="/guards" className="text-accent underline">
                {inner}
              </Link>
            ),
          })}
        </p>
      )}
      {code === 'approval_required' && (
        <p>
          {rich('It is done as soon as somebody agrees. <link>See what waits for approval</link>.', {
            link: (inner) => (
              <Link to="/approvals" className="text-accent underline">
                {inner}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}
