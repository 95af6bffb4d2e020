import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../src/lookup.ts'
import type { Figure } from '../figure.ts'
import { median, pairedRatio } from '../measure.ts'
import { processorMs } from '../processor.ts'
import type { BenchService } from '../service.ts'
import { ask } from './ask.ts'
import { serve, ways } from './stage.ts'
import type { Served, Stage, Way } from './stage.ts'

/** A process has luck of its own, in what is compiled when and lies where, worth some hundredths: so each way is started so often. */
const crews = 5
/** On a slow machine there are fewer of them, and the interval that is told is wider: none is begun after so long, and none asks on. */
const beginWithinMs = 2 * 60_000
const askWithinMs = 2.5 * 60_000
/** Fewer tell nothing of how far apart they lie. */
const fewest = 3
/** The three are asked in short turns: what else the machine does, and its pauses, falls on all of them alike. */
const callsOfTurn = 100
/** What is asked often has been compiled by then, the rarer paths too. */
const warmUpTurns = 80
const turns = 60

/** What was gathered has gone out after so long. */
const settleMs = 2_500
/** For so long nobody asks: what a process does then, it does beside the calls too. */
const restMs = 1_500

/** Processor time of a process while it and the others were asked once. */
interface Round {
  usedMs: number
  seconds: number
}

/** What one process took. */
interface Taken {
  /** Each from its turn to its next: what it gathered goes out in them too. */
  rounds: Round[]
  /** Processor time in a second of rest. */
  restMs: number
  perSecond: number
}

type Crew = Record<Way, Taken>

/** What the same call takes in processes of each way beside each other: all that it costs them, as far as their luck lets it be seen. */
export async function besideFigures(stage: Stage, say: (line: string) => void): Promise<Figure[]> {
  const from = performance.now()
  const each: Crew[] = []
  while (each.length < crews && performance.now() - from < beginWithinMs)
    each.push(await watchCrew(stage, each.length, from + askWithinMs))
  for (const way of ways) {
    const us = usualMs(each, way).map((ms) => Math.round(ms * 1000))
    say(`processor time of a call in us, ${way}: ${us.join(', ')}`)
  }
  for (const way of ways) {
    const ms = each.map((crew) => crew[way].restMs.toFixed(1))
    say(`processor time at rest in ms of a second, ${way}: ${ms.join(', ')}`)
  }
  return [
    { what: 'metrics and access log: processor time beside a process without', ...moreTime(each, 'seen') },
    { what: 'traces: processor time beside a process without', ...moreTime(each, 'traced') },
    { what: 'metrics and access log: at rest', ...moreAtRest(each, 'seen') },
    { what: 'traces: at rest', ...moreAtRest(each, 'traced') },
    { what: 'metrics and access log: calls per second', ...fewerCalls(each, 'seen') },
    { what: 'traces: calls per second', ...fewerCalls(each, 'traced') },
  ]
}

/** One process of each way, asked in turns, then gone. */
async function watchCrew(stage: Stage, number: number, until: number): Promise<Crew> {
  // Who comes after whom in the circle changes from crew to crew, and with it whose traces are left in the caches.
  const circle = number % 2 === 0 ? ways : ways.toReversed()
  const order = circle.map((_, place) => required(circle[(place + number) % ways.length], 'way'))
  const services: Served[] = []
  for (const way of order) services.push(await serve(stage, way))
  await askInTurns(services, { turns: warmUpTurns, until })
  const asked = await askInTurns(services, { turns, until })
  await pause(settleMs)
  const from = performance.now()
  const before = services.map(processorOf)
  await pause(restMs)
  const restSeconds = (performance.now() - from) / 1000
  const taken = services.map((service, index): [Way, Taken] => {
    const { seconds, rounds } = asked[index]!
    const atRest = (processorOf(service) - before[index]!) / restSeconds
    return [order[index]!, { rounds, restMs: atRest, perSecond: (rounds.length * callsOfTurn) / seconds }]
  })
  await Promise.all(services.map((service) => service.remove()))
  return Object.fromEntries(taken) as Crew
}

interface Turns {
  turns: number
  /** There is one turn at least, and none is begun later. */
  until: number
}

/** Of each, the seconds in which it answered, and its rounds. */
async function askInTurns(services: Served[], { turns: wanted, until }: Turns) {
  const asked = services.map(() => ({ seconds: 0, rounds: [] as Round[] }))
  const begun: { ms: number; at: number }[] = []
  for (let turn = 0; turn === 0 || (turn < wanted && performance.now() < until); turn += 1) {
    // Always after each other in a circle: whoever came twice in a row would find its code and data still at hand.
    for (const [index, service] of services.entries()) {
      const now = { ms: processorOf(service), at: performance.now() }
      const last = begun[index]
      if (last) asked[index]!.rounds.push({ usedMs: now.ms - last.ms, seconds: (now.at - last.at) / 1000 })
      begun[index] = now
      const { url, key, batchId } = service
      asked[index]!.seconds += await ask(`${url}/v1/batch-status/${batchId}`, key, callsOfTurn)
    }
  }
  return asked
}

/**
 * Processor time of a call, round by round, without what the process does whether it is asked or not: a round lasts as long as all three
 * are asked, so that it would count several times over, and the more the slower the machine is.
 */
function callsMs(each: Crew[], crew: Crew, way: Way): number[] {
  // The middle of all: what comes round every ten seconds falls into some of these rests alone.
  const rest = median(each.map(({ [way]: { restMs: ms } }) => ms))
  return crew[way].rounds.map(({ usedMs, seconds }) => (usedMs - rest * seconds) / callsOfTurn)
}

const usualMs = (each: Crew[], way: Way): number[] => each.map((crew) => median(callsMs(each, crew, way)))

function moreTime(each: Crew[], way: Way) {
  // Round by round beside its neighbour, for what the machine does falls on both; then the middle of each crew beside those of the others.
  const ofCrews = each.map((crew) => pairedRatio(callsMs(each, crew, way), callsMs(each, crew, 'off')).ratio)
  const { ratio, error } = pairedRatio(
    ofCrews,
    ofCrews.map(() => 1),
  )
  // What is not known is not kept either.
  return { value: each.length < fewest ? NaN : (ratio - 1) * 100, unit: '% more', note: giveOrTake(error, each) }
}

function moreAtRest(each: Crew[], way: Way) {
  return { value: median(each.map((crew) => crew[way].restMs - crew.off.restMs)), unit: 'ms of a second more' }
}

function fewerCalls(each: Crew[], way: Way) {
  const perSecond = (which: Way) => each.map((crew) => crew[which].perSecond)
  const { ratio, error } = pairedRatio(perSecond(way), perSecond('off'))
  return { value: (1 - ratio) * 100, unit: '% fewer', note: giveOrTake(error, each) }
}

/** Twice the standard error: what ever so many processes would tell lies in it in nineteen of twenty runs. */
function giveOrTake(error: number, { length }: Crew[]): string {
  if (length < fewest) return `only ${length} of ${crews} came to their end in time: nobody knows how far off`
  return `give or take ${(2 * error * 100).toFixed(1)}, the middle of ${length}`
}

function processorOf({ child }: BenchService): number {
  return processorMs(required(child.pid, 'process'))
}
