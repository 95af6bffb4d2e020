import { launchMixed, statusOf, untilOver } from './batch.ts'
import { kinds } from './kinds.ts'
import type { Actor, Stage } from './stage.ts'

/** One way for things to go wrong. Launches a batch, makes it happen, and sees the batch to its end. */
export interface Scenario {
  name: string
  run(stage: Stage, batchName: string): Promise<{ batchId: number; kills: number }>
}

const moments = ['before-intent', 'after-intent', 'after-send', 'after-close'] as const
const sandboxOf = (stage: Stage) => kinds[stage.platform]!.sandbox
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A batch with few writes left may end before the write that was to kill. */
async function diesBeforeItIsOver(stage: Stage, victim: Actor, batchId: number): Promise<boolean> {
  for (;;) {
    if (victim.child.exitCode !== null || victim.child.signalCode !== null) return true
    const status = await statusOf(stage, batchId)
    if (status && status.summaryStatus !== 'in_progress') return false
    await wait(50)
  }
}

/** Dies at a moment around its nth write, is started again, and dies there again, a few times over. */
function killAt(moment: (typeof moments)[number], nth: number, times: number): Scenario {
  return {
    name: `SIGKILL ${moment}, write ${nth}, ${times} times`,
    async run(stage, batchName) {
      const healthy = await stage.start('up')
      const latency = { platform: sandboxOf(stage), ms: 15 }
      await stage.control('POST', 'latency', latency)
      await healthy.kill()
      let batchId = 0
      let kills = 0
      for (let round = 0; round < times; round++) {
        const victim = await stage.start('up', { CRASH_AT: `${moment}:${nth}` })
        if (round === 0) batchId = await launchMixed(stage, batchName, 12)
        if (await diesBeforeItIsOver(stage, victim, batchId)) kills++
        else await victim.kill('SIGTERM')
      }
      const last = await stage.start('up')
      await untilOver(stage, batchId)
      await last.kill('SIGTERM')
      return { batchId, kills }
    },
  }
}

function randomKills(count: number, random: () => number): Scenario {
  return {
    name: `SIGKILL at random times, ${count} times`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 20, jitterMs: 20 })
      let victim = await stage.start('up')
      const batchId = await launchMixed(stage, batchName, 20)
      for (let kill = 0; kill < count; kill++) {
        await wait(50 + random() * 900)
        await victim.kill()
        victim = await stage.start('up')
      }
      await untilOver(stage, batchId)
      await victim.kill('SIGTERM')
      return { batchId, kills: count }
    },
  }
}

function killsDuringStart(count: number, random: () => number): Scenario {
  return {
    name: `SIGKILL during start-up, ${count} times`,
    async run(stage, batchName) {
      const first = await stage.start('up', { CRASH_AT: 'after-send:2' })
      const batchId = await launchMixed(stage, batchName, 12)
      await first.ended
      for (let kill = 0; kill < count; kill++) {
        const starting = stage.start('up')
        await wait(100 + random() * 1200)
        ;(await Promise.race([starting, starting])).child.kill('SIGKILL')
        await (
          await starting
        ).ended
      }
      const last = await stage.start('up')
      await untilOver(stage, batchId)
      await last.kill('SIGTERM')
      return { batchId, kills: count + 1 }
    },
  }
}

const lostAnswers: Scenario = {
  name: 'answers dropped after the platform stored the write',
  async run(stage, batchName) {
    const service = await stage.start('up')
    const every = { platform: sandboxOf(stage), match: { method: 'POST' }, fault: 'drop-after' }
    for (const after of [1, 5, 9, 13, 17, 21]) await stage.control('POST', 'faults', { ...every, after, times: 2 })
    const batchId = await launchMixed(stage, batchName, 20)
    await untilOver(stage, batchId)
    await service.kill('SIGTERM')
    return { batchId, kills: 0 }
  },
}

