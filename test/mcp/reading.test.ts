import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import type { Era } from '../support/mcp/client.ts'

const app = await startTestApp()
const eras: Era[] = ['modern', 'legacy']

for (const era of eras) {
  test(`an agent with a ${era} client finds tools, accounts, documents and prompts`, async () => {
    const { client, call } = await connect(app, era)
    assert.equal(client.getServerVersion()?.name, 'flightdeck')
    assert.match(client.getInstructions() ?? '', /list_ad_accounts/)
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name }) => name === 'list_ad_accounts'))
    const accounts = await call('list_ad_accounts', { platform: 'primary' })
    assert.equal(accounts.isError, false, accounts.text)
    assert.deepEqual(JSON.parse(accounts.text), accounts.value)
    assert.ok((accounts.value.data as { id: string }[]).some(({ id }) => id === demo.account))
    assert.match(String(accounts.value.next), /accountId/)
    const { resources } = await client.listResources()
    assert.ok(resources.some(({ uri }) => uri === 'flightdeck://docs/guards'))
    assert.ok(resources.some(({ uri }) => uri === 'flightdeck://platforms/primary'))
    const limits = await client.readResource({ uri: 'flightdeck://rate-limits' })
    assert.match(JSON.stringify(limits.contents), /callsPerKey/)
    await assert.rejects(client.readResource({ uri: 'flightdeck://docs/../../package.json' }), /no resource/)
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['launch_folder', 'weekly_review', 'find_waste'],
    )
    const prompt = await client.getPrompt({ name: 'find_waste', arguments: { days: '14' } })
    assert.match(JSON.stringify(prompt.messages), /14 days/)
    await assert.rejects(client.getPrompt({ name: 'launch_folder' }), /needs media/)
  })
}

test('every tool and argument is described', async () => {
  const { client } = await connect(app)
  const { tools } = await client.listTools()
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.ok((description ?? '').length > 20, name)
    assert.equal(inputSchema.type, 'object', name)
    assert.equal(typeof annotations?.readOnlyHint, 'boolean', name)
    assert.doesNotMatch(JSON.stringify(inputSchema), /\$ref|"dryRun"/, name)
    assert.ok(!('workspaceId' in (inputSchema.properties ?? {})), name)
  }
})

test('a list that has an older name beside data is told once', async () => {
  const { call } = await connect(app)
  for (const [operation, name] of [
    ['list_automation_templates', 'templates'],
    ['list_spend_guards', 'guards'],
  ] as const) {
    const { value } = await call('use_operation', { operation, input: {} })
    assert.ok(Array.isArray(value[name]), operation)
    assert.ok(!('data' in value), operation)
  }
})
