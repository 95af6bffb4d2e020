import { launchMixed, statusOf, tally, untilOver } from './batch.ts'
import { gather } from './cast.ts'
import { kinds } from './kinds.ts'
import { howToGetServers, startServers } from './servers.ts'
import type { Servers } from './servers.ts'
import { setStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { askUntil } from '../support/ask-until.ts'

const adsOfOne = 40

/** The database goes away in the middle of a launch, and its standby takes its place; so many times. Answers whether every ad is there once. */
export async function crashFailover(times: number, random: () => number): Promise<boolean> {
  const servers = await startServers()
  if (!servers) {
    console.error(howToGetServers)
    return false
  }
  const stage = await setStage('primary', 2, servers.url)
  try {
    let isWhole = true
    for (let time = 1; time <= times; time++) {
      isWhole = (await once(stage, servers, `Failover ${time}`, random() * 2_000)) && isWhole
      if (time < times) await servers.joinAgain()
    }
    return isWhole
  } finally {
    await stage.close()
    await servers.close()
  }
}

async function once(stage: Stage, servers: Servers, name: string, pauseMs: number): Promise<boolean> {
  await stage.newCompany()
  await stage.control('POST', 'latency', { platform: kinds[stage.platform]!.sandbox, ms: 60, jitterMs: 60 })
  const cast = await gather(stage)
  const batchId = await launchMixed(stage, name, adsOfOne, name)
  await askUntil(async () => ((await statusOf(stage, batchId))?.successfulAds ?? 0) > 2 || null)
  const from = performance.now()
  await servers.failOver(pauseMs)
  const status = await untilOver(stage, batchId)
  const described = await tally(stage, name, status)
  await cast.stop()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(
    `${name}: asked ${described.asked}, found ${described.found}, doubled ${described.doubled}, lost ${described.lost}, ` +
      `reported failed ${described.reportedFailed}; over ${seconds} s after the server went (promoted after ${Math.round(pauseMs)} ms)`,
  )
  return described.found === described.asked && described.doubled + described.lost + described.reportedFailed === 0
}
