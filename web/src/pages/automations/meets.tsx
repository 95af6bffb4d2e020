import { Link } from '@tanstack/react-router'
import type { RuleMeeting } from '../../../../client/src/index.ts'
import { count } from '../../ui/words/format.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

const winners: Record<RuleMeeting['wins'], string> = {
  this: t('this rule acts'),
  other: t('that one acts'),
  first: t('whichever is checked first acts'),
  mixed: t('what lowers the spend acts'),
}

/** Which other rules would change the same, and who acts there. */
export function Meets({ of }: { of: readonly RuleMeeting[] }) {
  if (of.length === 0) return null
  return (
    <ul aria-label={t('Rules that it meets')} className="text-[13px] text-muted">
      {of.map(({ ruleId, name, entities, wins }) => (
        <li key={ruleId}>
          {entities === null
            ? rich('May meet {rule}: {winners}.', { rule: <ToRule {...{ ruleId, name }} />, winners: winners[wins] })
            : rich('Meets {rule} on {entities}: {winners}.', {
                rule: <ToRule {...{ ruleId, name }} />,
                entities: count(entities),
                winners: winners[wins],
              })}
        </li>
      ))}
    </ul>
  )
}

const ToRule = ({ ruleId, name }: { ruleId: RuleMeeting['ruleId']; name: string }) => (
  <Link to="/automations/$id" params={{ id: String(ruleId) }} className="text-accent underline">
    {name}
  </Link>
)
