import { pathToFileURL } from 'node:url'
import { testFile, whatRuns } from './node-test.ts'

const endWithinMs = 60_000

const last: (() => Promise<void>)[] = []

/** When every file of this process is over. */
export function afterAllFiles(run: () => Promise<void>): void {
  last.push(run)
}

/** Runs test files one after another in this process. The hooks of each are over before the next is loaded. */
export async function runTogether(root: string, files: string[]): Promise<void> {
  process.on('uncaughtExceptionMonitor', (error) => console.error(`Nobody caught this, during ${whatRuns()}:`, error))
  for (const file of files) {
    await testFile(file, () => import(pathToFileURL(`${root}/${file}`).href))
  }
  for (const run of last) await run()
  setTimeout(refuseToWait, endWithinMs, files).unref()
}

/** Whoever leaves something open keeps the process from ending. */
function refuseToWait(files: string[]): void {
  console.error(
    `One of these left something open (${process.getActiveResourcesInfo().join(', ')}): ${files.join(', ')}`,
  )
  process.exit(1)
}
