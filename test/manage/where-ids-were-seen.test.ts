import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applovin } from '../../src/platforms/applovin/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { appFixture } from '../support/applovin/applovin.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

/** A change that names no account asks the platform on which the id was seen, and no other. */
const app = await startTestApp()
const { db } = app.app.services
const fixture = await appFixture(app)
const [first, second] = fixture.campaigns[fixture.games]!
const other = fixture.campaigns[fixture.shop]![0]!

interface Call {
  platform: string
  method: string
  path: string
}
interface Results {
  results: { entityId: string; success: boolean }[]
  error?: { code: string; details?: { issues?: { path: string; message: string }[] } }
}

/** What the platforms are asked meanwhile, by platform. */
async function asked(work: () => Promise<unknown>): Promise<Record<string, number>> {
  await app.control('DELETE', 'calls')
  await work()
  const { calls } = await app.control<{ calls: Call[] }>('GET', 'calls')
  const counts = Map.groupBy(calls, ({ platform }) => platform)
  return Object.fromEntries([...counts].map(([platform, each]) => [platform, each.length]))
}

const switchTo = (status: string, ids: string[], more: { key?: string; entityType?: string } = {}) =>
  app.call<Results>('POST', '/v1/manage/update-status', {
    ...(more.key ? { key: more.key } : {}),
    body: { entityType: more.entityType ?? 'adset', entityIds: ids, status },
  })
const places = (entityId: string) =>
  db.selectFrom('seen_entities').selectAll().where('entity_id', '=', entityId).execute()
const forget = () => db.deleteFrom('seen_entities').execute()

async function remembered(...ids: string[]): Promise<void> {
  await untilTrue(async () => (await Promise.all(ids.map(places))).every((rows) => rows.length > 0))
}

test('six switches of ids that were listed ask their own platform alone', async () => {
  await remembered(first!, second!, other)
  const counts = await asked(async () => {
    for (const status of ['PAUSED', 'ACTIVE', 'PAUSED', 'ACTIVE', 'PAUSED', 'ACTIVE']) {
      const { body } = await switchTo(status, [first!, other])
      assert.deepEqual(
        body.results.map(({ success }) => success),
        [true, true],
      )
    }
  })
  assert.deepEqual(Object.keys(counts), ['applovin'])
})

test('a change of a budget and of several accounts at once asks no other platform either', async () => {
  const counts = await asked(async () => {
    const body = { entityId: first, entityType: 'adset', dailyBudget: 60 }
    assert.equal((await app.call('POST', '/v1/manage/update-budget', { body })).status, 200)
  })
  assert.deepEqual(Object.keys(counts), ['applovin'])
})

test('an id that nobody remembers is looked for once, and remembered', async () => {
  await forget()
  const anew = await startTestApp({ DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key })
  const pause = (status: string) =>
    anew.call('POST', '/v1/manage/update-status', {
      key: app.key,
      body: { entityType: 'adset', entityIds: [first], status },
    })
  const before = await asked(async () => assert.equal((await pause('PAUSED')).status, 200))
  assert.ok(Object.keys(before).length > 1, JSON.stringify(before))
  // What has letters and hyphens for ids is never asked for a number.
  assert.equal(before.snapchat, undefined)
  await remembered(first!)
  assert.deepEqual(
    (await places(first!)).map((row) => row.account_id),
    [fixture.games],
  )
  assert.deepEqual(Object.keys(await asked(async () => pause('ACTIVE'))), ['applovin'])
})

test('what was launched is found by the launch, and what reports have read by the reports', async () => {
  const { body } = await app.call<{ data: { id: string }[] }>('GET', `/v1/adaccounts?platform=mobile-app`)
  const account = await db
    .selectFrom('ad_accounts')
    .select(['id', 'company_id'])
    .where('account_id', '=', body.data[0]!.id)
    .executeTakeFirstOrThrow()
  await forget()
  const entity = { company_id: account.company_id, account_key: account.id, level: 'adset', id: second! } as const
  await db.insertInto('report_entities').values(entity).execute()
  assert.deepEqual(Object.keys(await asked(async () => switchTo('PAUSED', [second!]))), ['applovin'])
})

