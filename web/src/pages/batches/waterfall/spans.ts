import type { AdTimeline } from '../../../../../client/src/index.ts'

/** What an ad did from then to then, in milliseconds of the clock. */
export interface Span {
  kind: 'step' | 'wait' | 'lookup'
  name: string
  from: number
  to: number
  /** How often the step was about to be sent. */
  tries: number
  state: AdTimeline['steps'][number]['state'] | null
  /** Why it waited. */
  reason: AdTimeline['events'][number]['reason'] | null
}

export interface Fall {
  index: number
  adSetId: string
  name: string
  status: AdTimeline['status']
  spans: Span[]
}

/** The ads of a batch on one axis; null: nothing was begun. */
export interface Waterfall {
  falls: Fall[]
  from: number
  to: number
  counts: { pauses: number; lost: number; found: number; retries: number }
}

export function waterfallOf(timelines: readonly AdTimeline[], now: number): Waterfall | null {
  const falls = timelines.map((timeline) => fallOf(timeline, now))
  const spans = falls.flatMap((fall) => fall.spans)
  if (spans.length === 0) return null
  const ofKind = (kind: Span['kind']) => spans.filter((span) => span.kind === kind)
  const lost = falls.filter((fall) => fall.spans.some(({ kind }) => kind === 'lookup'))
  return {
    falls,
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
    counts: {
      pauses: ofKind('wait').filter(({ reason }) => reason === 'throttled').length,
      lost: ofKind('lookup').length,
      found: lost.filter(({ status }) => status === 'launched' || status === 'undone').length,
      retries: ofKind('step').reduce((sum, { tries }) => sum + Math.max(0, tries - 1), 0),
    },
  }
}

function fallOf({ index, adSetId, adName: name, status, steps, events }: AdTimeline, now: number): Fall {
  // What was made for another ad is drawn there.
  const own = steps.filter(({ shared }) => !shared)
  const sent = own.flatMap((step): Span[] => {
    if (step.begunAt === null) return []
    const to = step.endedAt === null ? now : Date.parse(step.endedAt)
    const { name: of, tries, state } = step
    return [{ kind: 'step', name: of, from: Date.parse(step.begunAt), to, tries, state, reason: null }]
  })
  const waits = events.flatMap((event, at): Span[] => {
    if (event.kind !== 'ad.waiting' && event.kind !== 'ad.unsure') return []
    const from = Date.parse(event.at)
    const next = events[at + 1]
    const until = event.until ? Date.parse(event.until) : now
    const end = next
      ? Math.min(Date.parse(next.at), event.kind === 'ad.unsure' ? Infinity : until)
      : Math.min(until, now)
    const kind = event.kind === 'ad.unsure' || event.reason === 'lookup' ? 'lookup' : 'wait'
    const span = { kind, name: event.step ?? '', from, to: Math.max(from, end), tries: 0, state: null } as const
    return [{ ...span, reason: event.reason ?? null }]
  })
  return { index, adSetId, name, status, spans: [...sent, ...waits].toSorted((a, b) => a.from - b.from) }
}