const databaseGone: Scenario = {
  name: 'PostgreSQL stopped for 2 s in the middle, twice',
  async run(stage, batchName) {
    await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 100 })
    const service = await stage.start('up')
    const batchId = await launchMixed(stage, batchName, 20)
    for (let round = 0; round < 2; round++) {
      await wait(300)
      await stage.restartDatabase(2000)
    }
    await untilOver(stage, batchId)
    await service.kill('SIGTERM')
    return { batchId, kills: 0 }
  },
}

/** The frozen one holds the lane, is given up, and wakes with requests in its hands. */
const frozenWorker: Scenario = {
  name: 'two workers; the one that works is frozen past its lease, then woken',
  async run(stage, batchName) {
    await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 200 })
    const api = await stage.start('serve')
    const first = await stage.start('worker')
    const batchId = await launchMixed(stage, batchName, 16)
    await wait(900)
    first.child.kill('SIGSTOP')
    const second = await stage.start('worker')
    await wait(13_000)
    first.child.kill('SIGCONT')
    await untilOver(stage, batchId)
    await wait(1500)
    await Promise.all([first.kill(), second.kill('SIGTERM'), api.kill('SIGTERM')])
    return { batchId, kills: 0 }
  },
}

function twoWorkers(kills: number, random: () => number): Scenario {
  return {
    name: `two workers, one of them killed with SIGKILL at random times, ${kills} times`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 20, jitterMs: 20 })
      const api = await stage.start('serve')
      const workers = [await stage.start('worker'), await stage.start('worker')]
      const batchId = await launchMixed(stage, batchName, 20)
      for (let kill = 0; kill < kills; kill++) {
        await wait(50 + random() * 900)
        await workers[kill % 2]!.kill()
        workers[kill % 2] = await stage.start('worker')
      }
      await untilOver(stage, batchId)
      await Promise.all([api.kill('SIGTERM'), ...workers.map((worker) => worker.kill('SIGTERM'))])
      return { batchId, kills }
    },
  }
}

function clockJump(seconds: number): Scenario {
  return {
    name: `the clock jumps by ${seconds} s`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 60 })
      await stage.control('POST', 'faults', {
        platform: sandboxOf(stage),
        match: { method: 'POST' },
        fault: 'drop-after',
        times: 3,
      })
      const service = await stage.start('up', { CLOCK_JUMP: `${seconds}:1500` })
      const batchId = await launchMixed(stage, batchName, 20)
      await untilOver(stage, batchId)
      await service.kill('SIGTERM')
      return { batchId, kills: 0 }
    },
  }
}

/** Everything, with about as many kills as asked for. */
export function allScenarios(kills: number, random: () => number): Scenario[] {
  // Four deaths in one place: one more, and the service rightly takes the ad for the cause and gives it up.
  const deaths = kills >= 60 ? 4 : 2
  const nths = kills >= 150 ? [1, 2, 4, 6, 9] : kills >= 60 ? [1, 4, 9] : [2, 5]
  const boundaries = moments.flatMap((moment) => nths.map((nth) => killAt(moment, nth, deaths)))
  const counted = boundaries.length * deaths
  const rest = Math.max(6, kills - counted)
  const atRandom = Array.from({ length: Math.ceil((rest * 0.7) / 15) }, () =>
    randomKills(Math.min(15, Math.ceil(rest * 0.7)), random),
  )
  return [
    ...boundaries,
    ...atRandom,
    killsDuringStart(Math.ceil(rest * 0.15), random),
    twoWorkers(Math.ceil(rest * 0.15), random),
    lostAnswers,
    databaseGone,
    frozenWorker,
    clockJump(3600),
    clockJump(-3600),
  ]
}

/** A short part that takes the same way every time, for `npm test`. */
export const shortScenarios: Scenario[] = [
  killAt('after-intent', 3, 1),
  killAt('after-send', 5, 1),
  killAt('after-close', 2, 1),
]
