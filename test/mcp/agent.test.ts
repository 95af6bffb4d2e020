import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { demo } from '../../src/api/examples.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { agentOf, connect } from '../support/mcp/client.ts'
import type { Agent, Era } from '../support/mcp/client.ts'

const app = await startTestApp()
const root = join(import.meta.dirname, '..', '..')
const keyFile = join(app.dataDir, 'agent-key')
await writeFile(keyFile, `${app.key}\n`)

/** `flightdeck mcp` as a client on this machine starts it. */
async function connectOverStdio(era: Era, words: string[] = ['--url', app.url, '--key-file', keyFile]): Promise<Agent> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy'
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const args = [join(root, 'src', 'main.ts'), 'mcp', ...words]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }))
  after(() => client.close())
  return agentOf(client)
}

type Fields = Record<string, unknown>

/** Knows nothing but what tools say of themselves and answer: names are found in descriptions and hints. */
async function launchThree({ client, call }: Agent): Promise<Fields[]> {
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

for (const era of ['modern', 'legacy'] as Era[]) {
  test(`an agent that only reads descriptions launches three ads with a ${era} client`, async () => {
    const receipts = await launchThree(await connect(app, era))
    assert.deepEqual(receipts.map(({ adName }) => adName).sort(), ['One', 'Three', 'Two'])
    for (const { adId } of receipts) assert.match(String(adId), /^\d+$/)
  })

  test(`the same over standard input and output, with a ${era} client`, async () => {
    const receipts = await launchThree(await connectOverStdio(era))
    assert.equal(receipts.length, 3)
  })
}

test('a bridge whose key is wrong, or whose service is away, says so to the agent', async () => {
  await writeFile(keyFile, 'ak_wrong\n')
  await assert.rejects(connectOverStdio('legacy'), /API key/)
  await assert.rejects(
    connectOverStdio('legacy', ['--url', 'http://127.0.0.1:1', '--key-file', keyFile]),
    /cannot be asked/,
  )
})
