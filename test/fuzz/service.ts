import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { calibrate } from './cost/calibrate.ts'

/** The real service as a process of its own, which tells its parent how it feels. Run with --expose-gc. */
export type Ask = 'heap' | 'loop' | 'cpu' | 'calibrate' | 'end'

export type Described =
  | { kind: 'ready'; url: string; sandboxUrl: string; key: string; strangerKey: string; pid: number }
  | { kind: 'heap'; bytes: number }
  | { kind: 'loop'; maxMs: number }
  | { kind: 'cpu'; ms: number }
  | { kind: 'calibrate' }
  | { kind: 'escaped'; stack: string }

const report = (reported: Described) => process.send?.(reported)
const escaped = (error: unknown) =>
  report({ kind: 'escaped', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) })
process.on('uncaughtException', escaped)
process.on('unhandledRejection', escaped)

const config = readConfig()
const app = await startApp(config, { api: true, worker: true, sandbox: false })
const { db } = app.services
const stranger = await createCompany(db, { name: 'Stranger', slug: `stranger-${process.pid}` })
const all = ['read', 'launch', 'manage', 'admin'] as const
const { key: strangerKey } = await createApiKey(db, { companyId: stranger.id, name: 'Stranger', scopes: all })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', (ask: Ask) => {
  if (ask === 'loop') {
    report({ kind: 'loop', maxMs: delay.max / 1e6 })
    delay.reset()
  } else if (ask === 'cpu') {
    const { user, system } = process.cpuUsage()
    report({ kind: 'cpu', ms: (user + system) / 1000 })
  } else if (ask === 'calibrate') {
    calibrate()
    report({ kind: 'calibrate' })
  } else if (ask === 'heap') {
    globalThis.gc?.()
    globalThis.gc?.()
    report({ kind: 'heap', bytes: process.memoryUsage().heapUsed })
    delay.reset()
  } else void app.close().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
report({
  kind: 'ready',
  url: app.url!,
  sandboxUrl: app.sandboxUrl!,
  key: config.demoApiKey!,
  strangerKey,
  pid: process.pid,
})
