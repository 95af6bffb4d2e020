import { Agent } from 'undici'
import type { Bench } from '../figure.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import { benchService } from '../service.ts'
import { median } from '../measure.ts'

const latencyMs = 50
const rounds = 6
const callsPerRound = 40
const atOnce = 4

/** The same call to the research tool, once through the service and once past it, in turns. */
export const researchBench: Bench = {
  name: 'research',
  about: `a page of 20 ads from the research tool, which takes ${latencyMs} ms, through the service and past it`,
  async run(say) {
    const sandbox = await sandboxProcess()
    const service = await benchService({ SANDBOX_URL: sandbox.url })
    await service.control('POST', 'latency', { platform: 'research', ms: latencyMs })
    const query = `input=${encodeURIComponent(JSON.stringify({ limit: 20 }))}`
    const direct = caller(`${sandbox.url}/research/trpc/ads.list?${query}`, 'sandbox-research-key')
    const proxied = caller(`${service.url}/v1/research/rpc/ads.list?${query}`, service.key)
    await Promise.all([direct.measure(), proxied.measure()])
    const past: number[] = []
    const through: number[] = []
    for (let round = 0; round < rounds; round++) {
      past.push(...(await direct.measure()))
      through.push(...(await proxied.measure()))
    }
    await Promise.all([direct.close(), proxied.close()])
    await service.remove()
    sandbox.end()
    say(`median ms of ${past.length} calls, past ${median(past).toFixed(1)}; through ${median(through).toFixed(1)}`)
    const what = `time of a call through the service / past it, to a tool that takes ${latencyMs} ms`
    return [{ what, value: median(through) / median(past), unit: '', atMost: 1.15 }]
  },
}

function caller(url: string, key: string) {
  const agent = new Agent({ connections: atOnce })
  const { origin, pathname, search } = new URL(url)
  const call = async (): Promise<number> => {
    const from = performance.now()
    const headers = { authorization: `Bearer ${key}` }
    const { statusCode, body } = await agent.request({ origin, path: pathname + search, method: 'GET', headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${text}`)
    return performance.now() - from
  }
  return {
    /** How long each call takes, a few of them at the same time. */
    async measure(): Promise<number[]> {
      const lines = Array.from({ length: atOnce }, async () => {
        const times: number[] = []
        for (let n = 0; n < callsPerRound / atOnce; n++) times.push(await call())
        return times
      })
      return (await Promise.all(lines)).flat()
    },
    close: () => agent.close(),
  }
}
