import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { setStage } from '../../test/crash/stage.ts'
import type { Actor, Stage } from '../../test/crash/stage.ts'
import type { Bench, Figure } from '../figure.ts'
import { acceptFigures } from './large-accept.ts'
import { accept, accounts, largeFixture, untilLaunched } from './large-fixture.ts'
import type { LargeFixture } from './large-fixture.ts'
import { compare, streamFigure } from './large-reads.ts'

const calls = 10
const adsPerCall = 1000
const fewAds = 100
/** Until garbage of the warm-up is gone and nothing is under way. */
const restMs = 5_000

/** What large launches cost the worker, the API and those who read. */
export const largeBench: Bench = {
  name: 'large',
  about: `${calls * adsPerCall} ads in ${calls} calls over ${accounts} ad accounts; API and worker are processes of their own`,
  async run(say) {
    const stage = await setStage()
    try {
      return await figures(stage, say)
    } finally {
      await stage.close()
    }
  },
}

async function figures(stage: Stage, say: (line: string) => void): Promise<Figure[]> {
  const settings = { NODE_ENV: 'production', PLATFORM_TIMEOUT_SECONDS: '30', REPORT_SYNC: 'off' }
  await stage.newCompany()
  await stage.start('serve', settings, 'flightdeck')
  const worker = await stage.start('worker', settings, 'flightdeck')
  const small = await largeFixture(stage)
  const large = await largeFixture(stage)
  const smallBatches = [await accept(small, small.launchOf(fewAds, 0))]
  await untilLaunched(small, smallBatches)
  const { figure: memory, batches: largeBatches } = await memoryFigure(worker, large, say)
  for (let call = 1; call < calls; call++) smallBatches.push(await accept(small, small.launchOf(fewAds, call)))
  await untilLaunched(small, smallBatches)
  // From here on nothing is worked off: what waits stays as it is.
  await worker.kill('SIGTERM')
  const both = { large, small }
  const ended = new Map([
    [large, largeBatches[0]],
    [small, smallBatches[0]],
  ])
  const list = await compare('list of ten batches', both, ({ api }) => api('GET', '/v1/batches'))
  const status = await compare('status of a batch that has ended', both, (of) =>
    of.api('GET', `/v1/batch-status/${ended.get(of)}`),
  )
  const waiting = new Map([
    [large, await accept(large, large.launchOf(adsPerCall, 0))],
    [small, await accept(small, small.launchOf(fewAds, 0))],
  ])
  const waitingStatus = await compare('status of a batch that waits', both, (of) =>
    of.api('GET', `/v1/batch-status/${waiting.get(of)}`),
  )
  const stream = await streamFigure(stage, both)
  return [memory, ...(await acceptFigures(stage, large, say)), list, status, waitingStatus, stream]
}

async function memoryFigure(
  { child }: Actor,
  fixture: LargeFixture,
  say: (line: string) => void,
): Promise<{ figure: Figure; batches: number[] }> {
  await pause(restMs)
  const before = await heldMb(child.pid!, 'VmRSS')
  // From here on the kernel notes the peak anew.
  await writeFile(`/proc/${child.pid}/clear_refs`, '5')
  const from = performance.now()
  const batches: number[] = []
  for (let call = 0; call < calls; call++) batches.push(await accept(fixture, fixture.launchOf(adsPerCall, call)))
  await untilLaunched(fixture, batches)
  const seconds = (performance.now() - from) / 1000
  const peak = await heldMb(child.pid!, 'VmHWM')
  say(
    `worker before ${before.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, after ${(await heldMb(child.pid!, 'VmRSS')).toFixed(0)} MB; ` +
      `${Math.round((calls * adsPerCall) / seconds)} ads a second`,
  )
  const what = `memory that ${calls * adsPerCall} ads add to the worker`
  return { figure: { what, value: peak - before, unit: 'MB', atMost: 60 }, batches }
}

async function heldMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024
}
