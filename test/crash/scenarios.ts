import { rm } from 'node:fs/promises'
import { untilTrue } from '../support/ask-until.ts'
import { launchMixed, statusOf, tally, untilOver } from './batch.ts'
import { gather } from './cast.ts'
import type { Cast } from './cast.ts'
import { kinds } from './kinds.ts'
import type { Stage } from './stage.ts'

/** One way for things to go wrong. Launches a batch, makes it happen, and sees the batch to its end. */
export interface Scenario {
  name: string
  run(stage: Stage, batchName: string): Promise<{ batchId: number; kills: number }>
}

/** Around a write: in the order in which they come. */
const moments = ['before-intent', 'after-intent', 'after-send', 'before-close', 'after-close'] as const
const sandboxOf = (stage: Stage) => kinds[stage.platform]!.sandbox
const writesOf = (stage: Stage) => ({ method: 'POST', path: kinds[stage.platform]!.writes })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A batch with few writes left may end before the write that was to kill. */
async function diesBeforeItIsOver(stage: Stage, cast: Cast, batchId: number): Promise<boolean> {
  for (;;) {
    if (cast.isAnyDead()) return true
    const status = await statusOf(stage, batchId)
    if (status && status.summaryStatus !== 'in_progress') return false
    await wait(50)
  }
}

/** Who works fast may die before the launch is answered; the same call again is the same launch. */
async function launchThroughDeaths(
  stage: Stage,
  cast: Cast,
  batchName: string,
  onDeath: () => Promise<void>,
): Promise<number> {
  for (;;) {
    try {
      return await launchMixed(stage, batchName, 12, batchName)
    } catch (error) {
      if (!(await cast.hasJustDied())) throw error
      await onDeath()
    }
  }
}

/** Dies at a moment around its nth write, is started again, and dies there again, a few times over. */
function killAt(moment: (typeof moments)[number], nth: number, times: number): Scenario {
  return {
    name: `SIGKILL ${moment}, write ${nth}, ${times} times`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 15 })
      const deadly = { CRASH_AT: `${moment}:${nth}` }
      const cast = await gather(stage, deadly)
      let kills = 0
      const death = async () => {
        kills++
        if (kills < times) return cast.revive(deadly)
        // Enough: with two, the other one would still die of its write.
        await Promise.all(cast.workers.map((worker) => worker.kill('SIGTERM')))
        await cast.revive()
      }
      const batchId = await launchThroughDeaths(stage, cast, batchName, death)
      while (await diesBeforeItIsOver(stage, cast, batchId)) await death()
      await cast.stop()
      return { batchId, kills }
    },
  }
}

function randomKills(count: number, random: () => number): Scenario {
  return {
    name: `SIGKILL at random times, ${count} times`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 20, jitterMs: 20 })
      const cast = await gather(stage)
      const batchId = await launchMixed(stage, batchName, 20)
      for (let kill = 0; kill < count; kill++) {
        await wait(50 + random() * 900)
        await cast.killNext()
        await cast.revive()
      }
      await untilOver(stage, batchId)
      await cast.stop()
      return { batchId, kills: count }
    },
  }
}

function killsDuringStart(count: number, random: () => number): Scenario {
  return {
    name: `SIGKILL during start-up, ${count} times`,
    async run(stage, batchName) {
      const cast = await gather(stage, { CRASH_AT: 'before-close:2' })
      const batchId = await launchMixed(stage, batchName, 12)
      let kills = (await diesBeforeItIsOver(stage, cast, batchId)) ? 1 : 0
      for (; kills <= count; kills++) {
        const starting = stage.start(stage.workers === 1 ? 'up' : 'worker')
        await wait(100 + random() * 1200)
        await stage.killNewest()
        await starting
      }
      await cast.revive()
      await untilOver(stage, batchId)
      await cast.stop()
      return { batchId, kills }
    },
  }
}

/** What is called cancelled must not exist, and is launched when it is asked for again. */
function cancelsAndKills(rounds: number, random: () => number): Scenario {
  return {
    name: `cancelled in the middle, SIGKILL at once, then launched again, ${rounds} times`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 60, jitterMs: 60 })
      const cast = await gather(stage)
      const batchId = await launchMixed(stage, batchName, 24)
      let kills = 0
      while (kills < rounds) {
        await wait(50 + random() * 300)
        const cancel = () => stage.api('POST', `/v1/batches/${batchId}/cancel`).catch(() => null)
        const cancelling = cancel()
        // In turns: once the cancel is answered, and while it is on its way. Who gets no answer asks again.
        await (kills % 2 === 0 ? cancelling : wait(random() * 120))
        await cast.killNext()
        kills++
        await cast.revive()
        if ((await cancelling) === null) await cancel()
        const status = await untilOver(stage, batchId)
        const { found } = await tally(stage, batchName, status)
        if (found !== status.successfulAds) {
          throw new Error(`${found} ads exist, and ${status.successfulAds} are said to, of batch ${batchId}`)
        }
        if (status.summaryStatus === 'success') break
        await stage.api('POST', '/v1/launch/from-draft', { batchId })
      }
      await untilOver(stage, batchId)
      await cast.stop()
      return { batchId, kills }
    },
  }
}

