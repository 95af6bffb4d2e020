import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../../src/api/examples.ts'
import { untilTrue } from '../../support/ask-until.ts'
import { startTestApp } from '../../support/harness.ts'
import { byHand, callTool, rpc, tokensFor } from '../../support/mcp/assistant.ts'
import { signedIn } from '../../support/people/browser.ts'

type Fields = Record<string, unknown>

const app = await startTestApp()
const { url } = app
const owner = await signedIn(app)

interface Script {
  failures: string[]
  ask: (name: string, given?: Fields) => Promise<Fields>
}

/** Fills its calls from what tools say of themselves, their examples and `next`, and counts what failed. */
function scripted(token: string): Script {
  const failures: string[] = []
  return {
    failures,
    async ask(name: string, given: Fields = {}): Promise<Fields> {
      const answer = await callTool(url, token, name, given)
      if (answer.status !== 200 || answer.isError)
        failures.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.value
    },
  }
}

const texts = { description: 'Everything must go.', link: 'https://example.com/sale' }
const assets = (name: string) => [{ url: `${app.sandboxUrl}/_assets/${name}` }]

/** What is launched where, found with tools that read. */
async function adsFor({ ask }: Script): Promise<{ primary: Fields[]; pins: Fields[]; sixth: Fields }> {
  const { data: accounts } = (await ask('list_ad_accounts')) as { data: { id: string; platform: string }[] }
  const account = accounts.find(({ id }) => id === demo.account)!
  const sets = (await ask('list_ad_sets', { accountId: account.id, status: 'ACTIVE' })).data as { value: string }[]
  const [profile] = (await ask('list_profiles', { accountId: account.id })).data as Fields[]
  const ad = (adName: string, adSet: number) => ({
    ...{ adName, adAccountId: account.id, adSets: [sets[adSet]!.value], ...texts, title: adName, cta: 'SHOP_NOW' },
    ...{ page: profile!.page, secondary: profile!.secondary, media: assets('square.png') },
  })
  const pin = accounts.find(({ id }) => id === demo.pinAccount)!
  const pinSets = (await ask('list_ad_sets', { accountId: pin.id, status: 'ACTIVE' })).data as { value: string }[]
  const boards = (await ask('use_operation', { operation: 'list_pin_boards', input: { accountId: pin.id } })).data as {
    value: string
  }[]
  const onPin = (adName: string) => ({
    ...{ adName, adAccountId: pin.id, adSets: [pinSets[0]!.value], ...texts, title: adName },
    ...{ boardId: boards[0]!.value, media: assets('vertical.png') },
  })
  return {
    primary: ['One', 'Two', 'Three'].map((name) => ad(name, 0)),
    pins: ['Four', 'Five'].map(onPin),
    sixth: ad('Six', 1),
  }
}

/** What all of it may let run on a day, as the person sees it before they type their limit. */
async function dayOf(ads: Fields[]): Promise<number> {
  const { body } = await app.call('POST', '/v1/launch', { body: { ads, dryRun: true } })
  const { goesLive } = body as { goesLive: { accounts: { perDay: { inCompany: number } }[] } }
  return goesLive.accounts.reduce((sum, { perDay }) => sum + perDay.inCompany, 0)
}

test('an assistant is asked once for more, and five ads on two platforms are approved and launched; the sixth is stopped by its limit', async () => {
  const client = await byHand(url, { name: 'Scripted' })
  const reading = scripted((await tokensFor(url, client, owner)).access)
  const { primary, pins, sixth } = await adsFor(reading)
  assert.deepEqual(reading.failures, [])
  const refused = await callTool(url, (await tokensFor(url, client, owner)).access, 'plan_launch', { ads: primary })
  assert.equal(refused.status, 403)
  const scope = /scope="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!
  const dailyLimit = (await dayOf(primary)) + (await dayOf(pins)) + 1
  const more = await tokensFor(url, client, owner, { dailyLimit, currency: 'USD', asking: { scope } })
  const agent = scripted(more.access)
  const launched: Fields[] = []
  for (const ads of [primary, pins]) {
    const plan = await agent.ask('plan_launch', { ads })
    const [, run] = /(\w+) with planId/.exec(String(plan.next)) ?? []
    assert.ok(run, JSON.stringify(plan))
    const given = { planId: plan.planId, digest: plan.digest }
    const waits = await agent.ask(run, given)
    assert.equal(waits.outcome, 'waiting for approval', JSON.stringify(waits))
    const waiting = await owner.call('GET', `/v1/approvals/${String(waits.approvalId)}`)
    const body = { digest: waiting.body.digest }
    const approved = await owner.call('POST', `/v1/approvals/${String(waits.approvalId)}/approve`, { body })
    assert.equal(approved.status, 200, JSON.stringify(approved.body))
    const done = await agent.ask(run, given)
    const [, status, id, receipts] = /with (\w+) \(id (\d+)\).*, (\w+) has the ads/.exec(String(done.next))!
    await untilTrue(async () => (await agent.ask(status!, { id })).summaryStatus !== 'in_progress')
    launched.push(...((await agent.ask(receipts!, { id })).data as Fields[]))
  }
  assert.deepEqual(agent.failures, [], 'no other call failed')
  assert.equal(launched.length, 5)
  assert.deepEqual(
    launched.map(({ adName }) => adName).sort(),
    ['Five', 'Four', 'One', 'Three', 'Two'],
    JSON.stringify(launched),
  )
  const plan = await agent.ask('plan_launch', { ads: [sixth] })
  assert.equal((plan.guards as { verdict: string }).verdict, 'would be refused', JSON.stringify(plan))
  const stopped = await callTool(url, more.access, 'run_plan', { planId: plan.planId, digest: plan.digest })
  assert.equal(stopped.isError, true)
  assert.equal((stopped.value.error as { code: string }).code, 'guard_refused')
  assert.match(JSON.stringify(stopped.value), /Daily limit of Scripted/)
  assert.equal((await rpc(url, more.access, 'tools/list')).status, 200)
})
