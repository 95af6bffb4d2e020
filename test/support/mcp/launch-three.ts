import assert from 'node:assert/strict'
import { demo } from '../../../src/api/examples.ts'
import { untilTrue } from '../ask-until.ts'
import type { TestApp } from '../harness.ts'
import type { Agent } from './client.ts'

type Fields = Record<string, unknown>

/** Knows nothing but what tools say of themselves and answer: names are found in descriptions and hints. */
export async function launchThree(app: TestApp, { client, call }: Agent): Promise<Fields[]> {
  const { tools } = await client.listTools()
  const toolThat = (...words: RegExp[]) => {
    const found = tools.find(({ description = '' }) => words.every((word) => word.test(description)))
    assert.ok(found, `no tool that ${words.join(' and ')}`)
    return found.name
  }
  const ask = async (name: string, given: Fields = {}) => {
    const answer = await call(name, given)
    assert.equal(answer.isError, false, answer.text)
    return answer.value
  }
  const [accountsTool] = /list_\w+/.exec(client.getInstructions()!)!
  const accounts = (await ask(accountsTool)).data as { id: string; platform: string; status: string }[]
  const account = accounts.find(({ id }) => id === demo.account)!
  const adSets = (await ask('list_ad_sets', { accountId: account.id, status: 'ACTIVE' })) as {
    data: { value: string }[]
    next: string
  }
  const [profilesTool] = /list_profiles/.exec(adSets.next)!
  const [profile] = (await ask(profilesTool, { accountId: account.id })).data as Fields[]
  const ads = ['One', 'Two', 'Three'].map((adName) => ({
    adName,
    adAccountId: account.id,
    adSets: [adSets.data[0]!.value],
    page: profile!.page,
    secondary: profile!.secondary,
    ...{ title: adName, description: 'Everything must go.', cta: 'SHOP_NOW', link: 'https://example.com/sale' },
    media: [{ url: `${app.sandboxUrl}/_assets/square.png` }],
  }))
  const plan = await ask(toolThat(/^Plan to launch ads/, /Changes nothing/), { ads })
  assert.match(String(plan.summary), /3/)
  const [, runTool] = /(\w+) with planId/.exec(String(plan.next))!
  const run = await ask(runTool!, { planId: plan.planId, digest: plan.digest })
  const [, statusTool, batchId, receiptsTool] = /with (\w+) \(id (\d+)\).*, (\w+) has the ads/.exec(String(run.next))!
  await untilTrue(async () => (await ask(statusTool!, { id: batchId })).summaryStatus !== 'in_progress')
  return (await ask(receiptsTool!, { id: batchId })).data as Fields[]
}
