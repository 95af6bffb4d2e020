import { authentication } from './checks/authentication.ts'
import { discovery } from './checks/discovery.ts'
import { errors } from './checks/errors.ts'
import { launching } from './checks/launching.ts'
import { limits } from './checks/limits.ts'
import { making } from './checks/making.ts'
import { managing } from './checks/managing.ts'
import { reporting } from './checks/reporting.ts'
import { uploads } from './checks/uploads.ts'
import { CannotTry, Trial } from './check.ts'
import type { Check, Installation, Outcome } from './check.ts'
import { createAsk } from './http.ts'
import type { Ask, Target } from './http.ts'
import { isFields } from './shape.ts'

/** The contract, section by section, in the order in which it is tried. */
const sections: Record<string, Check[]> = {
  Authentication: authentication,
  Errors: errors,
  Limits: limits,
  Discovery: discovery,
  Reports: reporting,
  Reading: managing,
  Launching: launching,
  Uploads: uploads,
  Making: making,
}

export interface SuiteOptions extends Target {
  /** The ad account of the primary platform that is read, and written to. Absent: the first one. */
  account?: string
  /** Whether paused campaigns, ad sets and ads are made in it, and deleted again. */
  writes?: boolean
  /** Only checks with this in their section or name. */
  only?: string
  now?: Date
  each?: (outcome: Outcome) => void
}

/** Holds any installation to the contract. What it finds is told as it goes, and answered in the end. */
export async function conform(options: SuiteOptions): Promise<Outcome[]> {
  const at = await installationOf(options)
  const outcomes: Outcome[] = []
  for (const [section, checks] of Object.entries(sections)) {
    for (const check of checks) {
      if (options.only && !`${section} ${check.name}`.toLowerCase().includes(options.only.toLowerCase())) continue
      const outcome = { section, ...(await outcomeOf(check, at, options)) }
      outcomes.push(outcome)
      options.each?.(outcome)
    }
  }
  return outcomes
}

async function outcomeOf(check: Check, at: Installation, { writes, signal }: SuiteOptions) {
  const { name } = check
  if (check.writes && !writes) return { name, differences: [], skipped: 'it makes something: ask for it with --write' }
  const trial = new Trial(at)
  try {
    await check.run(trial)
    return { name, differences: trial.differences, skipped: null }
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof CannotTry && trial.differences.length === 0)
      return { name, differences: [], skipped: error.message }
    const why = error instanceof CannotTry ? error.message : `could not be tried to its end: ${String(error)}`
    return { name, differences: [...trial.differences, why], skipped: null }
  }
}

const windowDays = 7
const dayMs = 86_400_000

async function installationOf(options: SuiteOptions): Promise<Installation> {
  const ask = createAsk(options)
  const now = options.now ?? new Date()
  const day = (ago: number) => new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10)
  const account = options.account ?? (await firstAccount(ask))
  const profiles = (await ask('/v1/profiles', { query: { businessId: account } })).body.data
  const profile = Array.isArray(profiles) ? (profiles as unknown[]).find(isFields) : undefined
  return {
    ...{ ask, account, signal: options.signal },
    ...{ page: textIn(profile?.page), secondary: textIn(profile?.secondary) },
    ...{ startDate: day(windowDays), endDate: day(1), mark: `conform ${now.toISOString()}` },
  }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

async function firstAccount(ask: Ask): Promise<string> {
  const { status, body, text } = await ask('/v1/adaccounts', { query: { limit: 100 } })
  if (status !== 200) throw new Error(`GET /v1/adaccounts answers ${status} ${text.slice(0, 200)}`)
  const listed = Array.isArray(body.data) ? (body.data as unknown[]) : []
  const ids = listed.flatMap((each) => (isFields(each) && typeof each.id === 'string' ? [each.id] : []))
  const first = ids.find((id) => id.startsWith('act_'))
  if (first === undefined) throw new Error('This key sees no ad account of the primary platform: name one.')
  return first
}
