import pMap from 'p-map'
import type { UrlPoster } from '../../files/fetch/post-url.ts'
import type { Db } from '../../db/connect.ts'
import { inSpan, traceHeaders } from '../../trace/tracing.ts'
import type { Tracing } from '../../trace/tracing.ts'
import { originOf } from '../batches/origin.ts'
import type { CompanyEvent } from '../events/present.ts'
import type { Attempt, Due, HeldWebhook, Load, DeliveryOutcome, DeliveryProgress } from './deliveries.ts'
import { messageFor } from './message.ts'
import { maxTries, pauseAfter, retryAfterMs } from './schedule.ts'
import type { Target, WebhookKind } from './target.ts'

/** Batches that are told of side by side; the events of each one after the other. */
const batchesAtOnce = 4
/** After this long, what has come out is written down: should we die, no more than that is sent again. */
const writeAfterMs = 150
const attemptsKept = 10

interface Sending {
  db: Db
  poster: UrlPoster
  tracing: Tracing
  signal: AbortSignal
}

/** Sends what is to be sent, until it is all out, time is up or the receiver fails again and again. */
export async function sendLoad(
  sending: Sending,
  hook: HeldWebhook,
  load: Load,
): Promise<DeliveryProgress & { isGone: boolean }> {
  const { signal } = sending
  const until = performance.now() + writeAfterMs
  const outcomes: DeliveryOutcome[] = load.behind.map((due) => ({ ...outcomeOf(due), state: 'waiting', waitMs: 0 }))
  let { failures } = hook
  let isGone = false
  let tried = 0
  const mayGoOn = () => !isGone && !signal.aborted && pauseAfter(failures) === 0 && performance.now() < until

  async function sendGroup(group: Due[]): Promise<void> {
    for (const [at, due] of group.entries()) {
      // One is always tried: that is how it is seen whether the receiver is back.
      if (tried > 0 && !mayGoOn()) return
      tried++
      const outcome = await deliver(sending, hook, due)
      const wasTaken = outcome.state === 'delivered'
      // We stop, and gave it up ourselves.
      if (signal.aborted && !wasTaken) return
      outcomes.push(outcome)
      if (due.event) failures = wasTaken ? 0 : failures + 1
      isGone ||= outcome.attempts.at(-1)?.status === 410
      // What is given up holds up nobody, and neither does what belongs to no batch.
      if (outcome.state !== 'waiting' || due.batchId === null) continue
      for (const later of group.slice(at + 1)) {
        if (!later.isRetry) outcomes.push({ ...outcomeOf(later), state: 'waiting', waitMs: 0 })
      }
      return
    }
  }

  await pMap(groupsOf(load.due), sendGroup, { concurrency: batchesAtOnce })
  const left = leftOf(load, outcomes)
  return {
    outcomes,
    failures,
    isGone,
    cursor: left === null ? load.upTo : Math.max(hook.cursor, left - 1),
    pauseMs: tried > 0 ? pauseAfter(failures) : 0,
    hasRecovered: failures === 0 && pauseAfter(hook.failures) > 0,
  }
}

/** The first of the new ones that nothing became of yet. */
function leftOf({ due }: Load, outcomes: DeliveryOutcome[]): number | null {
  const written = new Set(outcomes.map(({ seq }) => seq))
  return due.find(({ seq, isRetry }) => !isRetry && !written.has(seq))?.seq ?? null
}

/** The events of a batch go together; those of none go one after the other too, but wait for nobody. */
function groupsOf(due: Due[]): Due[][] {
  const groups = new Map<number | null, Due[]>()
  for (const each of due) {
    const group = groups.get(each.batchId)
    if (group) group.push(each)
    else groups.set(each.batchId, [each])
  }
  return [...groups.values()]
}

const outcomeOf = ({ seq, batchId, type, tries, attempts }: Due) => ({ seq, batchId, type, tries, attempts })

async function deliver(sending: Sending, hook: HeldWebhook, due: Due): Promise<DeliveryOutcome> {
  // Kept no more: there is nothing to send.
  if (!due.event) return { ...outcomeOf(due), state: 'failed', waitMs: 0 }
  const { attempt, isTaken } = await attemptTraced(sending, hook, { ...due, event: due.event })
  const tries = due.tries + 1
  const attempts = [...due.attempts, attempt].slice(-attemptsKept)
  const state = isTaken ? 'delivered' : tries >= maxTries ? 'failed' : 'waiting'
  return { ...outcomeOf(due), tries, attempts, state, waitMs: retryAfterMs[tries - 1] ?? 0 }
}

/** What is told of a batch belongs to the trace of the call it came from, and its receiver is told so. */
async function attemptTraced(
  { db, poster, tracing }: Sending,
  { company, kind, target }: HeldWebhook,
  { batchId, event }: Due & { event: CompanyEvent },
) {
  if (!tracing.isOn) return attemptOne(poster, { kind, target }, event)
  const origin = batchId === null ? null : await originOf(db, company.id, batchId).catch(() => null)
  const start = { name: 'webhook', kind: 'client', parent: origin?.trace ?? null } as const
  return inSpan(tracing, start, () => attemptOne(poster, { kind, target }, event, traceHeaders(tracing.current())))
}

/** One request to the receiver. Everything but 2xx is a failure, a redirect too. */
export async function attemptOne(
  poster: UrlPoster,
  { kind, target }: { kind: WebhookKind; target: Target },
  event: CompanyEvent,
  more: Record<string, string> = {},
): Promise<{ attempt: Attempt; isTaken: boolean }> {
  const now = new Date()
  const from = performance.now()
  const { url, headers, body } = messageFor(kind, target, event, now)
  const posted = await poster.post(url, { ...headers, ...more }, body)
  const attempt = { at: now.toISOString(), ms: Math.round(performance.now() - from), ...posted }
  return { attempt, isTaken: 'status' in posted && posted.status >= 200 && posted.status < 300 }
}
