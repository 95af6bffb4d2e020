import { readFile } from 'node:fs/promises'
import type { Bench } from './figure.ts'
import { sandboxPid, servicePid, supervised } from '../test/support/service/service-process.ts'
import { benchService } from './service.ts'

const restMs = 60_000

/** A start on a data folder that exists, and what the process weighs when nothing happens. */
export const startBench: Bench = {
  name: 'start',
  about: 'warm start to the first 200 on /v1/health; idle memory of the Node processes',
  async run() {
    const first = await benchService()
    await first.end('SIGTERM')
    const from = performance.now()
    const settings = { DATA_DIR: first.dataDir, DEMO_API_KEY: first.key, REPORT_SYNC: 'on' }
    const second = await benchService(settings, supervised)
    await second.call('GET', '/v1/health')
    await second.control('GET', 'clock')
    const seconds = (performance.now() - from) / 1000
    // Let it come to rest: compiled code and the first garbage settle within a while.
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const service = (await servicePid(first.dataDir))!
    const [supervisorMb, serviceMb, sandboxMb] = await Promise.all(
      [second.child.pid!, service, sandboxPid(service)].map(async (pid) => (await heldKilobytes(pid)) / 1024),
    )
    await second.remove()
    const together = supervisorMb! + serviceMb! + sandboxMb!
    return [
      { what: 'warm start, with the sandbox', value: seconds, unit: 's', atMost: 3 },
      { what: 'idle memory of supervisor, service and sandbox', value: together, unit: 'MB', atMost: 330 },
      { what: 'of these the service', value: serviceMb!, unit: 'MB', atMost: 200 },
      { what: 'the sandbox', value: sandboxMb!, unit: 'MB', atMost: 120 },
      { what: 'the supervisor', value: supervisorMb!, unit: 'MB', atMost: 60 },
    ]
  },
}

/** What a process holds, where what several hold together (Node itself) is shared out among them. */
async function heldKilobytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1])
}
