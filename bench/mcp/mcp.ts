import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'undici'
import { byHand, tokensFor } from '../../test/support/mcp/assistant.ts'
import { createBrowser } from '../../test/support/people/browser.ts'
import type { Browser } from '../../test/support/people/browser.ts'
import { launchOne } from '../launch/launch-one.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'

const warmUp = 200
const calls = 1_000
const maxTimes = 1.2
const maxTimesOfKey = 1.05
const maxListBytes = 60_000
const maxBytesWithOutputs = 90_000

type Fields = Record<string, unknown>

/** What clients of today send with every request. */
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The same question by both doors of one service, call by call in turns: what the protocol costs on top. */
export const mcpBench: Bench = {
  name: 'mcp',
  about: 'a tool call at /mcp against the same call of the interface',
  async run(say) {
    const service = await benchService()
    const id = String(await launchOne(service))
    const caller: McpCaller = { client: new Client(service.url), key: service.key }
    const { tools } = (await rpc(caller, 'tools/list', {})) as { tools: Fields[] }
    const inputs = tools.map(({ outputSchema: _answers, ...tool }) => tool)
    const bytesOf = (list: Fields[]) => Buffer.byteLength(JSON.stringify({ tools: list }))
    const figures = []
    for (const [what, rest, tool] of [
      ['batch-status', `/v1/batch-status/${id}`, { name: 'get_batch_status', arguments: { id } }],
      ['batches', '/v1/batches?limit=25', { name: 'list_batches', arguments: {} }],
    ] as const) {
      const [ours, theirs] = [[], []] as [number[], number[]]
      const ask = { tool: () => rpc(caller, 'tools/call', tool), rest: () => get(caller, rest) }
      for (let call = -warmUp; call < calls; call++) {
        const [rested, reported] = [await timed(ask.rest), await timed(ask.tool)]
        if (call < 0) continue
        theirs.push(rested)
        ours.push(reported)
      }
      say(`${what}, ms a call: tool ${median(ours).toFixed(2)}; interface ${median(theirs).toFixed(2)}`)
      const value = median(ours) / median(theirs)
      figures.push({
        what: `time of a tool call / the same call of the interface (${what})`,
        value,
        unit: '',
        atMost: maxTimes,
      })
    }
    const token = await timesWithToken(service, caller, { name: 'get_batch_status', arguments: { id } })
    await caller.client.close()
    await service.remove()
    return [
      ...figures,
      token,
      ...[{ what: 'the list of tools', value: bytesOf(inputs), unit: 'bytes', atMost: maxListBytes }],
      ...[{ what: 'with what they answer', value: bytesOf(tools), unit: 'bytes', atMost: maxBytesWithOutputs }],
    ]
  },
}

/** The same tool with a token that somebody consented to, and with a key, in turns. */
async function timesWithToken(service: BenchService, caller: McpCaller, tool: Fields) {
  const owner = await signedInByLink(service)
  const client = await byHand(service.url)
  const { access } = await tokensFor(service.url, client, owner)
  const byToken: McpCaller = { client: caller.client, key: access }
  const [tokens, keys] = [[], []] as [number[], number[]]
  for (let call = -warmUp; call < calls; call++) {
    const [withKey, withToken] = [
      await timed(() => rpc(caller, 'tools/call', tool)),
      await timed(() => rpc(byToken, 'tools/call', tool)),
    ]
    if (call < 0) continue
    keys.push(withKey)
    tokens.push(withToken)
  }
  const value = median(tokens) / median(keys)
  return { what: 'time of a tool call with a token / with a key', value, unit: '', atMost: maxTimesOfKey }
}

/** The owner of the demo company, by a link of the operator's. */
async function signedInByLink(service: BenchService): Promise<Browser> {
  const { stdout } = await promisify(execFile)(join(import.meta.dirname, '..', '..', 'flightdeck'), ['login-link'], {
    env: { ...process.env, DATA_DIR: service.dataDir, PORT: new URL(service.url).port },
  })
  const token = /http\S+\/([\w-]+)/.exec(stdout)?.[1]
  const browser = createBrowser(service.url)
  const { status } = await browser.call('POST', '/v1/session', { body: { token } })
  if (status !== 200) throw new Error(`signing in: ${status}`)
  return browser
}

/** A client that takes as little time as it can: what is compared is the service. */
interface McpCaller {
  client: Client
  key: string
}

async function get({ client, key }: McpCaller, path: string): Promise<unknown> {
  const answer = await client.request({ method: 'GET', path, headers: { authorization: `Bearer ${key}` } })
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
  return answer.body.json()
}

async function rpc({ client, key }: McpCaller, method: string, params: Fields): Promise<Fields> {
  const answer = await client.request({
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modern } }),
  })
  const { result, error } = (await answer.body.json()) as { result?: Fields & { isError?: boolean }; error?: unknown }
  if (!result || result.isError) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`)
  return result
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await ask()
  return performance.now() - begin
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
