import type { RuleActionTaken, RuleDecision, RuleFacts } from '../../../../../client/src/index.ts'
import { State } from '../../../ui/badge.tsx'
import { actionNames } from '../words/names.ts'
import { Said } from '../../../ui/words/said.tsx'
import { t } from '../../../languages/t.ts'

/** What was done or would be, with what was there before and after, and how it was taken back. */
export function DecidedActions({ decision }: { decision: Pick<RuleDecision, 'actions'> }) {
  if (decision.actions.length === 0) return <span className="text-[13px] text-muted">{t('Nothing.')}</span>
  return (
    <ol className="flex flex-col gap-1 text-[13px]">
      {decision.actions.map((action, index) => (
        <li key={index}>
          <span className="font-medium">{actionNames[action.action] ?? action.action}</span>{' '}
          {action.outcome !== 'planned' && <State word={action.outcome} />} <Change action={action} />
          {action.reason !== null && (
            <p lang="en" className="text-muted">
              {action.reason}
            </p>
          )}
          {action.undo && (
            <p className={action.undo.outcome === 'cannot' ? 'text-bad' : 'text-good'}>
              {action.undo.outcome === 'done'
                ? t('Taken back.')
                : action.undo.outcome === 'planned'
                  ? t('Is being taken back.')
                  : t('Could not be taken back.')}{' '}
              <Said>{action.undo.reason}</Said>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const factNames: [keyof RuleFacts, string][] = [
  ['status', ''],
  ['dailyBudget', t('daily budget')],
  ['lifetimeBudget', t('lifetime budget')],
  ['name', ''],
]

function Change({ action: { before, after, input } }: { action: RuleActionTaken }) {
  const wanted = { dailyBudget: input?.dailyBudget, lifetimeBudget: input?.lifetimeBudget } as RuleFacts
  const to = after ?? wanted
  const changed = factNames.flatMap(([fact, name]) => {
    const [from, next] = [before?.[fact], to[fact]]
    return next === null || next === undefined || from === next
      ? []
      : [[name, `${String(from ?? '…')} → ${String(next)}`].filter(Boolean).join(' ')]
  })
  const made = [
    after?.label && `“${after.label}”`,
    after?.ids?.length && t('made {ids}', { ids: after.ids.join(', ') }),
    after?.batchId && t('batch {batchId}', { batchId: after.batchId }),
  ].filter(Boolean)
  const words = [...changed, ...made].join(', ')
  return words === '' ? null : <span className="tabular-nums">{words}</span>
}