const lostAnswers: Scenario = {
  name: 'answers dropped after the platform stored the write',
  async run(stage, batchName) {
    const cast = await gather(stage)
    const every = { platform: sandboxOf(stage), match: writesOf(stage), fault: 'drop-after' }
    for (const after of [1, 5, 9, 13, 17, 21]) await stage.control('POST', 'faults', { ...every, after, times: 2 })
    const batchId = await launchMixed(stage, batchName, 20)
    await untilOver(stage, batchId)
    await cast.stop()
    return { batchId, kills: 0 }
  },
}

const databaseGone: Scenario = {
  name: 'PostgreSQL stopped for 2 s in the middle, twice',
  async run(stage, batchName) {
    await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 100 })
    const cast = await gather(stage)
    const batchId = await launchMixed(stage, batchName, 20)
    for (let round = 0; round < 2; round++) {
      await wait(300)
      await stage.restartDatabase(2000)
    }
    await untilOver(stage, batchId)
    await cast.stop()
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

/** What a worker fetched is gone while it works, as on a machine whose disk is emptied; or with its machine, as in a container without a volume. */
function folderRemoved(withItsMachine: boolean): Scenario {
  return {
    name: `a worker whose folder is removed in the middle${withItsMachine ? ', and which is killed and comes back without it' : ''}`,
    async run(stage, batchName) {
      await stage.control('POST', 'latency', { platform: sandboxOf(stage), ms: 100 })
      const api = await stage.start('serve')
      let worker = await stage.start('worker')
      const batchId = await launchMixed(stage, batchName, 12)
      await untilTrue(async () => ((await statusOf(stage, batchId))?.successfulAds ?? 0) > 0)
      if (withItsMachine) await worker.kill()
      await rm(worker.dataDir, { recursive: true, force: true, maxRetries: 5 })
      if (withItsMachine) worker = await stage.start('worker')
      await untilOver(stage, batchId)
      await Promise.all([worker.kill('SIGTERM'), api.kill('SIGTERM')])
      return { batchId, kills: withItsMachine ? 1 : 0 }
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
        match: writesOf(stage),
        fault: 'drop-after',
        times: 3,
      })
      const cast = await gather(stage, { CLOCK_JUMP: `${seconds}:1500` })
      const batchId = await launchMixed(stage, batchName, 20)
      await untilOver(stage, batchId)
      await cast.stop()
      return { batchId, kills: 0 }
    },
  }
}

/** Everything, with about as many kills as asked for. */
export function allScenarios(kills: number, workers: number, random: () => number): Scenario[] {
  // Four deaths in one place: one more, and the service rightly takes the ad for the cause and gives it up.
  const deaths = kills < 60 ? 2 : 4
  // Each death of one of two costs the time until the other is sure of it: fewer places, more random times.
  const nths = kills < 60 ? [2, 5] : kills < 150 || workers > 1 ? [1, 4, 9] : [1, 2, 4, 6, 9]
  const boundaries = moments.flatMap((moment) => nths.map((nth) => killAt(moment, nth, deaths)))
  const rest = Math.max(6, kills - boundaries.length * deaths)
  const atRandom = Array.from({ length: Math.ceil((rest * 0.85) / 15) }, () =>
    randomKills(Math.min(15, Math.ceil(rest * 0.85)), random),
  )
  return [
    ...boundaries,
    ...atRandom,
    killsDuringStart(Math.ceil(rest * 0.15), random),
    cancelsAndKills(5, random),
    lostAnswers,
    databaseGone,
    frozenWorker,
    folderRemoved(false),
    folderRemoved(true),
    clockJump(3600),
    clockJump(-3600),
  ]
}

/** A short part that takes the same way every time, for `npm test`. The others are in `npm run crash`, and every moment of a write is one of the simulation's. */
export const shortScenarios: Scenario[] = [killAt('after-send', 5, 1)]
/** In the long half. */
export const longScenarios: Scenario[] = [folderRemoved(false)]
