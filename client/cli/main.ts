#!/usr/bin/env node
import { homedir } from 'node:os'
import { exitCodes } from './exit.ts'
import { runAds } from './program.ts'

const stopped = new AbortController()
const showCursor = '\u001b[?25h'
process.on('SIGINT', () => {
  if (!stopped.signal.aborted) return stopped.abort()
  // The second time somebody means it; bars that nobody takes away had hidden the cursor.
  if (process.stderr.isTTY) process.stderr.write(showCursor)
  process.exit(exitCodes.interrupted)
})
process.on('SIGTERM', () => stopped.abort())
// Whoever reads us may have read enough: `flightdeck report | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runAds(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  platform: process.platform,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopped.signal,
})
// Connections that are kept open would hold us; what was printed is flushed first.
process.stdout.write('', () => process.exit())
