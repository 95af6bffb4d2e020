import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { askUntil, untilTrue } from '../../support/ask-until.ts'
import type { Plant } from '../../support/plant.ts'
import { launchMixed, statusOf, untilOver } from '../batch.ts'
import type { Status } from '../batch.ts'
import { setStage } from '../stage.ts'
import type { Actor, Stage } from '../stage.ts'
import { countStored, faultsAfter, faultsBefore, look, renewalsOf, wasLost } from './judge.ts'
import type { Settled, Witness } from './judge.ts'
import { comeIn } from './owner.ts'
import type { Owner } from './owner.ts'
import { fixtures, planKills, plants } from './plan.ts'
import type { Planned } from './plan.ts'

const adsOfOne = 12
/** With so little left whoever uses a token has it renewed first; it lives for longer than the batch takes. */
const soonSeconds = 240
const deathWithinMs = 60_000
const maxAttempts = 3
/** The platform answers slowly until somebody is dead, so that no batch is over by then. */
const holding = { ms: 250, jitterMs: 50 }
const usual = { ms: 50, jitterMs: 50 }

/** What came of one kill. */
interface Outcome {
  wasLost: boolean
  wasBroken: boolean
  /** What was seen of it, in figures. */
  seen: string
  faults: string[]
}

/** Where one kill happens. */
interface Scene {
  stage: Stage
  planned: Planned
  name: string
  owner: Owner
  connectionId: number
  plant: Plant | null
}

/** `npm run crash -- --rotations --kills 60`: processes die while they have a token renewed, in the middle of a launch. */
export async function crashRotations(
  kills: number,
  random: () => number,
  plant: Plant | null = null,
): Promise<boolean> {
  const rows = new Map<string, number[]>()
  const all = planKills(kills, random)
  let wrong = 0
  for (const platform of new Set(all.map((each) => each.platform))) {
    const stage = await setStage(platform)
    try {
      const cast = await gather(stage, plant)
      for (const planned of all.filter((each) => each.platform === platform)) {
        const name = `Rotated ${all.indexOf(planned) + 1}`
        const { faults, ...came } = await killUntilItCounts(stage, cast, { planned, name, plant })
        if (faults.length > 0) wrong++
        const row = `${platform} | ${planned.old} | ${planned.moment}`
        const [died = 0, lost = 0, broken = 0] = rows.get(row) ?? []
        rows.set(row, [died + 1, lost + Number(came.wasLost), broken + Number(came.wasBroken)])
        console.log(`${name} of ${kills}, ${describe(planned)}: ${sum(came, faults)}`)
        if (plant && faults.length > 0) return false
      }
    } finally {
      // What went wrong before is what is told.
      await stage.close().catch((error: unknown) => console.error(error))
    }
  }
  console.log(
    '\n| platform | the old token | killed | kills | answers lost | broken, then connected again |\n|---|---|---|---|---|---|',
  )
  for (const [row, counts] of [...rows].sort()) console.log(`| ${row} | ${counts.join(' | ')} |`)
  console.log(`\n${kills} kills, ${kills * adsOfOne} ads asked, ${wrong} kills not as promised`)
  return wrong === 0
}

/** Each mistake must be found within so many kills. */
export async function findPlants(kills: number, random: () => number): Promise<boolean> {
  let missed = 0
  for (const plant of plants) {
    console.log(`\nplanted: ${plant.name}`)
    if (await crashRotations(kills, random, plant)) missed++
  }
  console.log(`\n${plants.length} planted, ${missed} not found within ${kills} kills`)
  return missed === 0
}

const describe = ({ platform, old, victim, cause, moment, delayMs }: Planned) =>
  `${platform}, the old one ${old}, ${victim}, ${cause}, ${moment}${delayMs > 0 ? ` and ${delayMs} ms` : ''}`

const sum = (came: Omit<Outcome, 'faults'>, faults: string[]) =>
  `${came.wasLost ? 'its answer was lost' : 'nothing was lost'}${came.wasBroken ? ', broken and connected again' : ''}; ` +
  `${came.seen}; ` +
  (faults.length === 0 ? 'as promised' : `WRONG: ${faults.join('; ')}`)

/** The processes of a service, each of which may be killed and comes back. */
interface Cast {
  api: Actor
  worker: Actor
}

/** One after the other: the first makes the tables. */
async function gather(stage: Stage, plant: Plant | null): Promise<Cast> {
  return { api: await stage.start('serve', living(plant)), worker: await stage.start('worker', living(plant)) }
}

type Attempt = Omit<Scene, 'stage' | 'owner' | 'connectionId'>

