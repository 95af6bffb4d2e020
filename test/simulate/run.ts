import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Outcome } from './play.ts'
import { openFixture, startPlayer } from './players.ts'
import type { Fixture } from './players.ts'
import { plants } from './plants.ts'

/**
 * `npm run simulate -- --seeds 100000 [--from 1]`: so many bad days, on all cores, with what was injected; exits 1 when a promise was
 * broken. `--seed 17` plays one and tells every step. `--plants` plants one mistake after the other and tells how many seeds it took to find it; `--only words,words` plants some.
 * `--tokens` plays of these seeds only the days on which requests need tokens.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    plants: { type: 'boolean', default: false },
    only: { type: 'string' },
    tokens: { type: 'boolean', default: false },
    processes: { type: 'string' },
  },
})

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  console.error(`--${name} ${text}: give a whole number from 0 on.`)
  process.exit(2)
}

const processes = whole('processes', values.processes ?? String(availableParallelism()))
const from = whole('from', values.from)
// A tenth of the days has tokens.
const chunk = values.tokens ? 250 : 25
const plantSeeds = 5_000

if (values.seed !== undefined) process.exitCode = await replay(whole('seed', values.seed))
else {
  const seeds = whole('seeds', values.seeds ?? (values.plants ? String(plantSeeds) : '1000'))
  const fixture = await openFixture(processes)
  try {
    process.exitCode = await (values.plants ? findPlants(fixture, seeds) : playMany(fixture, seeds))
  } finally {
    await fixture.close()
  }
}

async function replay(seed: number): Promise<number> {
  const fixture = await openFixture(1)
  const { openStore } = await import('./store.ts')
  const { simulateMachine } = await import('./machine.ts')
  const { play } = await import('./play.ts')
  const store = await openStore(fixture.places[0]!)
  simulateMachine()
  const outcome = await play(store, seed, console.log)
  await store.close()
  await fixture.close()
  console.log(describe(outcome))
  return outcome.breach === null ? 0 : 1
}

function describe({ seed, breach, digest, steps, statements, simulatedMs }: Outcome): string {
  const size = `${steps} steps, ${statements} statements, ${(simulatedMs / 1000).toFixed(0)} s simulated`
  return `seed ${seed}: ${breach ?? 'no breach'} (${size}, trace ${digest.toString(16)})`
}

async function playMany({ places }: Fixture, seeds: number): Promise<number> {
  const end = from + seeds
  const began = performance.now()
  const sums = { seeds: 0, breaches: 0, statements: 0, simulatedMs: 0 }
  const counts = new Map<string, number>()
  const heard = (outcome: Outcome) => {
    sums.seeds += 1
    sums.statements += outcome.statements
    sums.simulatedMs += outcome.simulatedMs
    for (const [what, times] of Object.entries(outcome.counts)) counts.set(what, (counts.get(what) ?? 0) + times)
    if (outcome.breach === null) return
    sums.breaches += 1
    console.log(describe(outcome))
  }
  let next = from
  // Every seed below was played.
  const goesOn = (played: number) => (played < end ? `; goes on with --from ${played} --seeds ${end - played}` : '')
  const progress = setInterval(() => {
    const perMinute = (sums.seeds / (performance.now() - began)) * 60_000
    const played = Math.max(from, next - chunk * processes)
    console.log(`${sums.seeds} seeds, ${sums.breaches} breaches, ${perMinute.toFixed(0)} a minute${goesOn(played)}`)
  }, 20_000)
  const stopping = new AbortController()
  // What is being played comes to its end, and it is told what was.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  await Promise.all(
    places.map(async (place) => {
      const player = await startPlayer(place)
      while (next < end && !stopping.signal.aborted) {
        const first = next
        next = Math.min(end, first + chunk)
        await player.play({ from: first, to: next, untilBreach: false, onlyTokens: values.tokens }, heard)
      }
      player.end()
    }),
  )
  clearInterval(progress)
  const minutes = (performance.now() - began) / 60_000
  for (const [what, times] of [...counts].sort()) console.log(`${String(times).padStart(9)} ${what}`)
  console.log(
    `${sums.seeds} seeds, ${sums.breaches} breaches; ${(sums.seeds / minutes).toFixed(0)} a minute, ` +
      `${(sums.statements / sums.seeds).toFixed(0)} statements each, ${(sums.simulatedMs / 60_000 / minutes).toFixed(0)} times as fast as real time${goesOn(next)}`,
  )
  return sums.breaches > 0 ? 1 : 0
}

async function findPlants({ places }: Fixture, seeds: number): Promise<number> {
  const wanted = plants.filter(({ name }) => !values.only || values.only.split(',').some((part) => name.includes(part)))
  const waiting = [...wanted]
  const rows = new Map<string, string>()
  let missed = 0
  await Promise.all(
    places.map(async (place) => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const player = await startPlayer(place, one.name)
        let played = 0
        let found: Outcome | null = null
        await player.play({ from, to: from + seeds, untilBreach: true }, (outcome) => {
          played += 1
          if (outcome.breach !== null) found = outcome
        })
        player.end()
        const breach = (found as Outcome | null)?.breach?.split('\n')[0]
        if (breach === undefined) missed += 1
        rows.set(
          one.name,
          `| ${one.name} | ${breach === undefined ? `not within ${seeds}` : played} | ${breach ?? ''} |`,
        )
        console.error(rows.get(one.name))
      }
    }),
  )
  console.log('| planted | seeds until found | what was broken |\n|---|---|---|')
  for (const { name } of wanted) console.log(rows.get(name))
  return missed > 0 ? 1 : 0
}
