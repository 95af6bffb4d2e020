import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { Suggestion } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { useMay } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ago } from '../../../ui/format.ts'
import { Card } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { say } from '../../../ui/toasts.tsx'
import { DecidedActions } from '../rule/decided-actions.tsx'
import { EntityName, Numbers } from '../numbers.tsx'
import { ageRules } from '../../../data/automations.ts'

/** What is asked for at a time: rules come first for those who look at the page. */
const pageSize = 5

/** What rules would do, for a person to accept or dismiss. Of all rules, or of one. */
export function Suggestions({ automationId }: { automationId?: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['suggestions', 'open', automationId ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      flightdeck.listSuggestions({ state: 'open', automationId, limit: pageSize, cursor: pageParam }),
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  if (error) return <Problem error={error} again={() => void refetch()} />
  const open = data?.pages.flatMap((page) => page.data) ?? []
  if (open.length === 0) return null
  return (
    <Card title={`Suggestions (${data?.pages[0]?.pagination.total ?? open.length})`}>
      <ul className="flex flex-col divide-y">
        {open.map((suggestion) => (
          <OneSuggestion key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
      {hasNextPage && (
        <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More suggestions
        </Button>
      )}
    </Card>
  )
}

function OneSuggestion({ suggestion }: { suggestion: Suggestion }) {
  const { id, automationId, automationName, decision, madeAt, expiresAt } = suggestion
  const may = useMay('manage')
  const accept = useMutation({
    mutationFn: () => flightdeck.acceptSuggestion({ id }),
    onSuccess: () => say('It is done, as suggested.'),
    onSettled: ageRules,
  })
  const dismiss = useMutation({
    mutationFn: () => flightdeck.dismissSuggestion({ id }),
    onSuccess: () => say('The suggestion is put aside.'),
    onSettled: ageRules,
  })
  const wrong = accept.error ?? dismiss.error
  const isBusy = accept.isPending || dismiss.isPending
  const name = decision.entityName ?? decision.entityId
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)_auto] md:items-start">
        <div>
          <EntityName {...decision} name={decision.entityName} id={decision.entityId} />
          <p className="text-xs text-muted">
            by{' '}
            <Link to="/automations/$id" params={{ id: String(automationId) }} className="underline">
              {automationName}
            </Link>
            , {ago(madeAt)}; open until {ago(expiresAt)}
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
            aria-label={`Accept for ${name}`}
            onClick={() => accept.mutate()}
          >
            Accept
          </Button>
          <Button
            small
            disabled={!may || isBusy}
            busy={dismiss.isPending}
            icon={<X size={14} aria-hidden />}
            aria-label={`Dismiss for ${name}`}
            onClick={() => dismiss.mutate()}
          >
            Dismiss
          </Button>
        </div>
      </div>
      {wrong && <Problem error={wrong} />}
    </li>
  )
}
