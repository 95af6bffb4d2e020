import { rm } from 'node:fs/promises'
import { after } from 'node:test'
import { makeDataDir } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'
import type { Outcome } from './play.ts'
import { startPlayer } from './players.ts'
import { makeStore } from './store.ts'

const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const server = { host: host!, user: 'flightdeck', password, database: 'postgres' }
const folder = await makeDataDir()
after(() => rm(folder, { recursive: true, force: true }))

/** Plays seeds in a process of its own: what simulates changes the clocks of its process. */
export async function playing(
  name: string,
  work: (play: (from: number, to: number) => Promise<Outcome[]>) => Promise<void>,
) {
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

export const breachesOf = (outcomes: Outcome[]) =>
  outcomes.flatMap(({ seed, breach }) => (breach === null ? [] : [{ seed, breach }]))

/** Plays these days, each half of them in a process of its own. */
export async function playDays(from: number, to: number): Promise<Outcome[]> {
  const middle = Math.floor((from + to) / 2)
  const outcomes: Outcome[] = []
  await Promise.all(
    [
      [from, middle],
      [middle, to],
    ].map(([first, end]) =>
      playing(`simulated_${first}`, async (play) => void outcomes.push(...(await play(first!, end!)))),
    ),
  )
  return outcomes
}
