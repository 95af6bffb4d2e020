import type { Logger } from 'pino'
import { isBuilt } from './build/build.ts'
import { folderOf, stampOf } from './build/stamp.ts'
import { startBuild } from './build-process.ts'
import type { BuildProcess } from './build-process.ts'
import { readSite } from './site.ts'
import type { Site } from './site.ts'
import type { BuildProgress } from './waiting-page.ts'

export interface Dashboard {
  /** Has what is not there yet built, behind the service. */
  begin(): void
  /** What there is to show: the site, or how far it is. */
  look(): Promise<Site | BuildProgress>
  close(): Promise<void>
}

/** How often it is looked for what somebody else may have built. */
const lookAgainMs = 2_000

/** Shows what is built, and has built what is not, by a process behind this one. Where all is there nothing is started. */
export function createDashboard(root: string, log: Logger): Dashboard {
  let shown: Site | BuildProgress = { step: 'starting' }
  let building: BuildProcess | null = null
  let isClosed = false
  let lookedAt = 0
  let folder: string | null = null
  let begun: Promise<void> | null = null
  const begin = () => (begun ??= start().catch((error: unknown) => fail((error as Error).message)))

  async function start(): Promise<void> {
    folder = folderOf(root, await stampOf(root))
    if (isBuilt(folder)) return show(folder)
    if (isClosed) return
    building = startBuild(root, (step) => (shown = { step }))
    void building.ended.then(async (ended) => {
      building = null
      if (isClosed) return
      if ('folder' in ended) await show(ended.folder)
      else fail(ended.problem)
    })
  }

  async function show(from: string): Promise<void> {
    try {
      shown = await readSite(from)
    } catch (error) {
      fail((error as Error).message)
    }
  }

  function fail(problem: string): void {
    shown = { problem }
    log.warn(
      `The dashboard is not there: ${problem} The API works without it; \`flightdeck dashboard build\` tries again.`,
    )
  }

  /** Somebody may have built it by hand. */
  async function lookAgain(): Promise<void> {
    if (folder === null || performance.now() - lookedAt < lookAgainMs) return
    lookedAt = performance.now()
    if (isBuilt(folder)) await show(folder)
  }

  return {
    begin: () => void begin(),
    async look() {
      await begin()
      if ('problem' in shown) await lookAgain()
      return shown
    },
    async close() {
      isClosed = true
      await begun
      await building?.stop()
    },
  }
}
