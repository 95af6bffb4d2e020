import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startReceiver } from '../support/events/receiver.ts'
import type { Received, Receiver } from '../support/events/receiver.ts'
import { setStage } from './stage.ts'
import type { Stage } from './stage.ts'

const events = 500
const batches = 10
/** How long the last life may take to deliver what is left. */
const endWithinMs = 180_000

/** Kills the service again and again while events of several batches are sent to a receiver that takes its time. */
export async function crashWebhooks(kills: number, random: () => number): Promise<boolean> {
  const stage = await setStage()
  const receiver = await startReceiver()
  receiver.answer = (_received, reply) => void setTimeout(() => reply.end(), 5 + random() * 30)
  try {
    await stage.newCompany()
    const extra = { ALLOW_PRIVATE_URLS: receiver.host, REPORT_SYNC: 'off' }
    let service = await stage.start('up', extra)
    await stage.api('POST', '/v1/webhooks', { url: `${receiver.url}/events`, events: ['ad.launched'] })
    const write = await eventWriter(stage)
    for (let kill = 1, written = 0; kill <= kills; kill++) {
      const more = Math.round((events * kill) / kills) - written
      await write(written, more)
      written += more
      await delay(20 + random() * 250)
      await service.kill()
      console.log(`${kill}/${kills} kills, ${written} events written, ${receiver.all.length} received`)
      service = await stage.start('up', extra)
    }
    await Promise.race([receiver.until((all) => idsIn(all).size === events), delay(endWithinMs)])
    await service.kill('SIGTERM')
    return report(receiver, kills)
  } finally {
    await receiver.close()
    await stage.close()
  }
}

/** Writes events as the journal does: those of a batch one after the other. */
async function eventWriter(stage: Stage): Promise<(from: number, count: number) => Promise<void>> {
  const { companyId, items } = await stage.withDatabase(async (db) => {
    const { rows } = await sql<{ company_id: number }>`SELECT company_id FROM webhooks`.execute(db)
    const { company_id } = rows[0]!
    const made = await sql<{ id: number; batch_id: number }>`
      WITH batch AS (
        INSERT INTO batches (company_id, slug, state, request, total_ads, created_by)
        SELECT ${company_id}, 'crash' || n, 'processing', '{}', 1000, 'crash' FROM generate_series(1, ${batches}) AS n RETURNING id
      )
      INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_name, ad, state)
      SELECT ${company_id}, id, 0, 'meta', 'act_1', '1', 'Crash', '{}', 'failed' FROM batch RETURNING id, batch_id`.execute(
      db,
    )
    return { companyId: company_id, items: made.rows }
  })
  return (from, count) =>
    stage.withDatabase(async (db) => {
      for (let n = from; n < from + count; n++) {
        const { id, batch_id } = items[n % batches]!
        await sql`
          INSERT INTO events (company_id, batch_id, item_id, kind, detail)
          VALUES (${companyId}, ${batch_id}, ${id}, 'ad.launched', jsonb_build_object('adId', ${String(n)}::text))`.execute(
          db,
        )
      }
    })
}

const idsIn = (all: Received[]) => new Set(all.map(({ id }) => id))

function report({ all }: Receiver, kills: number): boolean {
  const first = [...new Map(all.toReversed().map((each) => [each.id, each])).values()].reverse()
  const lost = events - first.length
  const changed = all.filter((each) => each.text !== first.find(({ id }) => id === each.id)!.text).length
  const outOfOrder = first.filter(({ body: { data } }, at) => {
    const later = first.slice(at + 1).filter((other) => other.body.data.adBatchId === data.adBatchId)
    return later.some((other) => Number(other.body.data.adId) < Number(data.adId))
  }).length
  console.log(
    `\n${kills} kills, ${events} events in ${batches} batches: ${lost} lost, ${outOfOrder} out of order, ${changed} under an id of another content, ` +
      `${all.length - first.length} sent again`,
  )
  return lost === 0 && outOfOrder === 0 && changed === 0
}
