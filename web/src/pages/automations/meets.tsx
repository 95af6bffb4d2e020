import { Link } from '@tanstack/react-router'
import type { RuleMeeting } from '../../../../client/src/index.ts'
import { count } from '../../ui/words/format.ts'

const winners: Record<RuleMeeting['wins'], string> = {
  this: 'this rule acts',
  other: 'that one acts',
  first: 'whichever is checked first acts',
  mixed: 'what lowers the spend acts',
}

/** Which other rules would change the same, and who acts there. */
export function Meets({ of }: { of: readonly RuleMeeting[] }) {
  if (of.length === 0) return null
  return (
    <ul aria-label="Rules that it meets" className="text-[13px] text-muted">
      {of.map(({ ruleId, name, entities, wins }) => (
        <li key={ruleId}>
          {entities === null ? 'May meet ' : 'Meets '}
          <Link to="/automations/$id" params={{ id: String(ruleId) }} className="text-accent underline">
            {name}
          </Link>
          {entities === null ? '' : ` on ${count(entities)}`}: {winners[wins]}.
        </li>
      ))}
    </ul>
  )
}
