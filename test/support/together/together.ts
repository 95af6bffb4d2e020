import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

/** Infinity would be taken for the limit of a single test. */
const dayMs = 86_400_000
const endWithinMs = 60_000

/**
 * Runs test files one after another in this process. Each is a test of its own: its hooks are its own, and are over before the
 * next file is loaded. It may take its time; the limit (`--test-timeout`) is that of the tests in it.
 */
export async function runTogether(root: string, files: string[]): Promise<void> {
  for (const file of files) {
    await test(file, { timeout: dayMs }, async () => void (await import(pathToFileURL(`${root}/${file}`).href)))
  }
  setTimeout(refuseToWait, endWithinMs, files).unref()
}

/** Whoever leaves something open keeps the process from ending. */
function refuseToWait(files: string[]): void {
  console.error(
    `One of these left something open (${process.getActiveResourcesInfo().join(', ')}): ${files.join(', ')}`,
  )
  process.exit(1)
}
