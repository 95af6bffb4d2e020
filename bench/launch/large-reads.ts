import { createApiKey } from '../../src/core/people/keys.ts'
import { markLaunched } from '../../src/core/journal/item-ends.ts'
import type { ItemRef } from '../../src/core/journal/item-ends.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import type { Stage } from '../../test/crash/stage.ts'
import { bareItems } from '../../test/support/launch/bare-items.ts'
import type { Figure } from '../figure.ts'
import type { LargeFixture } from './large-fixture.ts'
import { median, timed } from '../measure.ts'

const warmUps = 20
const rounds = 101
const atMost = 1.3

/** Two companies with as many batches, of many ads and of few. */
export interface Both {
  large: LargeFixture
  small: LargeFixture
}

/** What the same reading takes where batches are large, against where they are small; in turns. */
export async function compare(what: string, both: Both, read: (of: LargeFixture) => Promise<unknown>): Promise<Figure> {
  const times = { large: [] as number[], small: [] as number[] }
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const which of round % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const)) {
      const ms = await timed(() => read(both[which]))
      if (round >= warmUps) times[which].push(ms)
    }
  }
  const [large, small] = [median(times.large), median(times.small)]
  const note = `${large.toFixed(2)} ms against ${small.toFixed(2)} ms`
  return { what, value: large / small, unit: '', atMost, note }
}

/** Enough for all rounds of a batch of 100 ads, of which the last few stay open. */
const events = 90
const warmEvents = 30

/** From the end of an ad to its event at a reader of the batch's stream: a batch of 1,000 ads of which most are done, against one of 100. */
export function streamFigure(stage: Stage, { large, small }: Both): Promise<Figure> {
  return stage.withDatabase(async (db) => {
    await using many = await openStream({ db, url: stage.url }, large, { ads: 1000, done: 1000 - 100 })
    await using few = await openStream({ db, url: stage.url }, small, { ads: 100, done: 0 })
    const times = { many: [] as number[], few: [] as number[] }
    for (let event = 0; event < events; event++) {
      const turns = [
        { reported: times.many, stream: many },
        { reported: times.few, stream: few },
      ]
      for (const { reported: notified, stream } of event % 2 === 0 ? turns : turns.toReversed()) {
        const ms = await stream.next()
        if (event >= warmEvents) notified.push(ms)
      }
    }
    const [longest, shortest] = [median(times.many), median(times.few)]
    const note = `${longest.toFixed(2)} ms against ${shortest.toFixed(2)} ms`
    return { what: 'from an event to a reader of the stream', value: longest / shortest, unit: '', atMost, note }
  })
}

interface Stream extends AsyncDisposable {
  /** Ends one more ad, and answers how long after that a reader was told. */
  next(): Promise<number>
}

/** A batch that no worker has, of which we end one ad after the other, and a reader of its stream. */
async function openStream(
  { db, url }: { db: EveryCompany; url: string },
  { companyId }: LargeFixture,
  { ads, done }: { ads: number; done: number },
): Promise<Stream> {
  const items = await bareItems(db, { companyId, platform: 'primary', accountId: 'act_bench' }, ads)
  for (const item of items.splice(0, done)) await end(db, item)
  const { key } = await createApiKey(db, { companyId, name: 'Stream', scopes: ['read'] })
  const left = new AbortController()
  const headers = { authorization: `Bearer ${key}` }
  const batchId = items[0]!.batchId
  const answer = await fetch(`${url}/v1/batches/${batchId}/events`, { headers, signal: left.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  const until = async (adId: string) => {
    while (!seen.includes(`"adId":"${adId}"`)) seen = seen.slice(-2000) + ((await reader.read()).value ?? '')
    seen = ''
  }
  return {
    async next() {
      const item = items.shift()!
      await end(db, item)
      return timed(() => until(String(item.id)))
    },
    async [Symbol.asyncDispose]() {
      left.abort()
      await reader.cancel().catch(() => undefined)
    },
  }
}

async function end(db: EveryCompany, item: ItemRef): Promise<void> {
  await db.transaction().execute((trx) => markLaunched(trx, item, String(item.id), null))
}
