import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { folderForRun } from '../support/together/place.ts'
import type { Days, Order, Report } from './child.ts'
import type { Outcome } from './play.ts'
import { makeStore } from './store.ts'
import type { StorePlace } from './store.ts'

/** A PostgreSQL with a database for each process that plays. */
export interface Fixture {
  places: StorePlace[]
  close(): Promise<void>
}

export async function openFixture(size: number): Promise<Fixture> {
  const folder = await folderForRun()
  const server = await startEmbedded({ dataDir: folder, durable: false })
  const places: StorePlace[] = []
  for (let index = 0; index < size; index++)
    places.push(await makeStore(server.connection, `simulated_${index}`, folder))
  return {
    places,
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A process that plays seeds, one after the other. */
export interface Player {
  play(seeds: Days, heard: (outcome: Outcome) => void): Promise<void>
  end(): void
}

export async function startPlayer(place: StorePlace, plant: string | null = null): Promise<Player> {
  const child = fork(join(import.meta.dirname, 'child.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await until(child, { place, plant }, (report) => 'ready' in report)
  return {
    play: (seeds, heard) =>
      until(child, seeds, (report) => {
        if ('outcome' in report) heard(report.outcome)
        return 'done' in report
      }),
    end: () => child.disconnect(),
  }
}

function until(child: ChildProcess, order: Order, isOver: (report: Report) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const exited = () => reject(new Error('A process that plays seeds has ended.'))
    const heard = (report: Report) => {
      if (!isOver(report)) return
      child.off('message', heard)
      child.off('exit', exited)
      resolve()
    }
    child.on('message', heard)
    child.on('exit', exited)
    child.send(order)
  })
}
