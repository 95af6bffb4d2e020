import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { launchMixed, statusOf, untilOver } from '../crash/batch.ts'
import { kinds } from '../crash/kinds.ts'
import type { Actor } from '../crash/stage.ts'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeDataDir } from '../support/harness.ts'
import { countHead, counted, launch, repeated, untilUnderWay } from './launches.ts'
import type { Launch, Scene } from './launches.ts'

/** Ads of the launch that the backup does not know. */
const lostAds = 100

interface Backup {
  file: string
  /** The first and the last moment that it may be of. */
  between: [number, number]
  /** What it knows. */
  known: Launch[]
  lost: Launch
}

interface Running {
  launches: readonly Launch[]
  api: Actor
  workers: Actor[]
}

/**
 * A backup is taken while a launch is under way, 100 more ads are launched, and the backup is restored in another folder: whoever says the same
 * again by the same keys gets no ad twice. Answers what is wrong.
 */
export async function restoreAndRepeat(scene: Scene, running: Running): Promise<string[]> {
  const folder = await makeDataDir()
  try {
    const backup = await backUp(scene, running, join(folder, 'backup.zip'))
    await Promise.all([running.api, ...running.workers].map((actor) => actor.kill('SIGTERM')))
    return await inAnotherFolder(scene, backup, join(folder, 'restored'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Everybody who works is killed in the middle of a launch; a backup is taken; then its launch goes on, and another one after it. */
async function backUp(scene: Scene, { launches, workers }: Running, file: string): Promise<Backup> {
  const { stage, ads, settings, startNew } = scene
  const open = await launch(stage, 'Open', ads)
  await untilUnderWay(stage, open)
  await Promise.all(workers.map((worker) => worker.kill()))
  const made = (await statusOf(stage, open.batchId))!.successfulAds
  const from = Date.now()
  await stage.command(['backup', file], settings)
  const between: Backup['between'] = [from, Date.now()]
  console.log(`A backup was taken when ${made} of ${ads} ads were made, and nobody worked.`)

  await stage.control('POST', 'latency', { platform: kinds[stage.platform]!.sandbox, ms: 0 })
  workers.push(await startNew('worker'))
  const lost = await launch(stage, 'Lost', lostAds)
  await untilOver(stage, open.batchId)
  lost.ended = await untilOver(stage, lost.batchId)
  return { file, between, known: [...launches, open], lost }
}

async function inAnotherFolder(scene: Scene, backup: Backup, dataDir: string): Promise<string[]> {
  const { stage } = scene
  // Its own private database, instead of the one that all share.
  const settings = { ...scene.settings, DATA_DIR: dataDir, DATABASE_URL: '' }
  await stage.command(['restore', backup.file], settings)
  const service = await stage.start('up', settings, 'flightdeck')
  try {
    const held = await refusalOf(() => stage.api('GET', '/v1/adaccounts'))
    await stage.command(['resume', '--after-restore', '--keep-keys', 'all'], settings)
    await askUntil(() => stage.api('GET', '/v1/adaccounts').catch(() => null))
    const problems = /: 503 .*is held/.test(held) ? [] : [`a restored installation is not held: ${held}`]

    for (const one of backup.known) problems.push(...(await repeated(stage, one)))
    problems.push(...(await askedAbout(scene, backup)))
    const fresh: Launch = { name: 'New', ads: 4, batchId: 0 }
    const said = { 'idempotency-key': fresh.name, 'x-after-restore': 'new' }
    fresh.batchId = await launchMixed(stage, fresh.name, fresh.ads, said)
    if (fresh.batchId < 1_000_000) problems.push(`New: the lost time may have given its number, ${fresh.batchId}`)

    console.log(`The backup was restored in another folder.\n${countHead}`)
    return [...problems, ...(await counted(stage, [...backup.known, backup.lost, fresh]))]
  } finally {
    await service.kill('SIGTERM')
    await stopEmbedded({ dataDir })
  }
}

/** What the backup does not know is not launched again: it is asked about, with the time of the backup. */
async function askedAbout({ stage }: Scene, { lost, between: [from, to] }: Backup): Promise<string[]> {
  const refusal = await refusalOf(() => launch(stage, lost.name, lost.ads))
  const [, restoredFrom = ''] = /: 409 .*"restoredFrom":"([^"]+)".*X-After-Restore: new/.exec(refusal) ?? []
  const takenAt = Date.parse(restoredFrom)
  return takenAt >= from && takenAt <= to ? [] : [`Lost: it is not asked about with the backup's time: ${refusal}`]
}

async function refusalOf(ask: () => Promise<unknown>): Promise<string> {
  return ask().then(
    (answer) => `it was answered: ${JSON.stringify(answer)}`,
    (error: Error) => error.message,
  )
}
