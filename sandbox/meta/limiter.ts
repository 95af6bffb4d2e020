import { GraphError } from './errors.ts'
import type { World } from './world.ts'

const windowSeconds = 300
const tiers = {
  standard_access: { maxScore: 9000, blockSeconds: 60, callsPerHour: 100_000 },
  development_access: { maxScore: 60, blockSeconds: 300, callsPerHour: 300 },
}
const mutationsPerSecond = 100

interface Usage {
  /** Points of the last five minutes, by second. */
  points: { second: number; points: number }[]
  score: number
  blockedUntil: number
  hour: { second: number; count: number }[]
  calls: number
  mutations: { second: number; count: number }
}

/** Counts what each ad account is asked: reads cost one point, writes three, forgotten after five minutes. */
export interface Limiter {
  /** Counts the call, or refuses it before it has any effect. */
  charge(accountId: string, isWrite: boolean): void
  headers(accountId: string | undefined): Record<string, string>
  /** Headers of a throttle that was ordered by a fault. */
  throttleHeaders(accountId: string, seconds: number): Record<string, string>
  forget(): void
}

export function createLimiter(world: World): Limiter {
  const usages = new Map<string, Usage>()
  const usageOf = (accountId: string): Usage => {
    const known = usages.get(accountId)
    if (known) return known
    const fresh = { points: [], score: 0, blockedUntil: 0, hour: [], calls: 0, mutations: { second: 0, count: 0 } }
    usages.set(accountId, fresh)
    return fresh
  }
  const tier = () => tiers[world.settings().tier]
  return {
    charge(accountId, isWrite) {
      if (world.settings().limits === 'off') return
      const now = world.now() / 1000
      const usage = usageOf(accountId)
      forgetOld(usage, now)
      if (now < usage.blockedUntil) throw scoreExceeded()
      if (isWrite) countMutation(usage, Math.floor(now))
      const cost = isWrite ? 3 : 1
      if (usage.score + cost > tier().maxScore) {
        usage.blockedUntil = now + tier().blockSeconds
        throw scoreExceeded()
      }
      addTo(usage, Math.floor(now), cost)
    },
    headers: (accountId) => (accountId ? usageHeaders(world, accountId, usageOf(accountId), tier()) : appUsage(0)),
    throttleHeaders(accountId, seconds) {
      const usage = { acc_id_util_pct: 100, reset_time_duration: seconds, ads_api_access_tier: world.settings().tier }
      return {
        ...appUsage(100),
        'x-ad-account-usage': JSON.stringify(usage),
        ...businessUsage(world, accountId, 100, Math.ceil(seconds / 60)),
      }
    },
    forget: () => usages.clear(),
  }
}

export function scoreExceeded(): GraphError {
  return new GraphError({
    code: 17,
    subcode: 2446079,
    message: 'User request limit reached',
    title: 'Ad account has too many API calls',
    userMessage: 'There have been too many calls to this ad account. Wait a bit and try again.',
  })
}

function addTo(usage: Usage, second: number, cost: number): void {
  const last = usage.points.at(-1)
  if (last?.second === second) last.points += cost
  else usage.points.push({ second, points: cost })
  usage.score += cost
  // An hour is counted by minutes: finer would only cost memory.
  const minute = Math.floor(second / 60) * 60
  const lastMinute = usage.hour.at(-1)
  if (lastMinute?.second === minute) lastMinute.count++
  else usage.hour.push({ second: minute, count: 1 })
  usage.calls++
}

function forgetOld(usage: Usage, now: number): void {
  // A clock that was moved back leaves seconds that lie ahead: they are forgotten as well.
  usage.points = usage.points.filter(({ second }) => second > now - windowSeconds && second <= now)
  usage.score = usage.points.reduce((sum, { points }) => sum + points, 0)
  usage.hour = usage.hour.filter(({ second }) => second > now - 3600 && second <= now)
  usage.calls = usage.hour.reduce((sum, { count }) => sum + count, 0)
  if (usage.blockedUntil > now + windowSeconds) usage.blockedUntil = 0
}

function countMutation(usage: Usage, second: number): void {
  if (usage.mutations.second !== second) usage.mutations = { second, count: 0 }
  if (usage.mutations.count >= mutationsPerSecond)
    throw new GraphError({
      code: 613,
      subcode: 5044001,
      message: '(#613) Calls to this api have exceeded the rate limit.',
      title: 'Too many changes per second',
      userMessage: 'This app makes more than 100 changes a second in this ad account.',
    })
  usage.mutations.count++
}

interface Tier {
  maxScore: number
  callsPerHour: number
}

function usageHeaders(world: World, accountId: string, usage: Usage, tier: Tier): Record<string, string> {
  const now = world.now() / 1000
  const isBlocked = now < usage.blockedUntil
  const oldest = usage.points[0]?.second ?? now
  const reset = isBlocked ? Math.ceil(usage.blockedUntil - now) : Math.max(0, Math.ceil(oldest + windowSeconds - now))
  const share = isBlocked ? 100 : Math.round((usage.score / tier.maxScore) * 10_000) / 100
  const ads = world.ads.count('account', accountId)
  const hourly = Math.floor((usage.calls / (tier.callsPerHour + 40 * ads)) * 100)
  const account = { acc_id_util_pct: share, reset_time_duration: reset, ads_api_access_tier: world.settings().tier }
  return {
    ...appUsage(hourly),
    'x-ad-account-usage': JSON.stringify(account),
    ...businessUsage(world, accountId, hourly, isBlocked ? Math.ceil(reset / 60) : 0),
  }
}

function appUsage(percent: number): Record<string, string> {
  return {
    'x-app-usage': JSON.stringify({ call_count: percent, total_time: percent, total_cputime: Math.floor(percent / 2) }),
  }
}

function businessUsage(
  world: World,
  accountId: string,
  percent: number,
  regainMinutes: number,
): Record<string, string> {
  const entry = {
    type: 'ads_management',
    call_count: percent,
    total_cputime: Math.floor(percent / 2),
    total_time: percent,
    estimated_time_to_regain_access: regainMinutes,
    ads_api_access_tier: world.settings().tier,
  }
  return { 'x-business-use-case-usage': JSON.stringify({ [accountId]: [entry] }) }
}
