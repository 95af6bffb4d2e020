import '../../src/imports.ts'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { momentChannel } from '../../src/core/journal/moments.ts'
import type { MomentReached } from '../../src/core/journal/moments.ts'
import { plant } from '../support/plant.ts'
import type { Plant } from '../support/plant.ts'

/**
 * The service (or one worker of it), told how to die: `CRASH_AT=before-close:3` kills it with SIGKILL at the third write that comes to that
 * moment; with `CRASH_KEY=-2` only writes whose key ends so count. `after-send` is when the request has left, whoever wrote it, and its answer
 * has not come, `before-send` and `after-answer` before and after that, `at-use` when a request with another token is about to leave; with
 * `CRASH_PATH=/copies$` only requests to such paths count, with `CRASH_METHOD=DELETE` only such, and `CRASH_DELAY_MS` lets it live for so long. The same as
 * JSON in the file `CRASH_ORDERS` is obeyed from SIGUSR2 on.
 * `CLOCK_JUMP=3600:500` moves its clock by an hour, half a second after the start. `CRASH_PLANT`: a mistake that it has, as JSON.
 */
type Orders = Partial<Record<'CRASH_AT' | 'CRASH_KEY' | 'CRASH_PATH' | 'CRASH_METHOD' | 'CRASH_DELAY_MS', string>>

interface RequestSeen {
  request: { method: string; path: string; headers: unknown }
}

/** Moments of a request, by the channel that tells of them. */
const ofRequests: Record<string, string> = {
  'before-send': 'undici:request:create',
  'after-send': 'undici:request:bodySent',
  'after-answer': 'undici:request:trailers',
  'at-use': 'undici:request:trailers',
}

function obey(orders: Orders): void {
  const [moment = '', count] = (orders.CRASH_AT ?? '').split(':')
  let left = Number(count)
  const dieAtLast = () => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
  }
  const channel = ofRequests[moment]
  if (channel) {
    const counted = new RegExp(orders.CRASH_PATH ?? '')
    const delayMs = Number(orders.CRASH_DELAY_MS ?? 0)
    const dieAtToken = moment === 'at-use' ? untilNewToken(dieAtLast) : null
    subscribe(channel, (message) => {
      const { method, path } = (message as RequestSeen).request
      if (method !== (orders.CRASH_METHOD ?? 'POST') || !counted.test(path)) return
      if (dieAtToken) dieAtToken()
      else if (delayMs > 0) setTimeout(dieAtLast, delayMs)
      else dieAtLast()
    })
  } else if (moment) {
    const ending = orders.CRASH_KEY ?? ''
    subscribe(momentChannel, (message) => {
      const reached = message as MomentReached
      if (reached.moment === moment && reached.key.endsWith(ending)) dieAtLast()
    })
  }
}

/** Answers what is told when there is a new token: then the first request that comes with one is the last. */
function untilNewToken(die: () => void): () => void {
  const known = new Set<string>()
  let isNew = false
  subscribe('undici:request:create', (message) => {
    const [token] = /Bearer [^"\\\s]+/.exec(JSON.stringify((message as RequestSeen).request.headers)) ?? []
    if (token === undefined || known.has(token)) return
    known.add(token)
    if (isNew) die()
  })
  return () => (isNew = true)
}

obey(process.env)
// Told later: by what lies in the file then.
process.on('SIGUSR2', () => {
  obey(JSON.parse(readFileSync(process.env.CRASH_ORDERS!, 'utf8')) as Orders)
  console.log('obeys')
})

if (process.env.CRASH_PLANT) plant(JSON.parse(process.env.CRASH_PLANT) as Plant)

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
