import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import type { ApprovalSummary } from '../../src/core/guards/asking/summary.ts'
import { addTarget } from '../../src/core/approvals/targets.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { testReceiver } from '../support/events/receiver.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

const app = await startTestApp({ ALLOW_PRIVATE_URLS: '127.0.0.1,localhost' })
let fixture: Fixture
before(async () => {
  fixture = await demoFixture(app)
})

/** Asks for something that a person has to approve, and answers what that person reads. */
async function asked(path: string, body: object): Promise<{ id: number; summary: ApprovalSummary }> {
  const headers = { 'idempotency-key': randomUUID() }
  const { details } = assertRefused(await app.call('POST', path, { body, headers }), 'approval_required')
  const reply = await app.call<{ id: number; summary: ApprovalSummary }>(
    'GET',
    `/v1/approvals/${String(details.approvalId)}`,
  )
  assert.equal(reply.status, 200)
  return reply.body
}

/** The page of a link, but for the marks of the language that what stands in them is in. */
async function shownBehind(link: string): Promise<string> {
  const html = await (await fetch(link)).text()
  return html.replaceAll(/<span lang="en">|<\/span>/g, '')
}

const ads = () => {
  const [first, second] = fixture.accounts
  return [
    singleAd(app, fixture, { adName: 'Live <b>' }),
    singleAd(app, fixture, { adName: 'Quiet', status: 'PAUSED', adSets: fixture.adSets[first!.id]!.slice(0, 2) }),
    singleAd(app, fixture, { adName: 'Elsewhere', adAccountId: second!.id, adSets: [fixture.adSets[second!.id]![0]] }),
  ]
}

test('whoever approves a launch sees its ads, their ad sets and accounts, and what goes live at once', async () => {
  await guardedBy(app, { largestBatch: 1, mode: 'ask' })
  const { summary } = await asked('/v1/launch', { ads: ads() })
  const [first, second] = fixture.accounts
  assert.deepEqual([summary.title, summary.adCount, summary.activeCount], ['Launch 4 ads', 4, 2])
  assert.deepEqual(
    summary.accounts.map(({ accountId, platform, currency }) => [accountId, platform, currency]),
    [first!, second!].map(({ id, currency }) => [id, 'primary', currency]),
  )
  assert.ok(summary.accounts.every(({ name }) => name.length > 0))
  assert.deepEqual(
    summary.ads.map(({ name, state, accountId, adSets }) => [name, state, accountId, adSets.map(({ id }) => id)]),
    [
      ['Live <b>', 'ACTIVE', first!.id, [fixture.adSets[first!.id]![0]]],
      ['Quiet', 'PAUSED', first!.id, fixture.adSets[first!.id]!.slice(0, 2)],
      ['Elsewhere', 'ACTIVE', second!.id, [fixture.adSets[second!.id]![0]]],
    ],
  )
  const picture = { url: `${app.sandboxUrl}/_assets/square.png`, isVideo: false }
  assert.ok(summary.ads.every(({ media }) => JSON.stringify(media) === JSON.stringify([picture])))
})

test('a draft is summed up by what stands in it', async () => {
  await guardedBy(app, { largestBatch: 1, mode: 'ask' })
  const made = await app.call<{ id: number }>('POST', '/v1/drafts', { body: { name: 'Spring DE', ads: ads() } })
  const { summary } = await asked(`/v1/drafts/${made.body.id}/launch`, {})
  assert.equal(summary.title, 'Launch 4 ads of the draft “Spring DE”')
  assert.deepEqual(
    summary.ads.map(({ name }) => name),
    ['Live <b>', 'Quiet', 'Elsewhere'],
  )
})

test('a budget and a switch are told by name, with amounts', async () => {
  await guardedBy(app, { largestBudget: 50, dailyCap: 0.01, mode: 'ask' })
  const budget = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 70 }
  const { summary } = await asked('/v1/manage/update-budget', budget)
  const [change] = summary.changes
  assert.equal(summary.title, `Raise the budget of the ad set “${change!.entity!.name}”`)
  assert.deepEqual([change!.entity!.id, summary.accounts[0]!.accountId], [demo.adSet, demo.account])
  assert.match(change!.what, /^its budget becomes 70 [A-Z]{3} a day, from \d/)
  assert.match(`${change!.from} -> ${change!.to}`, /^[\d.]+ USD a day -> 70 USD a day$/)
  const switched = { accountId: demo.account, entityType: 'adset', entityIds: [demo.adSet] }
  await app.call('POST', '/v1/manage/update-status', { body: { ...switched, newStatus: 'PAUSED' } })
  const on = await asked('/v1/manage/update-status', { ...switched, newStatus: 'ACTIVE' })
  assert.match(on.summary.title, /^Switch on the ad set “/)
  assert.match(on.summary.changes[0]!.what, /^it runs, and may spend \d/)
  const { from, to } = on.summary.changes[0]!
  assert.match(`${from} -> ${to}`, /^PAUSED -> ACTIVE, may spend \d/)
})