test('what another company has seen leads nobody anywhere', async () => {
  const stranger = await app.stranger()
  await db
    .insertInto('seen_entities')
    .values({
      company_id: stranger.companyId,
      level: 'adset',
      entity_id: first!,
      platform: applovin.name,
      account_id: fixture.games,
    })
    .execute()
  const answer = await switchTo('PAUSED', [first!], { key: stranger.key })
  assert.equal(answer.status, 404)
  // And what we have seen leads no stranger to our account.
  assert.equal((await switchTo('PAUSED', [other], { key: stranger.key })).status, 404)
})

test('a memory that is wrong costs a question more, and the id is found where it is', async () => {
  await switchTo('ACTIVE', [other])
  await remembered(other)
  await db.updateTable('seen_entities').set({ account_id: fixture.games }).where('entity_id', '=', other).execute()
  const counts = await asked(async () => {
    const { body } = await switchTo('PAUSED', [other])
    assert.deepEqual(body.results, [{ entityId: other, success: true, status: 'PAUSED' }])
  })
  assert.deepEqual(Object.keys(counts), ['applovin'])
  await untilTrue(async () => (await places(other)).some((row) => row.account_id === fixture.shop))
  // An account that is no longer the company's leads nowhere.
  const [row] = await places(other)
  await db.deleteFrom('seen_entities').where('entity_id', '=', other).execute()
  await db
    .insertInto('seen_entities')
    .values({ ...row!, platform: 'tiktok', account_id: 'gone' })
    .execute()
  assert.equal((await switchTo('ACTIVE', [other])).status, 200)
})

test('what is deleted is not found by having been seen', async () => {
  const [primary] = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).body.data
  const path = `/v1/manage/list-ads?accountId=${primary!.id}&status=ACTIVE`
  const ad = (await app.call<{ data: { id: string }[] }>('GET', path)).body.data[0]!.id
  await remembered(ad)
  const gone = await app.call('POST', '/v1/manage/delete', { body: { entityType: 'ad', entityIds: [ad] } })
  assert.equal(gone.status, 200)
  const again = await switchTo('ACTIVE', [ad], { entityType: 'ad' })
  assert.ok(again.status === 404 || again.body.results.every(({ success }) => !success), JSON.stringify(again.body))
})

test('an id that two platforms have given is the caller’s to place', async () => {
  const twin = { ...applovin, name: 'twin', aliases: [] }
  const both = await startTestApp({}, undefined, { platforms: createPlatforms([applovin, twin]) })
  const change = (more: object) =>
    both.call<Results>('POST', '/v1/manage/update-status', {
      body: { entityType: 'adset', entityIds: [id], status: 'PAUSED', ...more },
    })
  const [account] = (await both.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts')).body.data
  const [adSet] = (await both.call<{ data: { value: string }[] }>('GET', `/v1/adsets?accountId=${account!.id}`)).body
    .data
  const id = adSet!.value
  const rows = () => both.app.services.db.selectFrom('seen_entities').selectAll().where('entity_id', '=', id).execute()
  await untilTrue(async () => (await rows()).length === 1)
  assert.equal((await change({})).status, 200)
  const [seen] = await rows()
  const elsewhere = { ...seen!, platform: seen!.platform === 'twin' ? applovin.name : 'twin' }
  await both.app.services.db.insertInto('seen_entities').values(elsewhere).execute()
  const refused = await change({})
  assert.equal(refused.status, 400)
  const [issue] = refused.body.error!.details!.issues!
  assert.equal(issue!.path, 'accountId')
  assert.match(issue!.message, new RegExp(`${id} in ${account!.id} `))
  assert.equal((await change({ accountId: account!.id })).status, 200)
})

test('whoever does not see the account is told that there is no such thing', async () => {
  const { company_id: companyId } = await db
    .selectFrom('ad_accounts')
    .select('company_id')
    .where('account_id', '=', fixture.games)
    .executeTakeFirstOrThrow()
  const workspace = await db
    .insertInto('workspaces')
    .values({ company_id: companyId, name: 'Others', slug: 'others', is_default: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = await signedIn(app, 'admin', [workspace.id])
  const answer = await member.call('POST', '/v1/manage/update-status', {
    body: { entityType: 'adset', entityIds: [first], status: 'PAUSED' },
  })
  assert.equal(answer.status, 404)
})
