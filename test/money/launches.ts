import { askUntil } from '../support/ask-until.ts'
import type { Platform } from './platform.ts'
import type { Company, Reply, Service } from './service.ts'
import type { Write } from './steps.ts'
import type { Entity } from './world.ts'

/** What was launched, for whoever launches it again or undoes it. */
export interface Batch {
  id: number
  account: number
  adSets: string[]
  /** Whether something of it failed or was cancelled, so that it can be launched again. */
  isOpen: boolean
}

export interface Fixture {
  company: Company
  platform: Platform
  service: Service
  batches: Batch[]
}

type Launch = Extract<Write, { do: 'launch' }>
type Again = Extract<Write, { do: 'again' }>
type Undo = Extract<Write, { do: 'undo' }>
interface Into {
  targets: Entity[]
  batch?: Batch
}

interface Launched {
  reply: Reply
  /** null: it was not accepted. */
  batch: Batch | null
}

/** Launches in one of the ways that there are, and waits until it has ended. */
export async function launchNew(fixture: Fixture, { targets }: Into, write: Launch): Promise<Launched> {
  const { company, platform, service } = fixture
  const { account, way, key } = write
  const adSets = targets.map(({ id }) => id)
  const at = { accountId: platform.ids[account]!, page: platform.page, sandboxUrl: service.sandboxUrl }
  const body = adsOf(write, adSets, at)
  const send = async () => {
    if (way !== 'draft') return company.call('POST', '/v1/launch', { ...body, dryRun: way === 'dry' }, key)
    const draft = await company.call('POST', '/v1/drafts', body, key)
    if (draft.status !== 201) return draft
    return company.call('POST', `/v1/drafts/${String(draft.body['id'])}/launch`, undefined, key)
  }
  if (way === 'refused') await refuseAds(service, write.count)
  const reply = await send()
  if (reply.status !== 202) return { reply, batch: null }
  const id = batchIn(reply)
  if (way === 'cancelled') await company.call('POST', `/v1/batches/${id}/cancel`, undefined, key)
  const batch = { id, account, adSets, isOpen: false }
  fixture.batches.push(batch)
  await ended(company, batch)
  return { reply, batch }
}

/** What failed earlier, or what the platform refuses just before. */
export async function launchAgain(fixture: Fixture, { targets, batch }: Into, write: Again): Promise<Reply> {
  const failed = () => launchNew(fixture, { targets }, { ...write, do: 'launch', count: 1, way: 'refused' })
  const first = batch ? null : await failed()
  const again = batch ?? first?.batch
  if (!again) return first!.reply
  const reply = await fixture.company.call('POST', '/v1/launch/from-draft', { batchId: again.id }, write.key)
  if (reply.status === 202) await ended(fixture.company, again)
  return reply
}

/** The latest that was launched there, or one that is launched just before. */
export async function undoLast(fixture: Fixture, { targets, batch }: Into, write: Undo): Promise<Reply> {
  const fresh = () => launchNew(fixture, { targets }, { ...write, do: 'launch', on: true, count: 1, way: 'plain' })
  const first = batch ? null : await fresh()
  const launched = batch ?? first?.batch
  if (!launched) return first!.reply
  return fixture.company.call('POST', `/v1/batches/${launched.id}/undo`, {}, write.key)
}

function batchIn({ body }: Reply): number {
  return Number(body['adBatchId'])
}

/** The ads of this many writes, and no others. */
async function refuseAds(service: Service, times: number): Promise<void> {
  const match = { method: 'POST', path: '/ads$' }
  await service.control('POST', 'faults', {
    ...{ platform: 'meta', match, fault: 'platform-error', code: 100, subcode: 1885272, times },
  })
}

export async function ended(company: Company, batch: Batch): Promise<void> {
  const reported = await askUntil(async () => {
    const { body } = await company.call('GET', `/v1/batch-status/${batch.id}`, undefined, 0)
    return body['summaryStatus'] === 'in_progress' ? null : body
  })
  batch.isOpen = Number(reported['successfulAds']) < Number(reported['totalAds'])
}

function adsOf(
  { count, on }: Launch,
  adSets: string[],
  at: { accountId: string; page: string; sandboxUrl: string },
): object {
  const ad = (place: number) => ({
    ...{ adName: `Model ${place}`, adAccountId: at.accountId, adSets, page: at.page, secondary: null },
    ...{ title: 'Model', description: 'Everything must go.', cta: 'SHOP_NOW', link: 'https://example.com/model' },
    ...{ media: [{ url: `${at.sandboxUrl}/_assets/square.png` }], launchPaused: !on },
  })
  return { ads: Array.from({ length: count }, (_, place) => ad(place)) }
}
