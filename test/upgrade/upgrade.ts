import { untilOver } from '../crash/batch.ts'
import { kinds } from '../crash/kinds.ts'
import type { Actor } from '../crash/stage.ts'
import { countHead, counted, launch, repeated, untilUnderWay } from './launches.ts'
import type { Launch, Scene } from './launches.ts'
import { release } from './release.ts'

interface Upgraded {
  problems: string[]
  launches: Launch[]
  /** Of this version; the last release is gone. */
  api: Actor
  workers: Actor[]
}

/** The last release works on a launch, this version works beside it and takes its place, and workers of both are killed. */
export async function upgrade(scene: Scene): Promise<Upgraded> {
  const { stage, ads, kills, startOld, startNew } = scene
  const oldApi = await startOld('serve')
  const workers = [await startOld('worker'), await startOld('worker')]
  const done = await launch(stage, 'Done', 4)
  await untilOver(stage, done.batchId)
  await stage.control('POST', 'latency', { platform: kinds[stage.platform]!.sandbox, ms: 60, jitterMs: 60 })

  const before = await launch(stage, 'Before', ads)
  await untilUnderWay(stage, before)
  const from = performance.now()
  workers.push(await startNew('worker'))
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(`This version has brought the database up to date beside ${release.version} in ${seconds} s.`)

  const beside = await launch(stage, 'Beside', ads)
  for (let kill = 0; kill < kills; kill++) {
    const victim = workers[kill % workers.length]!
    await victim.kill()
    // What died of the old version is put in its place by the new one, as an upgrade goes.
    workers[kill % workers.length] = await startNew('worker')
  }
  await oldApi.kill('SIGTERM')
  const isRefused = await endsByItself(await startOld('worker'))
  const api = await startNew('serve')
  const after = await launch(stage, 'After', ads)

  console.log(countHead)
  const launches = [done, before, beside, after]
  const problems = [...(await counted(stage, launches)), ...(await repeated(stage, before))]
  console.log(`${release.version} ${isRefused ? 'no longer starts' : 'still starts'} on the new database.`)
  return { problems, launches, api, workers }
}

async function endsByItself(actor: Actor): Promise<boolean> {
  await Promise.race([actor.ended, new Promise((resolve) => setTimeout(resolve, 15_000))])
  const { exitCode } = actor.child
  // Whoever is not refused would work on with the others.
  await actor.kill()
  return exitCode !== null && exitCode !== 0
}
