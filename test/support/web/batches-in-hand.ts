import type { BrowserContext, Page, Request } from 'playwright-core'
import { findCompany } from '../../../src/core/people/companies/companies.ts'
import { markLaunched } from '../../../src/core/journal/item-ends.ts'
import { inTransaction } from '../../../src/db/connect.ts'
import type { TestApp } from '../harness.ts'
import { bareItems } from '../launch/bare-items.ts'

/** Answers with the paths of the streams that tabs have open at this moment. */
export function openStreams(context: BrowserContext): () => string[] {
  const open = new Map<Request, Page>()
  const pathOf = (request: Request) => new URL(request.url()).pathname
  context.on('request', (request) => {
    if (pathOf(request).endsWith('/events')) open.set(request, request.frame().page())
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return () => [...open].filter(([, page]) => !page.isClosed()).map(([request]) => pathOf(request))
}

/** Batches that run until we say that their ads are made. */
export async function batchesInHand({ app: { services } }: TestApp, count: number) {
  const { id: companyId } = (await findCompany(services.db, 'demo'))!
  const lane = { companyId, platform: 'primary', accountId: 'act_in_hand' }
  return Promise.all(
    Array.from({ length: count }, async () => {
      const items = await bareItems(services.db, lane, 4, { areBegun: false })
      const { batchId: id } = items[0]!
      await services.pool.query(`UPDATE batches SET state = 'processing' WHERE id = $1`, [id])
      await services.pool.query(`UPDATE batch_items SET state = 'running' WHERE batch_id = $1`, [id])
      const make = () => inTransaction(services.db, (trx) => markLaunched(trx, items.shift()!, `ad ${id}`, null))
      return { id, make }
    }),
  )
}
