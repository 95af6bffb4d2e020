import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { BatchSummary, CalendarEntry, Connection, Suggestion } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'
import { useApprovals } from '../../data/approvals.ts'
import { useSuggestions } from '../../data/automations.ts'
import { useCalendar } from '../../data/calendar.ts'
import { useConnections } from '../../data/connections.ts'
import { useGuards } from '../../data/guards.ts'
import { useBatches } from '../../data/launch/batches.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { ago, moment, wholeDay } from '../../ui/words/format.ts'
import { Card } from '../../ui/page.tsx'
import { titleOf } from '../../data/platforms.ts'
import { Awaited, Failed } from '../../ui/answer.tsx'
import { t } from '../../languages/t.ts'

const kinds = {
  guard: t('guard'),
  approval: t('approval'),
  failed: t('failed'),
  end: t('end'),
  suggestion: t('suggestion'),
  broken: t('broken'),
  expiring: t('expiring'),
  version: t('version'),
  ending: t('ending'),
}

interface Need {
  kind: keyof typeof kinds
  tone: Tone
  text: string
  /** What the service says of it, in its own language. */
  said?: string
  to: string
  /** What its button says. */
  action: string
}

/** What waits for a person, each with the way to where it is decided. */
export function Needs() {
  const approvals = useApprovals({ state: 'waiting', limit: 20 })
  const suggestions = useSuggestions({ limit: 100 })
  const connections = useConnections()
  const guards = useGuards()
  const batches = useBatches({ limit: 20 })
  const calendar = useCalendar()
  const needs: Need[] = [
    ...(connections.data ?? []).flatMap(ofConnection),
    ...(guards.data?.data ?? [])
      .filter(({ day, month }) => day?.isReached || month?.isReached)
      .map(({ guard }) => ({
        kind: 'guard' as const,
        tone: 'bad' as const,
        text: t('{name} has reached its cap: writes that cost are held up.', {
          name: guard.name ?? t('Guard {id}', { id: guard.id }),
        }),
        to: '/guards',
        action: t('Open the guard'),
      })),
    ...(approvals.data?.data ?? []).map(({ id, summary, operation, askedBy, askedAt }) => ({
      kind: 'approval' as const,
      tone: 'warn' as const,
      text: t('{askedBy} asks, {askedAt}:', { askedBy, askedAt: ago(askedAt) }),
      said: summary?.title ?? operation.replaceAll('_', ' '),
      to: `/approvals/${id}`,
      action: t('Decide'),
    })),
    ...(batches.data?.data ?? []).flatMap(ofBatch),
    ...ofSuggestions(suggestions.data?.data ?? []),
    ...(calendar.data ?? []).flatMap(ofEnd),
  ]
  const asked = [approvals, suggestions, connections, guards, batches, calendar]
  const isKnown = asked.every(({ data }) => data)
  return (
    <Card title={needs.length > 0 ? t('Needs you ({needs})', { needs: needs.length }) : t('Needs you')}>
      <Failed of={asked} />
      {needs.length === 0 && <Awaited of={asked} what={t('what waits for you')} />}
      {isKnown && needs.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck size={16} className="text-good" aria-hidden /> {t('All is well: nothing waits for a person.')}
        </p>
      )}
      <ul className="flex flex-col divide-y">
        {needs.map(({ kind, tone, text, said, to, action }, place) => (
          <li key={place} className="flex items-start gap-x-2 gap-y-1 py-2 max-md:flex-wrap">
            <span className="shrink-0 max-md:w-full md:w-26">
              <Badge tone={tone}>{kinds[kind]}</Badge>
            </span>
            <span className="line-clamp-3 min-w-0 flex-1 wrap-anywhere" title={text}>
              {text}{' '}
              {said && (
                <span lang="en" title={said}>
                  {said}
                </span>
              )}
            </span>
            <Link
              to={to}
              className="shrink-0 rounded-md border border-field bg-surface px-2.5 py-0.5 text-[13px] font-medium hover:bg-raised"
            >
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const recentDays = 7

/** What failed of late and can be mended; what was undone since is no matter any more. */
function ofBatch({ adBatchId, name, failedAds, summaryStatus, createdAt, ...batch }: BatchSummary): Need[] {
  const isOld = Date.now() - Date.parse(createdAt) > recentDays * 86_400_000
  const isUndone = batch.undoneAds > 0 && batch.undoneAds === batch.successfulAds
  if (failedAds === 0 || isOld || isUndone || summaryStatus === 'in_progress') return []
  const ads = t({ one: 'One ad', other: '{count} ads' }, { count: failedAds })
  const text = t('{ads} of {name} failed, {createdAt}.', {
    ads,
    name: name ?? t('batch {adBatchId}', { adBatchId }),
    createdAt: ago(createdAt),
  })
  return [{ kind: 'failed', tone: 'bad', text, to: `/batches/${adBatchId}`, action: t('Mend') }]
}

const endDays = 7

/** Ends of ads that come soon; what ends of a connection stands with it. */
function ofEnd({ kind, on, what, mark }: CalendarEntry): Need[] {
  const isNear = mark !== 'ok' || Date.parse(on) - Date.now() < endDays * 86_400_000
  if (kind !== 'end' || !isNear) return []
  const tone = mark === 'problem' ? 'bad' : 'warn'
  return [{ kind: 'end', tone, text: `${ago(on)}:`, said: what, to: '/calendar', action: t('Look') }]
}

/** One line for each rule, however much it suggests. */
function ofSuggestions(suggestions: Suggestion[]): Need[] {
  return [...Map.groupBy(suggestions, ({ automationId }) => automationId).values()].map((ofRule) => {
    const { automationName, madeAt } = required(ofRule[0], 'suggestion of the rule')
    const what = t({ one: 'a change', other: '{count} changes' }, { count: ofRule.length })
    const text = t('The rule {automationName} suggests {what}, {madeAt}.', {
      automationName,
      what,
      madeAt: ago(madeAt),
    })
    return { kind: 'suggestion', tone: 'busy', text, to: '/automations', action: t('Look') }
  })
}

const soonDays = 60
const isSoon = (day: string) => Date.parse(day) - Date.now() < soonDays * 86_400_000

function ofConnection(connection: Connection): Need[] {
  const { platform, label, state, stateReason, expiresAt, platformVersion, platformVersionEndsOn } = connection
  const need = (kind: Need['kind'], tone: Tone, text: string, more: Partial<Need> = {}): Need => {
    return { kind, tone, text, to: '/connections', action: t('Look'), ...more }
  }
  const needs: Need[] = []
  if (state === 'broken')
    needs.push(
      need('broken', 'bad', t('{label} ({platform}) does not work:', { label, platform: titleOf(platform) }), {
        action: t('Mend it'),
        said: stateReason ?? t('nobody knows why'),
      }),
    )
  else if (state === 'expiring')
    needs.push(
      need(
        'expiring',
        'warn',
        t('{label} ({platform}) ends {expiresAt}: connect it again.', {
          label,
          platform: titleOf(platform),
          expiresAt: moment(expiresAt),
        }),
        { action: t('Connect again') },
      ),
    )
  if (platformVersionEndsOn && isSoon(platformVersionEndsOn))
    needs.push(
      need(
        'version',
        'warn',
        t('{platformVersion} of {platform} ends on {platformVersionEndsOn}: update Flightdeck before.', {
          platformVersion,
          platform: titleOf(platform),
          platformVersionEndsOn: wholeDay(platformVersionEndsOn),
        }),
      ),
    )
  for (const { on, what } of connection.platformEndings)
    if (isSoon(on)) needs.push(need('ending', 'warn', `${wholeDay(on)}:`, { said: `${titleOf(platform)} ${what}.` }))
  return needs
}
