import type { PreparedMedia } from '../../src/platforms/contract/media.ts'
import { MediaError } from '../../src/files/media-error.ts'
import { createDatabase } from './database.ts'
import { createCallers } from './callers.ts'
import { lookLateAs, onMoment } from './engine.ts'
import type { Moment } from './engine.ts'
import type { Surroundings } from './engine.ts'
import { atMoment, createStaff, happen } from './happenings.ts'
import { Breach, createJudge } from './judge.ts'
import type { Glance } from './judge.ts'
import { createNetwork } from './network.ts'
import type { Network } from './network.ts'
import { planFor } from './plan.ts'
import type { AtMoment } from './plan.ts'
import { createVerbs } from './platform.ts'
import { createRandom } from './random.ts'
import { createSchedule } from './schedule.ts'
import type { Store } from './store.ts'
import { startTokens } from './tokens/day.ts'
import { createWorld } from './world.ts'

export interface Outcome {
  seed: number
  breach: string | null
  /** Of the whole trace. */
  digest: number
  steps: number
  statements: number
  simulatedMs: number
  /** What was injected, and how often. */
  counts: Record<string, number>
}

/** What notes that a renewal begins, and what writes its answer down. */
const notes = /^insert into "connection_renewals"/
const stores = /^update "connections" set "sealed_/

/** What stops the items of a cancelled batch. */
const stops = /SET state = 'cancelled'/

/** Whether a statement wrote down the intent of a write that must not be made twice: a caller's, or the ad of an item. */
function intended(text: string, rows: unknown[]): boolean {
  if (/^\s*INSERT INTO journal/.test(text)) return rows.length > 0
  const isAd = ({ what, key }: { what: string; key: string }) => what === 'intended' && key.startsWith('ad:')
  return text.includes('journal-turn') && (rows as Parameters<typeof isAd>[0][]).some(isAd)
}

const maxMs = 3 * 3_600_000
const maxSteps = 60_000
/** By then everything that is looked for once more is due. */
const lateMs = 31 * 60_000

interface Stage {
  happen: () => void
  moment: (moment: Moment | AtMoment['moment']) => void
}

/** Whether it is a day on which every request needs a token. */
export const hasTokens = (seed: number): boolean => planFor(createRandom(seed).fork('plan')).tokens !== null

