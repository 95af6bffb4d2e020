import { createHash } from 'node:crypto'
import { brokenRules, notFound } from '../../errors.ts'
import type { ConversionEvent } from '../../platforms/contract/manage.ts'
import { openAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { requireVerb } from '../connections/verbs.ts'
import type { AccountDeps } from '../deps.ts'
import { perform } from '../writes/perform.ts'

/** What a platform takes at once. */
export const maxEvents = 1000

export interface EventsRequest {
  accountId: string
  pixelId: string
  events: ConversionEvent[]
  testEventCode?: string
}

export interface SentEvents {
  received: number
  failed: { index: number; message: string }[]
}

/** Sends what is good and tells what is not: the platform would throw all of them away for one. */
export async function sendEvents(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'operationKey'>,
  request: EventsRequest,
): Promise<SentEvents> {
  const { events, pixelId } = request
  const opened = await openAccount(deps, context, request.accountId)
  const conversions = requireVerb(opened, 'conversions')
  const checked = events.map((event, index) => ({ event, index, issues: conversions.checkEvent(event) }))
  const bad = checked.filter(({ issues }) => issues.length > 0)
  if (bad.length === events.length) {
    throw brokenRules(
      bad.flatMap(({ index, issues }) =>
        issues.map(({ path, message }) => ({ path: `events.${index}.${path}`, message })),
      ),
    )
  }
  const pixels = await conversions.listPixels(opened.ref)
  if (!pixels.some(({ id }) => id === pixelId)) throw notFound('pixel', pixelId)
  const good = checked
    .filter(({ issues }) => issues.length === 0)
    .map(({ event, index }) => ({ ...event, eventId: event.eventId ?? eventIdOf(context.operationKey, index) }))
  const write = conversions.sendEvents(opened.ref, pixelId, good, request.testEventCode)
  const { received } = await perform(deps, context, opened, { kind: 'events', part: 'events', write })
  const failed = bad.flatMap(({ index, issues: [first] }) =>
    first ? [{ index, message: `${first.path}: ${first.message}` }] : [],
  )
  return { received: Number(received), failed }
}

/** The same for a repeat of the same call, so that the platform counts the event once. */
function eventIdOf(operationKey: string, index: number): string {
  return createHash('sha256').update(`${operationKey} ${index}`).digest('hex').slice(0, 32)
}
