import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { maxViews } from '../../src/core/entities/views/view.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'
import { fillAccount, withUnread } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true }, withUnread)
const { pool } = app.app.services
const path = '/v1/views'
const owner = await signedIn(app)
const admin = await signedIn(app, 'admin')
const member = await signedIn(app, 'member')
const viewer = await signedIn(app, 'viewer')

const key = await fillAccount(app, {
  id: 'shop',
  read: ['2026-01-01', '2026-01-14'],
  rows: [
    { day: '2026-01-08', ad: 'a1', spend: 25, clicks: 10 },
    { day: '2026-01-09', ad: 'a2', spend: 5, clicks: 40 },
  ],
})
await pool.query(
  'INSERT INTO report_syncs (account_key, company_id, entities_read_at) SELECT id, company_id, now() FROM ad_accounts WHERE id = $1',
  [key],
)

type Browser = typeof owner
interface Refusal {
  code: string
  message: string
  details: { needed?: string; issues?: { path: string; message: string }[] }
}

async function saved(by: Browser, body: object): Promise<Record<string, unknown>> {
  const reply = await by.call('PUT', path, { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
async function refused(reply: Promise<{ status: number; body: Record<string, unknown> }>, status: number) {
  const { status: got, body } = await reply
  assert.equal(got, status, JSON.stringify(body))
  return body.error as Refusal
}
const namesOf = async (by: Browser) =>
  ((await by.call('GET', path)).body.data as { name: string }[]).map(({ name }) => name)

const spent = { metric: 'spend', operator: 'gt', value: 10 }
const active = { field: 'status', operator: 'eq', value: 'active' }
const named = { field: 'name', operator: 'contains', value: 'a' }

test("a view of one's own is for oneself, one of the company for all of it", async () => {
  const mine = await saved(viewer, { name: 'Mine', level: 'ad', filter: [spent], columns: ['spend', 'name'] })
  await saved(member, { name: 'Ours', forCompany: true, level: 'campaign', window: 'last_14_days' })
  assert.deepEqual([mine.forCompany, mine.filter, mine.columns], [false, [spent], ['spend', 'name']])
  assert.deepEqual(await namesOf(viewer), ['Mine', 'Ours'])
  assert.deepEqual(await namesOf(member), ['Ours'])
  assert.deepEqual(await namesOf(admin), ['Ours'], 'nor do admins see what is somebody’s own')
  for (const [method, body] of [['GET'], ['PUT', { name: 'Stolen' }], ['DELETE']] as const)
    await refused(admin.call(method, `${path}/${String(mine.id)}`, body ? { body } : {}), 404)
  const stranger = await app.stranger()
  assert.equal((await app.call('GET', `${path}/${String(mine.id)}`, { key: stranger.key })).status, 404)
})

test('the same name replaces what was saved under it, of the same owner alone', async () => {
  const first = await saved(member, { name: 'Weekly', level: 'ad' })
  const again = await saved(member, { name: 'WEEKLY', level: 'adset', sortBy: 'clicks' })
  assert.deepEqual([again.id, again.name, again.level, again.sortBy], [first.id, 'WEEKLY', 'adset', 'clicks'])
  const ours = await saved(member, { name: 'Weekly', forCompany: true })
  assert.notEqual(ours.id, first.id)
  const clash = await refused(
    member.call('PUT', `${path}/${String(first.id)}`, { body: { name: 'weekly', forCompany: true } }),
    409,
  )
  assert.match(clash.message, /weekly/)
  const moved = await member.call('PUT', `${path}/${String(first.id)}`, { body: { name: 'Monthly', forCompany: true } })
  assert.deepEqual([moved.status, moved.body.forCompany, moved.body.level], [200, true, undefined])
})

test("changing the company's views takes manage, deleting those of others an admin", async () => {
  const body = { name: 'Held', forCompany: true }
  assert.equal((await refused(viewer.call('PUT', path, { body }), 403)).details.needed, 'manage')
  const { id } = await saved(member, body)
  const one = `${path}/${String(id)}`
  assert.equal((await refused(viewer.call('PUT', one, { body }), 403)).details.needed, 'manage')
  const other = await signedIn(app, 'member')
  assert.equal((await other.call('PUT', one, { body: { ...body, level: 'ad' } })).status, 200)
  assert.equal((await refused(other.call('DELETE', one), 403)).details.needed, 'admin')
  await refused(other.call('PUT', one, { body: { name: 'Held' } }), 403)
  assert.equal((await admin.call('DELETE', one)).status, 200)
  const own = await saved(member, body)
  assert.equal((await member.call('DELETE', `${path}/${String(own.id)}`)).status, 200)
  await refused(member.call('GET', `${path}/${String(own.id)}`), 404)
})

test('what somebody left behind is there for admins, who can read and delete it', async () => {
  const leaver = await signedIn(app, 'member')
  const { id } = await saved(leaver, { name: 'Left behind', filter: [spent] })
  const one = `${path}/${String(id)}`
  await refused(admin.call('GET', one), 404)
  assert.equal((await owner.call('DELETE', `/v1/people/${leaver.userId}`)).status, 200)
  await refused(member.call('GET', one), 404)
  const { body } = await admin.call('GET', one)
  assert.deepEqual([body.ownerLeft, body.filter], [true, [spent]])
  assert.ok((await namesOf(admin)).includes('Left behind'))
  await refused(admin.call('PUT', one, { body: { name: 'Taken' } }), 403)
  assert.equal((await admin.call('DELETE', one)).status, 200)
})

test('a key without a person saves for the company alone', async () => {
  const { key: keyAlone } = await app.stranger()
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM views')
  const alone = await app.call<{ error: Refusal }>('PUT', path, { key: keyAlone, body: { name: 'Of a key' } })
  assert.equal(alone.status, 422)
  assert.equal(alone.body.error.details.issues![0]!.path, 'forCompany')
  const now = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM views')
  assert.deepEqual(now.rows, rows, 'what is refused is not stored')
  const body = { name: 'Of a key', forCompany: true }
  assert.equal((await app.call('PUT', path, { key: keyAlone, body })).status, 200)
})

test('a list begins with a view, and what is given beside it wins', async () => {
  const { id } = await saved(member, {
    ...{ name: 'Ads that spent', level: 'ad', accountIds: ['shop'], window: 'today' },
    ...{ filter: [spent], columns: ['spend'] },
  })
  const ask = async (query: string) => {
    const reply = await member.call('GET', `/v1/entities?view=${String(id)}&${query}`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return (reply.body.data as { id: string; figures: object }[]).map((each) => [each.id, each.figures])
  }
  const days = 'startDate=2026-01-08&endDate=2026-01-14'
  assert.deepEqual(await ask(days), [['a1', { spend: 25 }]])
  assert.deepEqual(await ask(`${days}&filter=[]&columns=clicks&sortBy=clicks`), [
    ['a2', { clicks: 40 }],
    ['a1', { clicks: 10 }],
  ])
  await refused(viewer.call('GET', `/v1/entities?view=${String(id)}`), 404)
})

test('a rule made from a view copies its filter and does not follow it', async () => {
  const filter = [active, spent, { any: [named, { metric: 'clicks', operator: 'lt', value: 5 }] }]
  const view = await saved(member, {
    ...{ name: 'To be a rule', level: 'campaign', window: 'last_3_days', accountIds: [demo.account], filter },
  })
  const then = [{ action: 'notify' }]
  const made = await member.call('POST', '/v1/automations', { body: { view: view.id, name: 'From a view', then } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const rule = made.body as { id: number; scope: { level: string; filter: object }; when: object }
  assert.deepEqual(rule.scope.level, 'campaign')
  assert.deepEqual(rule.scope.filter, { when: { all: [active] } })
  const window = 'last_3_days'
  assert.deepEqual(rule.when, {
    all: [{ ...spent, window }, { any: [named, { metric: 'clicks', window, operator: 'lt', value: 5 }] }],
  })
  await saved(member, { name: 'To be a rule', level: 'ad' })
  const { body } = await member.call('GET', `/v1/automations/${rule.id}`)
  assert.deepEqual((body as unknown as typeof rule).when, rule.when)
  const all = await saved(member, { name: 'Everything', level: 'all' })
  const post = (body: object) => member.call('POST', '/v1/automations', { body: { ...body, then } })
  const reason = await refused(post({ view: all.id }), 422)
  assert.equal(reason.details.issues![0]!.path, 'view')
  await refused(post({ view: 999_999 }), 404)
  await refused(post({ view: all.id, template: 'stop-loss' }), 400)
})

test('amounts over several currencies are amounts of a rule that is in one', async () => {
  await fillAccount(app, { id: 'tokyo', currency: 'JPY', read: ['2026-01-01', '2026-01-14'], rows: [] })
  const filter = [spent]
  const view = await saved(member, { name: 'Mixed', level: 'ad', accountIds: ['shop', 'tokyo'], filter })
  const then = [{ action: 'notify' }]
  const body = { view: view.id, then }
  const { details } = await refused(member.call('POST', '/v1/automations', { body }), 422)
  assert.equal(details.issues![0]!.path, 'currency')
  const made = await member.call('POST', '/v1/automations', { body: { ...body, currency: 'JPY' } })
  assert.deepEqual([made.status, (made.body as { currency?: string }).currency], [201, 'JPY'])
})

test('what is wrong with a view is named, and nothing of it is kept', async () => {
  const bad: [object, string, number][] = [
    [{}, 'name', 400],
    [{ name: ' ' }, 'name', 400],
    [{ name: 'x'.repeat(201) }, 'name', 400],
    [{ name: 'x', level: 'creative' }, 'level', 400],
    [{ name: 'x', filter: [{ metric: 'spend' }] }, 'filter.0.operator', 400],
    [{ name: 'x', filter: Array.from({ length: 21 }, () => spent) }, 'filter', 400],
    [{ name: 'x', columns: ['luck'] }, 'columns', 422],
    [{ name: 'x', sortBy: 'change.spend' }, 'sortBy', 422],
    [{ name: 'x', level: 'ad', filter: [{ field: 'dailyBudget', operator: 'gt', value: 1 }] }, 'filter.0.field', 422],
    [{ name: 'x', platform: 'nowhere' }, 'platform', 400],
    [{ name: 'x', window: { days: 3 } }, 'window', 400],
  ]
  const before = await namesOf(member)
  for (const [body, where, status] of bad) {
    const { details } = await refused(member.call('PUT', path, { body }), status)
    assert.equal(details.issues![0]!.path, where, JSON.stringify(body))
  }
  await refused(member.call('PUT', path, { body: { name: 'x', accountIds: ['nobody'] } }), 404)
  assert.deepEqual(await namesOf(member), before)
})

test('every change is in the audit log, and nobody has more views than there may be', async () => {
  const person = await signedIn(app, 'member')
  const { id } = await saved(person, { name: 'Counted' })
  const log = JSON.stringify((await app.call('GET', '/v1/audit-log?action=save_view&limit=5')).body)
  assert.ok(log.includes(`view:${String(id)}`))
  await pool.query(
    `INSERT INTO views (company_id, owner_id, name, wishes, made_by, created_by)
     SELECT company_id, owner_id, name || n, '{}', made_by, created_by FROM views, generate_series(2, $2::int) n WHERE id = $1`,
    [id, maxViews],
  )
  await refused(person.call('PUT', path, { body: { name: 'One too many' } }), 422)
  assert.equal((await person.call('PUT', path, { body: { name: 'Counted', level: 'ad' } })).status, 200)
})

test('two who save the same name at once come to one view', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => member.call('PUT', path, { body: { name: 'At once', forCompany: true } })),
  )
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('a view that names accounts is for those who see all of them', async () => {
  const own = (await admin.call('POST', '/v1/workspaces', { body: { name: 'Apart', slug: 'apart' } })).body
  const guest = await signedIn(app, 'member', [Number(own.id)])
  const { id } = await saved(member, { name: 'Names the shop', forCompany: true, accountIds: ['shop'] })
  await refused(guest.call('GET', `${path}/${String(id)}`), 404)
  assert.ok(!(await namesOf(guest)).includes('Names the shop'))
  await refused(guest.call('PUT', path, { body: { name: 'Names the shop', forCompany: true } }), 409)
  assert.equal((await createBrowser(app.url).call('GET', path)).status, 401)
})
