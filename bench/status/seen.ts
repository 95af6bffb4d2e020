import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../src/lookup.ts'
import type { Bench, Figure } from '../figure.ts'
import { median } from '../measure.ts'
import { ask } from './ask.ts'
import { besideFigures } from './beside.ts'
import { profiled, shareOf } from './share.ts'
import type { Parts } from './share.ts'
import { serve } from './stage.ts'
import type { Stage, Way } from './stage.ts'

const processes = 3
/** What is asked often has been compiled by then. */
const warmUpCalls = 8_000
const calls = 12_000
/** What was gathered has gone out after so long. */
const settleMs = 2_500

/** They make text of what they are given, for whoever asks. */
const neutral = /\/src\/(json-text|http\/other-methods)\.ts/
const watchers: { way: Way; what: string; parts: Parts; atMost: number }[] = [
  {
    way: 'seen',
    what: 'metrics and access log',
    parts: {
      ours: /\/src\/(metrics\/|call\/access-log|http\/(call-counter|answer-end))|\/prom-client\/|:internal\/perf\/observe/,
      neutral,
    },
    atMost: 3,
  },
  { way: 'traced', what: 'traces', parts: { ours: /\/src\/(trace\/|http\/(spans|answer-end))/, neutral }, atMost: 10 },
]

/**
 * What being watched costs. Processes that do the same differ by a tenth and more, in what is compiled when and lies where: so what is held
 * is the share that the watching code has of all that one process does. Processes with and without beside each other are told besides.
 */
export const seenBench: Bench = {
  name: 'seen',
  about: 'GET /v1/batch-status/{id}: what metrics and the access log take of it, and what traces do',
  async run(say) {
    const collector = spawn(process.execPath, [join(import.meta.dirname, 'collector.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [address] = (await once(collector.stdout, 'data')) as [Buffer]
    const folder = await mkdtemp(join(tmpdir(), 'flightdeck-seen-'))
    const stage = { folder, endpoint: address.toString().trim() }
    try {
      const figures: Figure[] = []
      for (const { way, what, parts, atMost } of watchers) {
        const shares: number[] = []
        while (shares.length < processes) shares.push(await shareIn(stage, way, parts))
        say(`${what}, in each process: ${shares.map((share) => share.toFixed(2)).join(', ')} %`)
        // As much more as the rest would take without it.
        const more = shares.map((share) => (share / (100 - share)) * 100)
        figures.push({ what: `${what}: time of the service for a call`, value: median(more), unit: '% more', atMost })
      }
      return [...figures, ...(await besideFigures(stage, say))]
    } finally {
      collector.kill()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Of all that a process did while it was asked, in percent. */
async function shareIn(stage: Stage, way: Way, parts: Parts): Promise<number> {
  const service = await serve(stage, way, profiled(stage.folder))
  const url = `${service.url}/v1/batch-status/${service.batchId}`
  await ask(url, service.key, warmUpCalls)
  const fromUs = machineUs()
  await ask(url, service.key, calls)
  await pause(settleMs)
  const toUs = machineUs()
  await service.remove()
  return shareOf({ pid: required(service.child.pid, 'process'), fromUs, toUs }, stage.folder, parts)
}

const machineUs = (): number => Number(process.hrtime.bigint() / 1_000n)
