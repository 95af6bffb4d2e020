import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { socketUrl } from '../../src/db/connect.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { benchService } from '../service.ts'
import { median } from '../measure.ts'

const seconds = 6
const rounds = 5

/** The whole stack against the least that could answer the question, on the same database, in turns. */
export const statusBench: Bench = {
  name: 'status',
  about: 'GET /v1/batch-status/{id} against a bare Fastify route with one primary-key select',
  async run(say) {
    const service = await benchService()
    const batchId = await launchOne(service)
    const database = socketUrl((await embeddedConnection(service.dataDir))!)
    const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), database, 'batches'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [address] = (await once(bare.stdout, 'data')) as [Buffer]
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      theirs.push(await throughput(`${address.toString().trim()}/bare/${batchId}`))
      ours.push(await throughput(`${service.url}/v1/batch-status/${batchId}`, service.key))
    }
    say(`calls per second, ours ${ours.map(Math.round).join(', ')}; bare ${theirs.map(Math.round).join(', ')}`)
    bare.kill()
    await service.remove()
    return [
      { what: 'throughput of batch-status / bare route', value: median(ours) / median(theirs), unit: '', atLeast: 0.6 },
    ]
  },
}

async function throughput(url: string, key?: string, duration = seconds): Promise<number> {
  const headers = key ? { authorization: `Bearer ${key}` } : {}
  const result = await autocannon({ url, headers, connections: 32, duration })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} calls to ${url} failed`)
  return result.requests.average
}