/** A machine that is busy elsewhere may end a batch before anybody dies, or keep it from beginning: then it is played once more. */
async function killUntilItCounts(stage: Stage, cast: Cast, attempt: Attempt): Promise<Outcome> {
  for (let time = 1; ; time++) {
    try {
      return await killOnce(stage, cast, { ...attempt, name: time === 1 ? attempt.name : `${attempt.name} (${time})` })
    } catch (error) {
      console.log(`${attempt.name} shows nothing: ${String(error)}`)
      if (time === maxAttempts) throw error
      await Promise.all([cast.api.kill(), cast.worker.kill()])
      Object.assign(cast, await gather(stage, attempt.plant))
    }
  }
}

async function killOnce(stage: Stage, cast: Cast, scene: Attempt): Promise<Outcome> {
  const { planned } = scene
  const { sandbox, lives, usualSeconds } = fixtures[planned.platform]!
  // Those of earlier kills: work that was cut off is taken up minutes later, and would renew them meanwhile.
  await stage.withDatabase((db) => sql`DELETE FROM connections`.execute(db))
  await stage.control('POST', 'latency', { platform: sandbox, ...holding })
  const old = planned.platform === 'pin' ? { oldRefreshTokens: planned.old === 'dies' ? 'die' : 'live' } : {}
  await stage.control('POST', sandbox, { restoreTokens: true, ...old, [lives]: usualSeconds })
  await stage.newCompany()
  const owner = await comeIn(stage)
  const whole = { ...scene, stage, owner, connectionId: await owner.connect(sandbox) }
  const batchId = planned.victim === 'api' ? await killApi(whole, cast) : await killWorker(whole, cast)
  await stage.control('POST', 'latency', { platform: sandbox, ...usual })
  return toTheEnd(whole, batchId)
}

const ordersFile = join(tmpdir(), `flightdeck-crash-${process.pid}.json`)
const living = (plant: Plant | null): Record<string, string> => ({
  // A machine that is busy elsewhere must not lose answers by itself.
  PLATFORM_TIMEOUT_SECONDS: '10',
  // The company that comes with the service would renew what it shares with nobody.
  REPORT_SYNC: 'off',
  CRASH_ORDERS: ordersFile,
  ...(plant ? { CRASH_PLANT: JSON.stringify(plant) } : {}),
})

/** From now on it dies where it is planned. */
async function order(planned: Planned, victim: Actor): Promise<void> {
  const { moment, delayMs, platform } = planned
  const orders = { CRASH_AT: `${moment}:1`, CRASH_PATH: fixtures[platform]!.tokenPath, CRASH_DELAY_MS: String(delayMs) }
  await writeFile(ordersFile, JSON.stringify(orders))
  const obeys = new Promise<void>((resolve) =>
    victim.child.stdout!.on('data', (chunk: Buffer) => chunk.includes('obeys') && resolve()),
  )
  victim.child.kill('SIGUSR2')
  await obeys
}

async function killWorker(scene: Scene, cast: Cast): Promise<number> {
  const { stage, planned, name, plant } = scene
  const { worker } = cast
  await order(planned, worker)
  if (planned.cause === 'ahead') await freeze(stage, worker)
  const batchId = await launchMixed(stage, name, adsOfOne)
  if (planned.cause === 'ahead') {
    await endsSoon(scene)
    await begin(scene)
    worker.child.kill('SIGCONT')
  } else {
    await someLaunched(scene, batchId, worker)
    await begin(scene)
    await stage.control('POST', fixtures[planned.platform]!.sandbox, { expireTokens: true })
  }
  await diesOf(scene, batchId, worker)
  await isUnderWay(scene, batchId)
  cast.worker = await stage.start('worker', living(plant))
  return batchId
}

/** The worker stands still meanwhile: it would renew as well. */
async function killApi(scene: Scene, cast: Cast): Promise<number> {
  const { stage, planned, name, connectionId, plant } = scene
  const batchId = await launchMixed(stage, name, adsOfOne)
  await order(planned, cast.api)
  await someLaunched(scene, batchId, cast.worker)
  await freeze(stage, cast.worker)
  await begin(scene)
  await isUnderWay(scene, batchId)
  await stage.control('POST', fixtures[planned.platform]!.sandbox, { expireTokens: true })
  void stage.api('POST', `/v1/connections/${connectionId}/check`, {}).catch(() => undefined)
  await diesOf(scene, batchId, cast.api)
  const starting = stage.start('serve', living(plant))
  cast.worker.child.kill('SIGCONT')
  cast.api = await starting
  return batchId
}