/** One bad day. */
export async function play(store: Store, seed: number, report?: (line: string) => void): Promise<Outcome> {
  const random = createRandom(seed)
  const plan = planFor(random.fork('plan'))
  const counts: Record<string, number> = {}
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1)
  let digest = 0x811c9dc5
  const trace = (line: string) => {
    for (let at = 0; at < line.length; at++) digest = Math.imul(digest ^ line.charCodeAt(at), 0x01000193)
    report?.(line)
  }
  const failed: { why: unknown } = { why: null }
  const stage: Stage = { happen: () => undefined, moment: () => undefined }
  const schedule = createSchedule({ random, trace, check: () => stage.happen() })
  const faults = random.fork('faults')
  const start = schedule.now
  const isCalm = () => schedule.now - start > plan.calmAfterMs
  const meets = (rate: number) => !isCalm() && faults.chance(rate)

  const database = createDatabase(schedule, store, {
    statement() {
      if (!meets(plan.statements.rate)) return 'none'
      const kind = faults.pick(plan.statements.kinds)
      count(`statement ${kind}`)
      return kind
    },
    ran(of, text, rows) {
      if (intended(text, rows)) schedule.as(of, () => stage.moment('in-intent'))
      if (stops.test(text)) schedule.as(of, () => stage.moment('in-cancel'))
      if (notes.test(text)) schedule.as(of, () => stage.moment('in-renewal'))
      if (stores.test(text)) schedule.as(of, () => stage.moment('in-storing'))
    },
    wayMs() {
      const usual = 0.1 + faults.next() ** 4 * 3
      return plan.slowMs > 0 && meets(0.02) ? faults.between(0, plan.slowMs) : usual
    },
  })
  const world = createWorld({ random: random.fork('world'), now: () => schedule.now, readLagMs: plan.readLagMs })
  const judge = createJudge({ world, observer: store.observer, flavour: plan.flavour })
  const network = createNetwork({
    ...{ schedule, platform: 'simulated', requestLifeMs: plan.requestLifeMs },
    fault(isWrite) {
      if (!meets(isWrite ? plan.requests.rate : plan.requests.rate / 3)) return 'none'
      const kind = faults.pick(plan.requests.kinds)
      count(`request ${kind}`)
      return kind
    },
    beyondMs() {
      if (!meets(plan.beyondRate)) return null
      count('request beyond its life')
      return faults.between(plan.readLagMs, 20 * 60_000)
    },
  })
  const make = world.make.bind(world)
  world.make = (wanted) => {
    const entity = make(wanted)
    schedule.note(null, `now exists: ${entity.id}, ${entity.ask}`)
    judge.made(entity)
    return entity
  }
  const verbsOver = (over: Network) =>
    createVerbs({
      ...{ world, network: over, random: faults, flavour: plan.flavour, concurrency: plan.concurrency },
      ...{ requestLifeMs: plan.requestLifeMs, readLagMs: plan.readLagMs },
      isUnreadable: () => meets(plan.unreadableRate),
    })
  const connection =
    plan.tokens &&
    startTokens(plan.tokens, {
      ...{ schedule, database, network, verbsOver, observer: store.observer, count },
      api: () => random.pick(staff.living('api')),
    })
  const surroundings: Surroundings = {
    ...{ schedule, database, verbs: verbsOver(network), openAs: connection && connection.openAs },
    async fetch(url) {
      if (meets(plan.fileRate)) {
        count('file away')
        throw new MediaError('URL_NOT_ACCESSIBLE', 'away', { reason: 'timeout', url })
      }
      return fileAt(url)
    },
    open() {
      if (!meets(plan.closedRate)) return
      count('connection closed')
      throw new Error('closed')
    },
    onError: (line) => {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string; stack: string } }
      schedule.note(null, `log: ${msg}: ${err?.message ?? ''}`)
    },
  }
  await store.observer.query({ name: 'reset', text: 'SELECT sim_reset()' })
  store.setClock(schedule.now)
  await connection?.begin()
  const staff = createStaff(surroundings)
  const callers = createCallers({
    ...{ schedule, database, network, world, plan, apis: () => staff.living('api') },
    isUnreadable: () => meets(plan.unreadableRate),
  })
  stage.happen = () => happen(plan.happenings, { schedule, database, staff, callers, isCalm, count })
  // Somebody else's, which looks like one of ours.
  for (const { ads } of plan.batches)
    for (const { account, name, adSets } of ads)
      world.make({
        kind: 'ad',
        account: `account-${account}`,
        name,
        adSet: adSets[0]!,
        shows: 'media-0',
        by: 'others',
        ask: 'others',
      })
  for (let index = 0; index < plan.workers; index++) staff.start('worker')
  for (let index = 0; index < 2; index++) staff.start('api')
  callers.begin()

  stage.moment = (moment) => atMoment(moment, plan.moments, { schedule, database, staff, callers, isCalm, count })
  const stopWatching = onMoment((moment) => stage.moment(moment))
  let isOver = false
  let toUndo = plan.isUndone
  let late = plan.beyondRate > 0 ? 'to be looked for' : 'was looked for'
  let seen: { at: number; glance: Glance } | null = null
  const glance = async () => {
    // Where nothing was written since, there is nothing new to see.
    if (seen?.at !== database.changes) {
      store.setClock(schedule.now)
      seen = { at: database.changes, glance: await judge.glance() }
    }
    const { open, batches } = seen.glance
    const isDone = open === 0 && batches === plan.batches.length && callers.areDone()
    if (isDone && toUndo) {
      toUndo = false
      count('undo')
      callers.undo()
    } else if (isDone && isCalm() && network.underway === 0) {
      if (late === 'to be looked for') {
        late = 'is looked for'
        const [looker] = staff.living('api')
        // Nothing is left to do for half an hour: whoever would wait for work goes home.
        await staff.dismiss('worker', database)
        schedule.in(lateMs, looker!, 'looks late', () => {
          void lookLateAs(surroundings, looker!).then(() => (late = 'was looked for'))
        })
      }
      isOver = late === 'was looked for' && (connection === null || (await connection.isSettled()))
    }
    if (!isOver) schedule.in(isCalm() ? 3_000 : 1_500, null, '', glance)
  }
  schedule.in(500, null, '', glance)
  try {
    const why = await schedule.run(() => isOver, { ms: maxMs, steps: maxSteps })
    if (why !== 'done') throw new Breach(`it did not come to an end (${why})`)
    await judge.end(callers.reported)
    await connection?.end()
  } catch (error) {
    failed.why = error
  }
  stopWatching()
  for (const process of staff.all) process.isAlive = false
  await database.cut(() => true, 'the end')
  const breach =
    failed.why === null ? null : failed.why instanceof Breach ? failed.why.message : String((failed.why as Error).stack)
  counts['lock waits'] = database.waits
  return {
    ...{ seed, breach, digest: digest >>> 0, steps: schedule.steps, statements: database.statements },
    ...{ simulatedMs: schedule.now - start, counts },
  }
}

function fileAt(url: string): PreparedMedia {
  return {
    ...{ kind: 'image', sha256: `sha-${url.at(-1)}`, size: 10, contentType: 'image/png', filename: 'a.png' },
    ...{ width: 100, height: 100, url },
    open: () => {
      throw new Error('Nobody reads it.')
    },
  }
}
