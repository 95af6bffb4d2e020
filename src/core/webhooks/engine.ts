import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createFairShare } from '../../async/fair-share.ts'
import { createGrowingPauses } from '../../async/growing-pauses.ts'
import type { GrowingPauses } from '../../async/growing-pauses.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { isOutage } from '../../outage.ts'
import type { UrlPoster } from '../../files/fetch/post-url.ts'
import { notTwice } from '../../async/not-twice.ts'
import type { Pulse } from '../../probes/pulse.ts'
import type { Tracing } from '../../trace/tracing.ts'
import type { EventHub } from '../events/hub.ts'
import type { Seal } from '../secrets/seal.ts'
import { nextLoad, WebhookLost, writeProgress } from './deliveries.ts'
import type { HeldWebhook } from './deliveries.ts'
import { disableWebhook } from './disable.ts'
import { holdWebhook, leaseSeconds, letGo, renew } from './lease.ts'
import { mayTake } from './schedule.ts'
import { sendLoad } from './send-load.ts'

/** Delivers events to webhooks, in a worker. */
export interface WebhookEngine {
  stop(): Promise<void>
}

interface Deps {
  db: Db
  seal: Seal
  poster: UrlPoster
  eventHub: EventHub
  log: Logger
  tracing: Tracing
  pulse: Pulse
}

/** What is due by its time is looked for so often. */
const lookEveryMs = 1_000
const atOnce = 200
/** How long requests that are out may take to end when we stop. */
const endWithinMs = 1_500

/** Webhooks that are delivered to at the same time: a receiver that hangs holds one place, and no company holds them all. */
const places = { what: 'Webhooks that are delivered to', places: 128, placesPerCompany: 24, maxWaitMs: 60_000 }

export function startWebhooks(deps: Deps): WebhookEngine {
  const { db, eventHub, log, poster } = deps
  const stopping = new AbortController()
  const share = createFairShare(places)
  const running = new Map<number, Promise<void>>()
  /** Would be looked at again every second. */
  const failed = createGrowingPauses<number>({ firstMs: lookEveryMs, maxMs: 60_000 })
  /** News that came while a webhook was being delivered to. */
  const again = new Set<number>()
  const owner = randomUUID()

  function begin({ id, company_id: companyId }: DueWebhook): void {
    if (stopping.signal.aborted || !failed.isOver(id)) return
    if (running.has(id)) return void again.add(id)
    const leave = share.enterNow(companyId)
    // Found again by the next look.
    if (!leave) return
    const run = deliverAll(deps, { id, owner, signal: stopping.signal })
      .then(() => failed.worked(id))
      .catch((error: unknown) => logFailedDelivery(log, failed, { id, error }))
      .finally(() => {
        leave()
        running.delete(id)
        if (again.delete(id)) begin({ id, company_id: companyId })
      })
    running.set(id, run)
  }

  const look = async (companyId: CompanyId | null) => (await dueWebhooks(db, companyId)).forEach(begin)

  const turn = deps.pulse.loop()
  const logFailed = logFailedLook.bind(null, log)
  const news = newsOf(eventHub, (companyId) => void look(companyId).catch(logFailed))

  async function lookRound(): Promise<void> {
    const isWanted = await hasWebhooks(db)
    if (stopping.signal.aborted) return
    news.follow(isWanted)
    if (isWanted) await look(null)
    turn.turned()
  }

  const lookNow = notTwice(() => lookRound().catch(logFailed))
  const timer = setInterval(lookNow, lookEveryMs)
  lookNow()
  return {
    async stop() {
      stopping.abort()
      news.follow(false)
      clearInterval(timer)
      turn.ended()
      const ended = Promise.all(running.values())
      await Promise.race([ended, delay(endWithinMs, undefined, { ref: false })])
      // Requests that are still out are given up: what nobody has seen to arrive is sent again.
      await poster.close()
      await ended
    },
  }
}

/** Where there are no webhooks, nobody need know what happens: events are not even numbered for them. */
function newsOf(eventHub: EventHub, onEvent: (companyId: CompanyId) => void): { follow(isWanted: boolean): void } {
  let stop: (() => void) | null = null
  return {
    follow(isWanted) {
      if (isWanted) {
        stop ??= eventHub.followAll(onEvent)
        return
      }
      stop?.()
      stop = null
    },
  }
}

/** Neither that another process delivers now nor that the database is away says anything about the webhook. */
function logFailedDelivery(
  log: Logger,
  failed: GrowingPauses<number>,
  { id, error }: { id: number; error: unknown },
): void {
  if (error instanceof WebhookLost || isOutage(error)) return
  log.warn({ err: error, webhookId: id, ...failed.failed(id) }, 'a webhook was not delivered to')
}

function logFailedLook(log: Logger, error: unknown): void {
  // That the database is away is told once, by whoever watches it.
  if (!isOutage(error)) log.warn({ err: error }, 'webhooks could not be looked for')
}

interface DueWebhook {
  id: number
  company_id: CompanyId
}

async function hasWebhooks(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM webhooks WHERE enabled LIMIT 1`.execute(everyCompany(db))
  return rows.length > 0
}

/** Those for which there is something to send now. */
async function dueWebhooks(db: Db, companyId: CompanyId | null): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    SELECT id, company_id FROM webhooks AS hook
    WHERE enabled AND paused_until <= now() AND (${companyId}::bigint IS NULL OR company_id = ${companyId}) AND (
      cursor < (SELECT seq FROM event_heads AS head WHERE head.company_id = hook.company_id)
      OR EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = hook.id AND state = 'waiting' AND next_at <= now()))`.execute(
    everyCompany(db),
  )
  return rows
}

interface Run {
  id: number
  owner: string
  signal: AbortSignal
}

/** Delivers what there is for one webhook, until there is nothing more to do for now. */
async function deliverAll(deps: Deps, { id, owner, signal }: Run): Promise<void> {
  let hook = await holdWebhook(deps, id, owner)
  if (!hook) return
  const heartbeat = setInterval(
    () => void renew(deps.db, { id, owner }).catch(() => undefined),
    (leaseSeconds * 1000) / 3,
  )
  try {
    while (hook && !signal.aborted) hook = await deliverSome(deps, hook, signal)
  } finally {
    clearInterval(heartbeat)
    await letGo(deps.db, { id, owner })
  }
}

/** Answers how the webhook stands now; null: there is nothing to do for it, or not before its pause is over. */
async function deliverSome(deps: Deps, hook: HeldWebhook, signal: AbortSignal): Promise<HeldWebhook | null> {
  const load = await deps.pulse.step(nextLoad(deps, hook, mayTake(hook.failures, atOnce)))
  const isNothing = load.due.length === 0 && load.behind.length === 0
  if (isNothing && load.upTo === hook.cursor) return null
  const { isGone, ...progress } = await sendLoad({ ...deps, signal }, hook, load)
  await deps.pulse.step(writeProgress(deps, hook, progress))
  const isOff = progress.failures > 0 && (await disableWebhook(deps, hook, isGone ? 'gone' : 'failing'))
  if (isOff || progress.pauseMs > 0) return null
  const { cursor, failures } = progress
  return { ...hook, cursor: Math.max(hook.cursor, cursor), failures }
}
