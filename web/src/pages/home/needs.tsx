import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { Connection, Suggestion } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'
import { useApprovals } from '../../data/approvals.ts'
import { useSuggestions } from '../../data/automations.ts'
import { useConnections } from '../../data/connections.ts'
import { useGuards } from '../../data/guards.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { ago, moment } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { titleOf } from '../../data/platforms.ts'
import { Failed } from '../../ui/answer.tsx'

interface Need {
  kind: string
  tone: Tone
  text: string
  to: string
}

/** What waits for a person, each with the way to where it is decided. */
export function Needs() {
  const approvals = useApprovals({ state: 'waiting', limit: 20 })
  const suggestions = useSuggestions({ limit: 100 })
  const connections = useConnections()
  const guards = useGuards()
  const needs: Need[] = [
    ...(connections.data ?? []).flatMap(ofConnection),
    ...(guards.data?.data ?? [])
      .filter(({ day, month }) => day?.isReached || month?.isReached)
      .map(({ guard }) => ({
        kind: 'guard',
        tone: 'bad' as const,
        text: `${guard.name ?? `Guard ${guard.id}`} has reached its cap: writes that cost are held up.`,
        to: '/guards',
      })),
    ...(approvals.data?.data ?? []).map(({ operation, askedBy, askedAt }) => ({
      kind: 'approval',
      tone: 'warn' as const,
      text: `${askedBy} asks to ${operation.replaceAll('_', ' ')}, ${ago(askedAt)}.`,
      to: '/approvals',
    })),
    ...ofSuggestions(suggestions.data?.data ?? []),
  ]
  const asked = [approvals, suggestions, connections, guards]
  const isKnown = asked.every(({ data }) => data)
  return (
    <Card title={needs.length > 0 ? `Needs you (${needs.length})` : 'Needs you'}>
      <Failed of={asked} />
      {isKnown && needs.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck size={16} className="text-good" aria-hidden /> Nothing waits for a person.
        </p>
      )}
      <ul className="flex flex-col divide-y">
        {needs.map(({ kind, tone, text, to }, place) => (
          <li key={place}>
            <Link to={to} className="flex items-start gap-2 rounded-md px-1.5 py-2 hover:bg-raised">
              <Badge tone={tone}>{kind}</Badge>
              <span className="min-w-0 break-words">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One line for each rule, however much it suggests. */
function ofSuggestions(suggestions: Suggestion[]): Need[] {
  return [...Map.groupBy(suggestions, ({ automationId }) => automationId).values()].map((ofRule) => {
    const { automationName, madeAt } = required(ofRule[0], 'suggestion of the rule')
    const what = ofRule.length === 1 ? 'a change' : `${ofRule.length} changes`
    const text = `The rule ${automationName} suggests ${what}, ${ago(madeAt)}.`
    return { kind: 'suggestion', tone: 'busy', text, to: '/automations' }
  })
}

const soonDays = 60
const isSoon = (day: string) => Date.parse(day) - Date.now() < soonDays * 86_400_000

function ofConnection(connection: Connection): Need[] {
  const { platform, label, state, stateReason, expiresAt, platformVersion, platformVersionEndsOn } = connection
  const need = (kind: string, tone: Tone, text: string): Need => ({ kind, tone, text, to: '/connections' })
  const needs: Need[] = []
  if (state === 'broken')
    needs.push(
      need('broken', 'bad', `${label} (${titleOf(platform)}) does not work: ${stateReason ?? 'nobody knows why'}`),
    )
  else if (state === 'expiring')
    needs.push(need('expiring', 'warn', `${label} (${titleOf(platform)}) ends ${moment(expiresAt)}: connect it again.`))
  if (platformVersionEndsOn && isSoon(platformVersionEndsOn))
    needs.push(
      need(
        'version',
        'warn',
        `${platformVersion} of ${titleOf(platform)} ends on ${platformVersionEndsOn}: update Flightdeck before.`,
      ),
    )
  for (const { on, what } of connection.platformEndings)
    if (isSoon(on)) needs.push(need('ending', 'warn', `${on}: ${titleOf(platform)} ${what}.`))
  return needs
}