/** Whoever stands still with the connection's row in its hands would keep everybody else from it. */
async function freeze(stage: Stage, { child }: Actor): Promise<void> {
  await untilTrue(async () => {
    child.kill('SIGSTOP')
    const { rows } = await stage.withDatabase((db) =>
      sql`SELECT FROM pg_locks WHERE relation = 'connections'::regclass AND mode <> 'AccessShareLock'`.execute(db),
    )
    if (rows.length > 0) child.kill('SIGCONT')
    return rows.length === 0
  })
}

/** A death after the end of the batch shows nothing. */
async function isUnderWay(scene: Scene, batchId: number): Promise<void> {
  const { rows } = await scene.stage.withDatabase((db) =>
    sql<{ left: number }>`SELECT total_ads - launched_ads AS left FROM batches WHERE id = ${batchId}`.execute(db),
  )
  if (Number(rows[0]!.left) === 0) throw new Error(`Nothing was under way: ${await tell(scene, batchId)}`)
}

/** From here on renewals are counted. */
async function begin({ stage, planned }: Scene): Promise<void> {
  await stage.control('DELETE', `calls?platform=${fixtures[planned.platform]!.sandbox}`)
  await countStored(stage)
}

/** The token that is stored has little left, and the next one has not. */
async function endsSoon({ stage, planned, connectionId }: Scene): Promise<void> {
  const { sandbox, lives, usualSeconds } = fixtures[planned.platform]!
  await stage.control('POST', sandbox, { [lives]: soonSeconds, expireTokens: true })
  await stage.api('POST', `/v1/connections/${connectionId}/check`, {})
  await stage.control('POST', sandbox, { [lives]: usualSeconds })
}

async function someLaunched({ stage, planned }: Scene, batchId: number, { child }: Actor): Promise<void> {
  await untilTrue(async () => {
    if (child.signalCode !== null) throw new Error(`It died too soon: ${describe(planned)}`)
    return ((await statusOf(stage, batchId))?.successfulAds ?? 0) > 0
  })
}

async function diesOf(scene: Scene, batchId: number, victim: Actor): Promise<void> {
  const isDead = await Promise.race([victim.ended.then(() => true), delay(deathWithinMs, false, { ref: false })])
  if (!isDead) throw new Error(`Nobody died: ${await tell(scene, batchId)}`)
}

/** What there is to see when it did not come as planned. */
async function tell(scene: Scene, batchId: number): Promise<string> {
  const { stage, planned, connectionId } = scene
  const { given, refused } = await renewalsOf(stage, planned.platform)
  const { state, stored, notes } = await look(stage, connectionId)
  const { successfulAds, totalAds } = (await statusOf(stage, batchId)) ?? { successfulAds: '?', totalAds: adsOfOne }
  return `${describe(planned)}: ${successfulAds} of ${totalAds} ads launched, ${given} tokens given, ${refused} refused, ${stored} stored, ${notes} notes, ${state}`
}

/** Until nothing goes on by itself; then somebody connects again where that is what it waits for. */
async function toTheEnd({ stage, planned, name, owner, connectionId }: Scene, batchId: number): Promise<Outcome> {
  const from = performance.now()
  const settled = await askUntil(() => settledOf(stage, batchId, connectionId))
  const renewals = await renewalsOf(stage, planned.platform)
  const ms = performance.now() - from
  const witness: Witness = { planned, ms, last: await look(stage, connectionId), renewals, settled }
  const faults = await faultsBefore(stage, witness)
  const wasBroken = witness.last.state === 'broken'
  if (wasBroken) await owner.connectAgain(fixtures[planned.platform]!.sandbox, connectionId)
  const status = await untilOver(stage, batchId)
  const last = await look(stage, connectionId)
  return {
    wasLost: wasLost(witness),
    wasBroken,
    seen: `${renewals.given} given, ${witness.last.stored} stored, ${renewals.refused} refused within ${Math.round(ms)} ms`,
    faults: [...faults, ...(await faultsAfter(stage, name, status, last))],
  }
}

async function settledOf(stage: Stage, batchId: number, connectionId: number): Promise<Settled | null> {
  const path = `/v1/batch-status/${batchId}?include=ads`
  const status = await stage.api<Status & { ads: { waitingFor: string | null }[] }>('GET', path).catch(() => null)
  if (!status) return null
  const waiting = status.ads.filter(({ waitingFor }) => waitingFor === 'connection').length
  const isOver = status.summaryStatus !== 'in_progress'
  const { state } = await look(stage, connectionId)
  const isStill = isOver || (state === 'broken' && waiting + status.successfulAds === status.totalAds)
  return isStill ? { status, isOver, waiting } : null
}
