import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeDataDir } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'
import { planted } from '../support/plant.ts'
import type { Outcome } from './play.ts'
import { startPlayer } from './players.ts'
import { plants } from './plants.ts'
import { makeStore } from './store.ts'

const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const server = { host: host!, user: 'flightdeck', password, database: 'postgres' }
const folder = await makeDataDir()
after(() => rm(folder, { recursive: true, force: true }))

/** Plays seeds in a process of its own: what simulates changes the clocks of its process. */
async function playing(name: string, work: (play: (from: number, to: number) => Promise<Outcome[]>) => Promise<void>) {
  const place = await makeStore(server, name, folder)
  const player = await startPlayer(place)
  try {
    await work(async (from, to) => {
      const outcomes: Outcome[] = []
      await player.play({ from, to, untilBreach: false }, (outcome) => void outcomes.push(outcome))
      return outcomes
    })
  } finally {
    player.end()
    await oneQuery(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

const breachesOf = (outcomes: Outcome[]) =>
  outcomes.flatMap(({ seed, breach }) => (breach === null ? [] : [{ seed, breach }]))

/** Each half in a process of its own. */
const halves = [
  [1, 151],
  [151, 301],
] as const
const usual = [
  'kill',
  'freeze',
  'outage',
  'cancel',
  'undo',
  'request lost after',
  'request late',
  'statement lost after',
]

/** The longest of all tests: on a machine that does much else it takes longer than a test may that hangs. */
test('300 bad days break no promise', { timeout: 900_000 }, async () => {
  const outcomes: Outcome[] = []
  await Promise.all(
    halves.map(([from, to]) =>
      playing(`simulated_${from}`, async (play) => void outcomes.push(...(await play(from, to)))),
    ),
  )
  assert.deepEqual(breachesOf(outcomes), [])
  assert.equal(outcomes.length, 300)
  const injected = new Set(outcomes.flatMap(({ counts }) => Object.keys(counts)))
  for (const what of usual) assert.ok(injected.has(what), `${what} happened on none of them`)
})

test('a seed that is played twice tells the same story, step by step', async () => {
  await playing('simulated_twice', async (play) => {
    const described = (outcomes: Outcome[]) => outcomes.map(({ seed, digest, steps }) => `${seed} ${steps} ${digest}`)
    assert.deepEqual(described(await play(500, 506)), described(await play(500, 506)))
  })
})

test('every planted mistake still finds its place in the source', () => {
  assert.ok(plants.length >= 20)
  assert.equal(new Set(plants.map(({ name }) => name)).size, plants.length)
  for (const plant of plants) assert.notEqual(planted(plant), '')
})

/** Where time is simulated. */
const rooms = ['core/journal', 'core/launch/engine', 'core/writes']
/** What asks the machine, or PostgreSQL, for a time that the simulation cannot set. */
const otherClocks = [
  /(?<![.\w])(?:now|statement_timestamp|transaction_timestamp|timeofday)\(\)/,
  /\bCURRENT_(?:TIMESTAMP|TIME|DATE)\b|\bLOCALTIME(?:STAMP)?\b/i,
]
const otherTimers = /\bhrtime\b|AbortSignal\.timeout\(|from 'node:timers'|getRandomValues|new Worker\(/

function otherTimesIn(text: string): string[] {
  const sqls = [...text.matchAll(/`[^`]*`/g)].map(([found]) => found)
  return [
    ...sqls.flatMap((each) => otherClocks.flatMap((clock) => clock.exec(each)?.[0] ?? [])),
    ...(otherTimers.exec(text) ?? []),
  ]
}

test('in the rooms of the engine time comes from one function of SQL, and from timers that can be simulated', () => {
  const root = join(import.meta.dirname, '..', '..', 'src')
  const files = rooms
    .flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'))
  assert.ok(files.length > 25)
  const found = files.flatMap((file) =>
    otherTimesIn(readFileSync(join(root, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  assert.deepEqual(found, [])
  for (const wrong of [
    'sql`SELECT now()`',
    'sql`WHERE at < current_timestamp`',
    'sql`statement_timestamp() - at`',
    'AbortSignal.timeout(5)',
  ])
    assert.equal(otherTimesIn(wrong).length, 1, wrong)
  for (const right of ['sql`SELECT clock_timestamp()`', 'const at = now()', 'performance.now()'])
    assert.deepEqual(otherTimesIn(right), [])
})
