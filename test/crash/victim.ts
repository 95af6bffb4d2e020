import '../../src/imports.ts'
import { subscribe } from 'node:diagnostics_channel'
import { momentChannel } from '../../src/core/journal/moments.ts'
import type { MomentReached } from '../../src/core/journal/moments.ts'

/**
 * The service (or one worker of it), told how to die: `CRASH_AT=before-close:3` kills it with SIGKILL at the third write that comes to that
 * moment; with `CRASH_KEY=-2` only writes whose key ends so count. `after-send` is when the request has left, whoever wrote it, and its answer
 * has not come; with `CRASH_PATH=/copies$` only requests to such paths count, with `CRASH_METHOD=DELETE` only such. `CLOCK_JUMP=3600:500` moves its clock by an hour, half a second after the start.
 */
const [moment, count] = (process.env.CRASH_AT ?? '').split(':')
let left = Number(count)
const dieAtLast = () => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}
if (moment === 'after-send') {
  const counted = new RegExp(process.env.CRASH_PATH ?? '')
  subscribe('undici:request:bodySent', (message) => {
    const { request } = message as { request: { method: string; path: string } }
    if (request.method === (process.env.CRASH_METHOD ?? 'POST') && counted.test(request.path)) dieAtLast()
  })
} else if (moment) {
  const ending = process.env.CRASH_KEY ?? ''
  subscribe(momentChannel, (message) => {
    const reached = message as MomentReached
    if (reached.moment === moment && reached.key.endsWith(ending)) dieAtLast()
  })
}

const [jumpSeconds, afterMs] = (process.env.CLOCK_JUMP ?? '').split(':').map(Number)
if (jumpSeconds) {
  const real = Date.now.bind(Date)
  setTimeout(() => {
    Date.now = () => real() + jumpSeconds * 1000
  }, afterMs)
}

const { readConfig } = await import('../../src/config.ts')
const { startApp } = await import('../../src/app.ts')
const role = process.argv[2] ?? 'up'
const app = await startApp(readConfig(), { api: role !== 'worker', worker: role !== 'serve', sandbox: false })
console.log(`ready ${app.url ?? ''}`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
