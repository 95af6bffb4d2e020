import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { noteCost } from './cost.ts'
import { processorMs } from './processor-time.ts'

const endWithinMs = 60_000

/** A file may take its time: the limit (`--test-timeout`) is that of the tests in it. Infinity would be taken for that limit. */
const fileTimeoutMs = 86_400_000

const last: (() => Promise<void>)[] = []

/** When every file of this process is over. */
export function afterAllFiles(run: () => Promise<void>): void {
  last.push(run)
}

/**
 * Runs those of the files that no other process has taken, one after another. Each is a test, what stands in it is a part of that: its
 * hooks are over before the next is loaded.
 */
export async function runTogether({ root, files }: { root: string; files: string[] }, claims: string): Promise<void> {
  const ran: string[] = []
  const report = (error: unknown) => console.error(`Nobody caught this, during ${ran.at(-1)}:`, error)
  process.on('uncaughtExceptionMonitor', report).on('unhandledRejection', report)
  for (const file of files) {
    if (!isOurs(join(claims, file.replaceAll('/', ' ')))) continue
    ran.push(file)
    const before = processorMs()
    await test(file, { timeout: fileTimeoutMs }, async () => {
      await import(pathToFileURL(join(root, file)).href)
    })
    noteCost(claims, file, processorMs() - before)
  }
  for (const run of last) await run()
  setTimeout(refuseToWait, endWithinMs, ran).unref()
}

/** Whoever makes the file first. */
function isOurs(claim: string): boolean {
  try {
    closeSync(openSync(claim, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Whoever leaves something open keeps the process from ending. */
function refuseToWait(files: string[]): void {
  console.error(
    `One of these left something open (${process.getActiveResourcesInfo().join(', ')}): ${files.join(', ')}`,
  )
  process.exit(1)
}
