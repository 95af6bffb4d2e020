import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { planted } from '../support/plant.ts'
import { breachesOf, playDays, playing } from './days.ts'
import type { Outcome } from './play.ts'
import { plants } from './plants.ts'

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

/** 284 more: more-days.test.ts. */
test('16 bad days break no promise', async () => {
  const outcomes = await playDays(1, 17)
  assert.deepEqual(breachesOf(outcomes), [])
  assert.equal(outcomes.length, 16)
  const injected = new Set(outcomes.flatMap(({ counts }) => Object.keys(counts)))
  for (const what of usual) assert.ok(injected.has(what), `${what} happened on none of them`)
})

test('on days with late ads and tokens each of those is noticed', async () => {
  await playing('simulated_late', async (play) => {
    for (const seed of [4614, 4952]) assert.deepEqual(breachesOf(await play(seed, seed + 1)), [])
  })
})

test('a seed that is played twice tells the same story, step by step', async () => {
  await playing('simulated_twice', async (play) => {
    const described = (outcomes: Outcome[]) => outcomes.map(({ seed, digest, steps }) => `${seed} ${steps} ${digest}`)
    assert.deepEqual(described(await play(500, 503)), described(await play(500, 503)))
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
