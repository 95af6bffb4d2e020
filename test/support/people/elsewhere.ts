import assert from 'node:assert/strict'
import { demo } from '../../../src/api/examples.ts'
import { recordEvent } from '../../../src/core/events/record.ts'
import { createApiKey } from '../../../src/core/people/keys.ts'
import { readyForRules } from '../automations/examples.ts'
import { operationCalled, sendExample } from '../examples.ts'
import { assertRefused, guardedBy } from '../guards/guards.ts'
import type { CompanyId } from '../../../src/db/company-id.ts'
import type { TestApp } from '../harness.ts'
import { signedIn } from './browser.ts'
import type { Browser } from './browser.ts'

/** Stands in every name of what somebody in another workspace must never see. */
export const mark = 'Zzqmark'

interface Account {
  id: string
  name: string
}

export interface Elsewhere {
  owner: Browser
  /** The other workspace, with nearly everything in it. */
  main: number
  /** Theirs, with one account. */
  own: { workspace: number; account: string }
  accounts: Account[]
  /** What must stand in no answer. */
  secrets: string[]
  batch: { id: number; slug: string; adId: string }
  draft: number
}

/** A company with one account in a workspace of its own, and everything else in the other. */
export async function everythingElsewhere(app: TestApp): Promise<Elsewhere> {
  const owner = await signedIn(app)
  const { data: all } = (await app.call<{ data: Account[] }>('GET', '/v1/adaccounts?limit=100')).body
  const own = all.find(({ id }) => id.startsWith('act_') && id !== demo.account)!
  const accounts = all.filter(({ id }) => id !== own.id)
  const [main] = (await owner.call('GET', '/v1/workspaces')).body.data as { id: string }[]
  await ok(owner, 'PATCH', `/v1/workspaces/${main!.id}`, { name: `${mark} workspace`, slug: mark.toLowerCase() })
  const made = await ok(owner, 'POST', '/v1/workspaces', { name: 'Own', slug: 'own' })
  await ok(owner, 'PATCH', `/v1/workspaces/${String(made.id)}`, { accountIds: [own.id] })
  const batch = await launchThere(app)
  const draft = await draftThere(app)
  await sendExample(app, operationCalled('create_automation'))
  await sendExample(app, operationCalled('run_automation'))
  await readyForRules(app)
  await app.app.services.db
    .updateTable('automations')
    .set({ name: `${mark} rule` })
    .execute()
  await approvalThere(app)
  const companyId = await eventsThere(app, accounts)
  await createApiKey(app.app.services.db, { companyId, name: `${mark} key`, scopes: ['read'] })
  await ok(owner, 'POST', '/v1/webhooks', { url: `https://${mark}.example.com/hook` })
  await ok(owner, 'POST', '/v1/people/invites', { email: `${mark}@example.com`, role: 'viewer' })
  await ok(owner, 'PATCH', '/v1/launch-defaults', { accountId: demo.account, title: `${mark} title` })
  const entities = await entitiesThere(app, accounts)
  const digits = accounts.map(({ id }) => id.replace(/^act_/, ''))
  const names = accounts.map(({ name }) => name).filter((name) => !own.name.includes(name))
  const secrets = [mark, mark.toLowerCase(), ...digits, ...names, ...entities, batch.slug, batch.adId]
  return {
    ...{ owner, main: Number(main!.id), own: { workspace: Number(made.id), account: own.id } },
    ...{ accounts, secrets: [...new Set(secrets)].filter((text) => text.length > 5), batch, draft },
  }
}

async function ok(browser: Browser, method: string, path: string, body: object) {
  const reply = await browser.call(method, path, { body })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

const exampleAds = (name: string) =>
  ((operationCalled(name).example as { ads: object[] }).ads ?? []).map((ad) => ({ ...ad, adName: `${mark} ad` }))

async function launchThere(app: TestApp) {
  const reply = await sendExample(app, operationCalled('launch_ads'), { ads: exampleAds('launch_ads') })
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  const id = Number(reply.body.adBatchId)
  const { ads, adBatchSlug } = await app.finished(id)
  return { id, slug: String(adBatchSlug), adId: String(ads![0]!.adId) }
}

async function draftThere(app: TestApp): Promise<number> {
  const input = { name: `${mark} draft`, ads: exampleAds('create_draft') }
  const reply = await sendExample(app, operationCalled('create_draft'), input)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return Number(reply.body.id)
}

/** What waits for a person there, and guards with names. */
async function approvalThere(app: TestApp): Promise<void> {
  await guardedBy(app, { name: `${mark} guard`, accountId: demo.account, largestBatch: 0, mode: 'ask', dailyCap: 5000 })
  const reply = await sendExample(app, operationCalled('launch_ads'), { ads: exampleAds('launch_ads') })
  assertRefused(reply, 'approval_required')
}

/** News of every kind that is no launch's. */
async function eventsThere(app: TestApp, accounts: Account[]): Promise<CompanyId> {
  const { db } = app.app.services
  const { id } = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const there = { platform: 'primary', accountId: accounts[0]!.id }
  await recordEvent(db, { id }, { type: 'sync.failed', data: { ...there, reason: mark } })
  await recordEvent(
    db,
    { id },
    { type: 'connection.broken', data: { connectionId: 1, platform: 'primary', label: mark, reason: mark } },
  )
  const anomaly = { ...there, kind: 'spend' as const, spent: 9, expected: 1, currency: 'USD' }
  await recordEvent(db, { id }, { type: 'spend.anomaly', data: anomaly })
  return id
}

/** Ids of campaigns, ad sets and ads there. */
async function entitiesThere(app: TestApp, accounts: Account[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id } of accounts) {
    for (const path of ['/v1/campaigns', '/v1/adsets']) {
      const { body } = await app.call<{ data?: { value: string }[] }>('GET', `${path}?accountId=${id}&limit=20`)
      ids.push(...(body.data ?? []).map(({ value }) => value))
    }
  }
  return ids.filter((id) => typeof id === 'string')
}
