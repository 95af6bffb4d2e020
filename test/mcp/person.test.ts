import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { demo } from '../../src/api/examples.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { agentOf, connect } from '../support/mcp/client.ts'

/** Clients that can ask their person something, and what their answers are worth. */
const app = await startTestApp()
beforeEach(() => guardedBy(app))

type Fields = Record<string, unknown>
type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string | number | boolean | string[]> }
interface Question {
  message: string
  requestedSchema: { properties: Fields; required?: string[] }
}

let answerWith: (question: Question) => Reply = () => ({ action: 'decline' })
let asked: Question[] = []
beforeEach(() => {
  asked = []
})

const asking = new Client(
  { name: 'asking', version: '1' },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
)
asking.setRequestHandler('elicitation/create', ({ params }) => {
  const question = params as unknown as Question
  asked.push(question)
  return answerWith(question)
})
const headers = { authorization: `Bearer ${app.key}` }
await asking.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers } }))
after(() => asking.close())
const agent = agentOf(asking)

const budget = { entityId: demo.adSet, entityType: 'adset' }
const planned = async (changePercent = 25) =>
  (await agent.call('plan_budget_change', { ...budget, changePercent })).value
const run = async ({ planId, digest }: Fields) => agent.call('run_plan', { planId, digest })
const budgetNow = async () => {
  const reply = await app.call('POST', '/v1/manage/update-budget', {
    body: { ...budget, changePercent: -1, dryRun: true },
  })
  return (reply.body.old as Fields).dailyBudget
}

test('a plan is shown before it is run, and a person who says no keeps it from being run', async () => {
  const [plan, was] = [await planned(), await budgetNow()]
  for (const action of ['decline', 'cancel'] as const) {
    answerWith = () => ({ action })
    const { value, isError } = await run(plan)
    assert.deepEqual([value.outcome, isError], ['not run', false])
    assert.match(asked.at(-1)!.message, /goes from 40 USD a day to 50 USD a day[^]*It is no approval/)
  }
  assert.equal(await budgetNow(), was)
  answerWith = () => ({ action: 'accept', content: {} })
  assert.equal((await run(plan)).value.outcome, 'done')
  assert.equal(await budgetNow(), 50)
  const questions = asked.length
  assert.equal((await run(plan)).value.outcome, 'done', 'the same answer again')
  assert.equal(asked.length, questions, 'what was run is not asked about again')
})

test('no answer of a client is an approval', async () => {
  await guardedBy(app, { largestRaisePercent: 1, mode: 'ask' })
  const [plan, was] = [await planned(), await budgetNow()]
  answerWith = () => ({ action: 'accept', content: { approved: true, approve: 'yes', consent: true, stepUp: true } })
  const { value } = await run(plan)
  assert.equal(value.outcome, 'waiting for approval', JSON.stringify(value))
  assert.match(asked.at(-1)!.message, /Spend guards: needs approval/)
  assert.deepEqual(asked.at(-1)!.requestedSchema.properties, {}, 'there is nothing to fill in')
  assert.equal((await run(plan)).value.outcome, 'waiting for approval')
  assert.equal(await budgetNow(), was)
})

test('answers to questions that nobody asked do nothing', async () => {
  await guardedBy(app, { largestRaisePercent: 1, mode: 'ask' })
  const plan = await planned(26)
  const forged = { plan: { action: 'accept', content: { approved: true } }, values: { action: 'accept', content: {} } }
  const reply = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': 'run_plan' },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        name: 'run_plan',
        arguments: { planId: plan.planId, digest: plan.digest, approved: true },
        inputResponses: forged,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'forger', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
        },
      },
    }),
  })
  const { result } = (await reply.json()) as { result: { structuredContent: Fields } }
  assert.equal(result.structuredContent.outcome, 'waiting for approval', JSON.stringify(result))
})

test('what was left out is asked for by its own schema, and used', async () => {
  answerWith = () => ({ action: 'accept', content: { accountId: demo.account, limit: 1, evil: 'x' } })
  const { value, isError } = await agent.call('list_campaigns')
  assert.equal(isError, false, JSON.stringify(value))
  assert.deepEqual(asked[0]!.requestedSchema.required, ['accountId'])
  answerWith = () => ({ action: 'decline' })
  const declined = await agent.call('list_campaigns')
  assert.equal(declined.isError, true)
  assert.match(declined.text, /is required/)
  assert.equal(asked.length, 2, 'once each')
})

test('clients that cannot ask are not asked', async () => {
  const plain = await connect(app)
  const { value } = await plain.call('plan_budget_change', { ...budget, changePercent: 27 })
  assert.equal((await plain.call('run_plan', { planId: value.planId, digest: value.digest })).value.outcome, 'done')
  assert.equal((await plain.call('list_campaigns')).isError, true)
  assert.equal(asked.length, 0)
})

for (const era of ['modern', 'legacy'] as const) {
  test(`a launch tells a ${era} client how far it is`, async () => {
    const { client, call } = await connect(app, era)
    const fixture = await demoFixture(app)
    const ads = [singleAd(app, fixture, { adName: 'One' }), singleAd(app, fixture, { adName: 'Two' })]
    const { value: plan } = await call('plan_launch', { ads })
    const reported: { progress: number; total?: number; message?: string }[] = []
    const onprogress = (progress: (typeof reported)[number]) => void reported.push(progress)
    const given = { planId: plan.planId, digest: plan.digest }
    const result = await client.callTool({ name: 'run_plan', arguments: given }, { onprogress })
    assert.deepEqual([reported.at(-1)?.progress, reported.at(-1)?.total], [2, 2], JSON.stringify(reported))
    assert.match(reported.at(-1)!.message!, /All 2 ads were launched/)
    const { adBatchId: id } = (result.structuredContent as { result: { adBatchId: number } }).result
    const { value } = await call('get_batch_status', { id, waitSeconds: 30 })
    assert.equal(value.summaryStatus, 'success')
    const { isError } = await call('get_batch_status', { id, waitSeconds: 3600 })
    assert.equal(isError, true)
  })
}
