import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Db } from '../../db/connect.ts'
import type { Context } from '../context.ts'
import { reachName } from '../reach.ts'
import type { EventHub } from './hub.ts'
import { readEvents } from './read.ts'
import type { NumberedEvent, WantedEvents } from './read.ts'

const heartbeatMs = 15_000
const atOnce = 500

interface Deps {
  db: Db
  eventHub: EventHub
}

/** The company's events as server-sent events, from the one after `after` on, until the reader leaves. */
export function followEvents(
  deps: Deps,
  context: Pick<Context, 'company'>,
  wanted: Omit<WantedEvents, 'limit'>,
): Readable {
  const out = new PassThrough()
  const left = new AbortController()
  out.once('close', () => left.abort())
  sendWaiting(deps, context, wanted, { out, left: left.signal }).catch((error: unknown) =>
    out.destroy(left.signal.aborted ? undefined : (error as Error)),
  )
  return out
}

async function sendWaiting(
  { db, eventHub }: Deps,
  context: Pick<Context, 'company'>,
  { after, ...wanted }: Omit<WantedEvents, 'limit'>,
  { out, left }: { out: PassThrough; left: AbortSignal },
): Promise<void> {
  let wake: () => void = () => undefined
  const stopFollowing = eventHub.follow(context.company.id, () => wake())
  left.addEventListener('abort', () => wake(), { once: true })
  const heartbeat = setInterval(() => out.write(': still here\n\n'), heartbeatMs)
  try {
    out.write('retry: 2000\n\n')
    let last = after
    while (!left.aborted) {
      // Made before we look, so that what happens while we look wakes us too.
      const news = new Promise<void>((resolve) => (wake = resolve))
      const asked = { ...wanted, after: last, limit: atOnce }
      const { text, lastSeq, isAll } = await eventHub.readOnce(
        `${reachName(context.company)} ${JSON.stringify(asked)}`,
        () => readText(db, context, asked),
      )
      last = lastSeq
      if (text && !out.write(text)) await once(out, 'drain', { signal: left })
      if (isAll) await news
    }
  } finally {
    clearInterval(heartbeat)
    stopFollowing()
  }
}

async function readText(db: Db, context: Pick<Context, 'company'>, asked: WantedEvents) {
  const found = await readEvents({ db }, context, asked)
  const lastSeq = found.at(-1)?.seq ?? asked.after
  return { text: found.map(messageOf).join(''), lastSeq, isAll: found.length < asked.limit }
}

function messageOf({ event }: NumberedEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
