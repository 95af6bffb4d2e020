import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { connect } from '../../src/db/connect.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import { auditFigure } from './audit.ts'

const events = 10_000
const receivers = 5
const working = receivers - 1
const bareEach = 2_500

/** What a worker sends to webhooks, against a bare loop; and what the audit log takes, against bare inserts. */
export const eventsBench: Bench = {
  name: 'events',
  about: `${events} events to ${receivers} receivers of which one hangs; entries of the audit log from 16 writers`,
  async run(say) {
    const child = fork(join(import.meta.dirname, 'receivers.ts'), [String(receivers)])
    const [{ ports }] = (await once(child, 'message')) as [{ ports: number[] }]
    const service = await benchService({ ALLOW_PRIVATE_URLS: ports.map((port) => `127.0.0.1:${port}`).join(',') })
    const { db } = connect((await embeddedConnection(service.dataDir))!, 16)
    try {
      const bare = await bareRate(ports.slice(0, working))
      for (const port of ports) await service.call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/` })
      const sent = await deliveredRate(child, db)
      say(
        `events per second to ${working} receivers: ${Math.round(sent)}; signed fetches in a bare loop: ${Math.round(bare)}`,
      )
      const webhooks = {
        what: 'events delivered / signed fetches in a bare loop',
        value: sent / bare,
        unit: '',
        atLeast: 0.5,
      }
      return [webhooks, await auditFigure(db, say)]
    } finally {
      child.kill()
      await db.destroy()
      await service.remove()
    }
  },
}

/** One loop for each receiver, nothing written down. */
async function bareRate(ports: number[]): Promise<number> {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const body = JSON.stringify({
    type: 'key.revoked',
    timestamp: new Date().toISOString(),
    data: { keyId: 1, name: 'Bench' },
  })
  const from = performance.now()
  const loop = async (port: number) => {
    for (let n = 0; n < bareEach; n++) {
      const now = new Date()
      const signature = new Webhook(secret).sign(`evt_1_${n}`, now, body)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': `evt_1_${n}`,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      }
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
      await answer.text()
    }
  }
  await Promise.all(ports.map(loop))
  return (bareEach * ports.length) / ((performance.now() - from) / 1000)
}

async function deliveredRate(child: ChildProcess, db: EveryCompany): Promise<number> {
  const before = (await countsOf(child)).slice(0, working).reduce((sum, count) => sum + count, 0)
  const from = performance.now()
  await sql`
    INSERT INTO events (company_id, kind, detail)
    SELECT (SELECT min(company_id) FROM webhooks), 'key.revoked', jsonb_build_object('keyId', n, 'name', 'Bench')
    FROM generate_series(1, ${events}) AS n`.execute(db)
  for (;;) {
    const got = (await countsOf(child)).slice(0, working).reduce((sum, count) => sum + count, 0) - before
    if (got >= events * working) return (events * working) / ((performance.now() - from) / 1000)
    await delay(50)
  }
}

async function countsOf(child: ChildProcess): Promise<number[]> {
  const answered = once(child, 'message') as Promise<[{ counts: number[] }]>
  child.send('counts')
  return (await answered)[0].counts
}
