import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { demoFixture } from '../support/demo.ts'
import { guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp()
const owner = await signedIn(app)
const fixture = await demoFixture(app)
await guardedBy(app, { largestBudget: 50, mode: 'ask' })

interface Described {
  id: number
  state: string
  result: { body: { error?: { message: string } } } | null
}

/** Somebody asks for a budget that a person has to approve. */
async function ask(browser: Browser, dailyBudget: number): Promise<{ approvalId: number; digest: string }> {
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget }
  const reply = await browser.call('POST', '/v1/manage/update-budget', { body })
  assert.equal(reply.status, 409, JSON.stringify(reply.body))
  return (reply.body.error as { details: { approvalId: number; digest: string } }).details
}

async function approved({ approvalId, digest }: { approvalId: number; digest: string }): Promise<Described> {
  await writesTo(app)
  const reply = await owner.call('POST', `/v1/approvals/${approvalId}/approve`, { body: { digest } })
  assert.ok(reply.status < 500, JSON.stringify(reply.body))
  const writes = (await writesTo(app)).filter(({ path }) => path.includes(demo.adSet))
  assert.deepEqual(writes, [], JSON.stringify(reply.body))
  return (await owner.call('GET', `/v1/approvals/${approvalId}`)).body as unknown as Described
}

test('what somebody asked for who was removed since is approved and not done', async () => {
  const person = await signedIn(app, 'member')
  const asked = await ask(person, 81)
  assert.equal((await owner.call('DELETE', `/v1/people/${person.userId}`)).status, 200)
  const { state, result } = await approved(asked)
  assert.equal(state, 'outdated')
  assert.match(result!.body.error!.message, /they left the company/)
})

test('what somebody asked for who may no longer write is approved and not done', async () => {
  const person = await signedIn(app, 'member')
  const asked = await ask(person, 82)
  const lowered = await owner.call('PATCH', `/v1/people/${person.userId}`, { body: { role: 'viewer' } })
  assert.equal(lowered.status, 200, JSON.stringify(lowered.body))
  const { state, result } = await approved(asked)
  assert.equal(state, 'outdated')
  assert.match(result!.body.error!.message, /may no longer do it/)
})

test('what somebody asked for in a workspace that they lost since is approved and not done', async () => {
  const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'North', slug: 'north' } })
  const person = await signedIn(app, 'member')
  const asked = await ask(person, 83)
  const body = { workspaceIds: [Number(made.id)] }
  assert.equal((await owner.call('PATCH', `/v1/people/${person.userId}`, { body })).status, 200)
  const { state, result } = await approved(asked)
  assert.equal(state, 'outdated', JSON.stringify(result))
})

test('somebody with one workspace finds nothing of what is asked for in another', async () => {
  const elsewhere = fixture.accounts.find(({ id }) => id !== demo.account)!
  const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'South', slug: 'south' } })
  const place = Number(made.id)
  await owner.call('PATCH', `/v1/workspaces/${place}`, { body: { accountIds: [elsewhere.id] } })
  const { approvalId } = await ask(owner, 84)
  const person = await signedIn(app, 'admin', [place])
  const list = await person.call('GET', '/v1/approvals')
  assert.equal(list.status, 200)
  assert.deepEqual(list.body.data, [])
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/approve'],
    ['POST', '/refuse'],
  ] as const) {
    const reply = await person.call(method, `/v1/approvals/${approvalId}${path}`, {
      ...(method === 'GET' ? {} : { body: { digest: 'x' } }),
    })
    assert.equal(reply.status, 404, `${path} ${JSON.stringify(reply.body)}`)
  }
  const seen = (await owner.call('GET', '/v1/approvals')).body.data as Described[]
  assert.ok(seen.some(({ id }) => id === approvalId))
})
