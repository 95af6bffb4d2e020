import { readFile } from 'node:fs/promises'
import type { Bench } from './figure.ts'
import { servicePid, supervised } from '../test/support/service/service-process.ts'
import { benchService } from './service.ts'

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
    const seconds = (performance.now() - from) / 1000
    // Let it come to rest: compiled code and the first garbage settle within a few seconds.
    await new Promise((resolve) => setTimeout(resolve, 5000))
    const megabytes = (await residentKilobytes((await servicePid(first.dataDir))!)) / 1024
    const supervisorMegabytes = (await residentKilobytes(second.child.pid!)) / 1024
    await second.remove()
    return [
      { what: 'warm start', value: seconds, unit: 's', atMost: 3 },
      { what: 'idle resident memory', value: megabytes, unit: 'MB', atMost: 200 },
      { what: 'idle resident memory of its supervisor', value: supervisorMegabytes, unit: 'MB', atMost: 80 },
    ]
  },
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
}
