import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { Suggestion } from '../../../../../client/src/index.ts'
import { acceptSuggestion, dismissSuggestion, useSuggestions } from '../../../data/automations.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Failed, More } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago } from '../../../ui/words/format.ts'
import { Card } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { EntityName, Numbers } from '../numbers.tsx'
import { DecidedActions } from '../rule/decided-actions.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

/** What is asked for at a time: rules come first for those who look at the page. */
const pageSize = 5

/** What rules would do, for a person to accept or dismiss. Of all rules, or of one. */
export function Suggestions({ automationId }: { automationId?: number }) {
  const suggestions = useSuggestions({ automationId, limit: pageSize })
  const { data } = suggestions
  const open = data?.data ?? []
  if (open.length === 0) return <Failed of={[suggestions]} />
  return (
    <Card title={t('Suggestions ({total})', { total: data?.total ?? open.length })}>
      <ul className="flex flex-col divide-y">
        {open.map((suggestion) => (
          <OneSuggestion key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
      <More of={suggestions}>{t('More suggestions')}</More>
    </Card>
  )
}

function OneSuggestion({ suggestion }: { suggestion: Suggestion }) {
  const { id, automationId, automationName, decision, madeAt, expiresAt } = suggestion
  const may = useMay('manage')
  const accept = useWrite(acceptSuggestion, { done: t('It is done, as suggested.') })
  const dismiss = useWrite(dismissSuggestion, { done: t('The suggestion is put aside.') })
  const wrong = accept.error ?? dismiss.error
  const isBusy = accept.isPending || dismiss.isPending
  const name = decision.entityName ?? decision.entityId
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)_auto] md:items-start">
        <div>
          <EntityName {...decision} name={decision.entityName} id={decision.entityId} />
          <p className="text-xs text-muted">
            {rich('by {automationName}, {madeAt}; open until {expiresAt}', {
              automationName: (
                <Link to="/automations/$id" params={{ id: String(automationId) }} className="underline">
                  {automationName}
                </Link>
              ),
              madeAt: ago(madeAt),
              expiresAt: ago(expiresAt),
            })}
          </p>
        </div>
        <DecidedActions decision={decision} />
        <Numbers values={decision.numbers} />
        <div className="flex gap-2">
          <Button
            small
            look="main"
            disabled={!may || isBusy}
            busy={accept.isPending}
            icon={<Check size={14} aria-hidden />}
            aria-label={t('Accept for {name}', { name })}
            onClick={() => accept.mutate({ id })}
          >
            {t('Accept')}
          </Button>
          <Button
            small
            disabled={!may || isBusy}
            busy={dismiss.isPending}
            icon={<X size={14} aria-hidden />}
            aria-label={t('Dismiss for {name}', { name })}
            onClick={() => dismiss.mutate({ id })}
          >
            {t('Dismiss')}
          </Button>
        </div>
      </div>
      <Problem error={wrong} />
    </li>
  )
}