test('somebody with one workspace sees what is asked for in it, and nothing of the others', async () => {
  await guardedBy(app, { largestBatch: 1, mode: 'ask' })
  const { id } = await asked('/v1/launch', { ads: ads() })
  const owner = await signedIn(app)
  const [, second] = fixture.accounts
  const place = await owner.call('POST', '/v1/workspaces', { body: { name: 'North', slug: 'north' } })
  const moved = await owner.call('PATCH', `/v1/workspaces/${String(place.body.id)}`, {
    body: { accountIds: [second!.id] },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const member = await signedIn(app, 'admin', [Number(place.body.id)])
  const { status, body } = await member.call('GET', `/v1/approvals/${id}`)
  // Where such a thing is not for them at all, there is nothing to see either.
  if (status === 404) return
  const summary = body.summary as ApprovalSummary
  assert.deepEqual(
    [summary.ads.map(({ name }) => name), summary.accounts.map(({ accountId }) => accountId), summary.adCount],
    [['Elsewhere'], [second!.id], 1],
  )
  assert.ok(!summary.title.includes('4'))
})

test('a chat and the page of a link say what is asked for', async () => {
  const receiver = await testReceiver()
  const { db, seal } = app.app.services
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  await addTarget({ db, seal }, company.id, { name: 'chat', kind: 'json', address: receiver.url })
  await guardedBy(app, { largestBatch: 1, mode: 'ask' })
  await asked('/v1/launch', { ads: ads() })
  const [notified] = await receiver.until((all) => all.some(({ body }) => 'link' in body))
  const { text, link } = notified!.body as unknown as { text: string; link: string }
  assert.match(text, /asks: Launch 4 ads in .+, 2 of them live at once\./)
  const html = await shownBehind(link)
  assert.match(html, /<strong>Launch 4 ads<\/strong>/)
  assert.match(html, /<li><img src="[^"]+square\.png" alt="" loading="lazy">Live &lt;b>: ACTIVE, in /)
  assert.match(html, /2 of 4 go live at once/)
})

test('a link shows all that it decides on above its buttons: what, where, from what to what, who asks and which guard', async () => {
  const receiver = await testReceiver()
  const { db, seal } = app.app.services
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  await addTarget({ db, seal }, company.id, { name: 'page', kind: 'json', address: receiver.url })
  await guardedBy(app, { name: 'Autumn <i>', largestBudget: 50, mode: 'ask' })
  const member = await signedIn(app, 'admin')
  const { key } = await createApiKey(db, {
    ...{ companyId: company.id, name: 'Nightly & co', scopes: ['manage'] as const, userId: member.userId },
  })
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 71 }
  const { details } = assertRefused(
    await app.call('POST', '/v1/manage/update-budget', { key, body }),
    'approval_required',
  )
  const mine = (each: { body: object }) =>
    JSON.stringify(each.body).includes(`(Approval ${String(details.approvalId)})`)
  const notified = (await receiver.until((all) => all.some(mine))).find(mine)!.body as unknown as { link: string }
  const html = await shownBehind(notified.link)
  const above = html.slice(0, html.indexOf('<button '))
  assert.ok(above.length < html.length, html)
  for (const part of [
    /<strong>Raise the budget of the ad set “[^<]+”<\/strong>/,
    new RegExp(`<dt>Ad account</dt><dd>Harbor &amp; Pine US \\(Meta, ${demo.account}\\), sandbox</dd>`),
    /<dt>Asked by<\/dt><dd>Nightly &amp; co \(for A admin\), \d+ [A-Z]\w+ 20/,
    /<dt>Guard<\/dt><dd>[^<]*Autumn &lt;i>[^<]*a budget of 71\.00 USD is more than it allows: 50\.00 USD/,
    new RegExp(`<td>[^<]+ \\(ad set ${demo.adSet}\\)</td><td>[\\d.]+ USD a day</td><td>71 USD a day</td>`),
    /<h2>What it costs<\/h2>\s*<dl><dt>Harbor &amp; Pine US<\/dt><dd>[^<]+<\/dd>/,
    /<td>Harbor &amp; Pine US<\/td><td>[\d.]+ USD<\/td><td>[\d.]+ USD<\/td><td>[\d.]+ USD<\/td>/,
    /<td>Autumn &lt;i><\/td><td>needs approval<\/td>/,
  ])
    assert.match(above, part)
})

test('a link to what a rule wants shows the rule, its entity, and what is there and what it becomes', async () => {
  const receiver = await testReceiver()
  const { db, seal } = app.app.services
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  await addTarget({ db, seal }, company.id, { name: 'rules', kind: 'json', address: receiver.url })
  await guardedBy(app)
  const rule = await makeRule(app, {
    ...{ name: 'Men <more>', mode: 'ask', then: [{ action: 'setBudget', amount: 50 }] },
    scope: { level: 'adset', accountIds: [demo.account] },
    when: { field: 'name', operator: 'contains', value: '| Men 25-44' },
    protections: { minSpend: 0 },
  })
  await runRule(app, rule)
  const [notified] = await receiver.until((all) => all.some(({ body }) => 'link' in body))
  const html = await shownBehind((notified!.body as unknown as { link: string }).link)
  const above = html.slice(0, html.indexOf('<button '))
  assert.match(above, /<dt>Asked by<\/dt><dd>the rule Men &lt;more>, \d+ [A-Z]\w+ 20/)
  assert.match(above, new RegExp(`<dt>Ad account</dt><dd>Harbor &amp; Pine US \\(Meta, ${demo.account}\\)</dd>`))
  assert.match(
    above,
    /<td>[^<]*\| Men 25-44[^<]* \(ad set \d+\)<\/td><td>daily budget 45 USD<\/td><td>daily budget 50 USD<\/td>/,
  )
})
