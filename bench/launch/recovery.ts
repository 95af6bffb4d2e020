import { launchMixed, untilOver } from '../../test/crash/batch.ts'
import { setStage } from '../../test/crash/stage.ts'
import type { Stage } from '../../test/crash/stage.ts'
import type { Bench } from '../figure.ts'

const rounds = 5

/** From the kill of whoever works on a batch to the first call that somebody makes for it again. */
export const recoveryBench: Bench = {
  name: 'recovery',
  about: 'seconds from SIGKILL in the middle of a batch to the next platform call for it; the worst of several rounds',
  async run(say) {
    const one = await worst(1, restartedService)
    const two = await worst(2, otherWorker)
    say(`one service, started again: ${shown(one)} s; the other of two workers: ${shown(two)} s`)
    return [
      { what: 'one service that is started again', value: Math.max(...one), unit: 's', atMost: 15 },
      // The second of its looks, one every second, that misses the dead one.
      { what: 'the other of two workers', value: Math.max(...two), unit: 's', atMost: 3 },
    ]
  },
}

const shown = (seconds: number[]) => seconds.map((each) => each.toFixed(1)).join(', ')

async function worst(workers: number, recover: (stage: Stage, name: string) => Promise<number>): Promise<number[]> {
  const stage = await setStage('primary', workers)
  try {
    const seconds: number[] = []
    for (let round = 0; round < rounds; round++) {
      await stage.newCompany()
      await stage.control('DELETE', 'calls')
      await stage.control('POST', 'latency', { platform: 'meta', ms: 100 })
      // At another point of the lease each time.
      seconds.push(await recover(stage, `Recovery ${round}`))
    }
    return seconds
  } finally {
    await stage.close()
  }
}

async function restartedService(stage: Stage, name: string): Promise<number> {
  const service = await stage.start('up')
  const batchId = await launchMixed(stage, name, 40)
  await calls(stage, 5)
  await service.kill()
  const killedAt = Date.now()
  const again = await stage.start('up')
  return untilRecovered(stage, batchId, killedAt, () => again.kill('SIGTERM'))
}

async function otherWorker(stage: Stage, name: string): Promise<number> {
  const api = await stage.start('serve')
  const first = await stage.start('worker')
  const batchId = await launchMixed(stage, name, 80)
  await calls(stage, 5)
  const second = await stage.start('worker')
  await first.kill()
  return untilRecovered(stage, batchId, Date.now(), () => Promise.all([api.kill('SIGTERM'), second.kill('SIGTERM')]))
}

async function untilRecovered(
  stage: Stage,
  batchId: number,
  killedAt: number,
  stop: () => Promise<unknown>,
): Promise<number> {
  const seconds = ((await firstCallAfter(stage, killedAt)) - killedAt) / 1000
  await untilOver(stage, batchId)
  await stop()
  return seconds
}

interface Call {
  /** When it came in. */
  at: string
}

const readCalls = async (stage: Stage) =>
  (await stage.control<{ calls: Call[] }>('GET', 'calls?platform=meta')).calls.map(({ at }) => Date.parse(at))

/** Waits until the platform has had so many calls. */
async function calls(stage: Stage, count: number): Promise<void> {
  while ((await readCalls(stage)).length < count) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** What the dead one had in the air came in before it died, but its kernel may have sent it a moment later. */
async function firstCallAfter(stage: Stage, killedAt: number): Promise<number> {
  for (;;) {
    const [first] = (await readCalls(stage)).filter((at) => at > killedAt + 50).sort((a, b) => a - b)
    if (first !== undefined) return first
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
