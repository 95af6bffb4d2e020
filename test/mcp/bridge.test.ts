import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startTestApp } from '../support/harness.ts'
import { agentOf } from '../support/mcp/client.ts'
import type { Agent, Era } from '../support/mcp/client.ts'
import { launchThree } from '../support/mcp/launch-three.ts'

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

for (const era of ['modern', 'legacy'] as Era[]) {
  test(`an agent launches three ads over standard input and output with a ${era} client`, async () => {
    const receipts = await launchThree(app, await connectOverStdio(era))
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
