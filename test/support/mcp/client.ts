import { after } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp } from '../harness.ts'

/** Which clients there are: those that only know the protocol of 2025, and those of today. */
export type Era = 'legacy' | 'modern'

export interface Spoken {
  isError: boolean
  /** What programs get. */
  value: Record<string, unknown>
  text: string
}

/** The official client, and a short way to call a tool. */
export interface Agent {
  client: Client
  call: (name: string, given?: Record<string, unknown>) => Promise<Spoken>
}

const modern = '2026-07-28'

export async function connect(test: Pick<TestApp, 'url' | 'key'>, era: Era = 'modern', key = test.key): Promise<Agent> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: modern } : 'legacy' } },
  )
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${test.url}/mcp`), { requestInit: { headers } }))
  after(() => client.close())
  return agentOf(client)
}

export function agentOf(client: Client): Agent {
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given })
      const [first] = result.content
      const text = first?.type === 'text' ? first.text : ''
      return {
        isError: result.isError === true,
        value: (result.structuredContent ?? {}) as Record<string, unknown>,
        text,
      }
    },
  }
}
