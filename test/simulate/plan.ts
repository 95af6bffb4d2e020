import type { StatementFault } from './database.ts'
import { requestFaults } from './network.ts'
import type { RequestFault } from './network.ts'
import { flavours } from './platform.ts'
import type { Flavour } from './platform.ts'
import type { Random } from './random.ts'

/** Everything about a bad day that is decided before it begins. */
export interface Plan {
  flavour: Flavour
  requestLifeMs: number
  readLagMs: number
  concurrency: number
  workers: number
  accounts: number
  batches: { afterMs: number; ads: PlannedAd[] }[]
  writes: PlannedWrite[]
  /** Everything is taken back once it has ended. */
  isUndone: boolean
  /** Nothing goes wrong any more after so long. */
  calmAfterMs: number
  /** Which faults, and how often. */
  requests: { rate: number; kinds: RequestFault[] }
  statements: { rate: number; kinds: StatementFault[] }
  unreadableRate: number
  fileRate: number
  closedRate: number
  /** Sometimes a statement takes this long. */
  slowMs: number
  happenings: Happening[]
  moments: AtMoment[]
  /** How often a request takes effect later than the platform says that it can. */
  beyondRate: number
  /** What happens to tokens; null: requests need none. */
  tokens: PlannedTokens | null
}

export interface PlannedTokens {
  /** Whether what a token was renewed with goes on to renew. */
  oldLives: boolean
  livesMs: number
  /** After so long all that open end; after so long all are taken back. */
  endAfterMs: number[]
  revokedAfterMs: number | null
  /** So long after the connection broke somebody connects again. */
  backMs: number
}

interface PlannedAd {
  account: number
  name: string
  adSets: string[]
  media: string[]
}

/** A write that a caller waits for. */
export interface PlannedWrite {
  kind: 'create' | 'set'
  afterMs: number
  account: number
  /** How long the caller waits for an answer before it asks again. */
  patienceMs: number
}

type MomentOfDay =
  | ('before-intent' | 'in-intent' | 'after-intent' | 'before-close' | 'after-close' | 'in-cancel')
  | ('in-renewal' | 'in-storing')

/** Around a write: what matters most happens there. */
export interface AtMoment {
  /**
   * in-intent: its intent is on disk, and it has not heard of it yet. in-cancel: items are stopped, and that is not committed yet. in-renewal:
   * a renewal is noted, and not asked for yet. in-storing: its answer is written down, and that is not committed yet.
   */
  moment: MomentOfDay
  /** The so-manieth time that anybody is there. */
  time: number
  then: 'kill' | 'cancel' | { frozenMs: number }
}

/** Something that happens to a process or a batch. By step: after so many events, to whoever is at work then. */
export type Happening =
  | { kind: 'kill'; atStep: number; backMs: number }
  | { kind: 'freeze'; atStep: number; ms: number; isSleep: boolean }
  | { kind: 'clock'; atStep: number; ms: number }
  | { kind: 'outage'; atStep: number; ms: number; isForAll: boolean }
  | { kind: 'cancel'; atStep: number; againMs: number | null }

/** Early steps more often than late ones: that is when most is under way. */
const someStep = (random: Random) => Math.floor(2 ** random.between(2, 9))

const some = <T>(random: Random, from: readonly T[], max: number): T[] =>
  Array.from({ length: 1 + random.int(max) }, () => random.pick(from))

export function planFor(random: Random): Plan {
  const flavour = random.pick(flavours)
  // Now and then nothing gets through for so long that it has to be given up.
  const isHopeless = random.chance(0.02)
  const calmAfterMs = isHopeless ? 900_000 : random.pick([5_000, 15_000, 30_000])
  const accounts = random.chance(0.3) ? 2 : 1
  const usual = planUsual(random, { flavour, isHopeless, calmAfterMs, accounts })
  const plan = random.chance(0.04) ? { ...usual, ...alikeDay(random) } : usual
  const rare = random.fork('rare')
  const day = rare.chance(0.02) ? { ...plan, ...frozenCallerDay(rare) } : plan
  const tokens = random.fork('tokens')
  return tokens.chance(tokenDays) ? withTokens(day, tokens) : day
}

/** Of all days. */
const tokenDays = 0.1

/** The same day, on which every request needs a token. */
function withTokens(day: Plan, random: Random): Plan {
  const kinds = day.requests.kinds.filter((kind) => kind !== 'auth')
  const moments = Array.from({ length: random.pick([0, 1, 1, 2]) }, (): AtMoment => {
    const moment = random.pick(['in-renewal', 'in-storing'] as const)
    const frozenMs = random.pick([4_000, 9_500, 25_000])
    return { moment, time: 1 + random.int(2), then: random.chance(0.7) ? 'kill' : { frozenMs } }
  })
  const soon = () => 2 ** random.between(8, 15)
  const tokens = {
    oldLives: random.chance(0.5),
    livesMs: random.pick([20_000, 120_000, 3_600_000]),
    endAfterMs: Array.from({ length: random.pick([0, 1, 2, 3]) }, soon),
    revokedAfterMs: random.chance(0.15) ? soon() : null,
    backMs: random.pick([1_000, 40_000, 200_000]),
  }
  const requests = { ...day.requests, kinds: kinds.length > 0 ? kinds : (['lost after'] as const).slice() }
  return { ...day, tokens, requests, moments: [...moments, ...day.moments] }
}

interface Mood {
  flavour: Flavour
  isHopeless: boolean
  calmAfterMs: number
  accounts: number
}

/** Ads that nothing tells apart are asked for again while the fate of the first is open. */
function alikeDay(random: Random): Partial<Plan> {
  const one = { account: 0, name: 'alike', adSets: ['set 1'], media: ['https://files.test/0'] }
  return {
    ...{ flavour: 'bare', requestLifeMs: 15_000, readLagMs: random.pick([0, 6_000]), calmAfterMs: 60_000 },
    batches: [0, 1, 2].map((index) => ({ afterMs: index * random.between(2_000, 15_000), ads: [one, one] })),
    ...{ writes: [], closedRate: 0, unreadableRate: 0.4, requests: { rate: 0.6, kinds: ['lost after', 'late'] } },
  }
}

/** Whoever works for a caller is frozen for so long that another takes its write up, and wakes while that one's fate is open. */
function frozenCallerDay(random: Random): Partial<Plan> {
  const moment = random.pick(['in-intent', 'after-intent'] as const)
  return {
    ...{ requestLifeMs: 15_000, readLagMs: random.pick([0, 12_000]), calmAfterMs: 90_000, batches: [], happenings: [] },
    writes: [{ kind: 'create', afterMs: 0, account: 0, patienceMs: 2_000 }],
    moments: [{ moment, time: 1, then: { frozenMs: random.pick([32_000, 36_000, 45_000]) } }],
    requests: { rate: 0.6, kinds: ['lost after', 'late'] },
  }
}

function planUsual(random: Random, { flavour, isHopeless, calmAfterMs, accounts }: Mood): Plan {
  return {
    flavour,
    requestLifeMs: random.pick([4_000, 8_000, 15_000]),
    readLagMs: random.pick([0, 1_000, 6_000, 12_000]),
    concurrency: random.pick([1, 2, 4]),
    workers: random.pick([1, 2, 2, 3]),
    accounts,
    batches: Array.from({ length: random.pick([0, 1, 1, 1, 2]) }, (_, index) => ({
      afterMs: index * random.between(0, 4_000),
      ads: planAds(random, flavour, accounts),
    })),
    writes: planWrites(random, accounts),
    isUndone: random.chance(0.12),
    calmAfterMs,
    requests: {
      rate: isHopeless ? 0.95 : random.pick([0, 0.15, 0.4, 0.7]),
      kinds: planKinds(random),
    },
    statements: {
      rate: random.pick([0, 0, 0, 0.02, 0.08]),
      kinds: some(random, ['lost before', 'lost after'] as const, 2),
    },
    unreadableRate: random.pick([0, 0, 0.3]),
    fileRate: random.pick([0, 0, 0, 0.2]),
    closedRate: random.pick([0, 0, 0, 0, 0.2]),
    slowMs: random.pick([0, 0, 100, 4_000, 12_000]),
    happenings: planHappenings(random),
    moments: planMoments(random),
    beyondRate: random.chance(0.08) ? 0.4 : 0,
    tokens: null,
  }
}

/** Any; or those that leave it open what took effect; or those that leave it half done and then say no. */
function planKinds(random: Random): RequestFault[] {
  if (random.chance(0.5)) return some(random, requestFaults, 3)
  if (random.chance(0.2)) return ['half applied', ...some(random, ['lost after', 'refused', 'throttled'] as const, 2)]
  return some(random, ['lost before', 'lost after', 'late', '5xx after', '5xx before'] as const, 2)
}

function planAds(random: Random, flavour: Flavour, accounts: number): PlannedAd[] {
  // Where nothing is marked, ads that look alike are the hard case.
  const areAlike = flavour === 'bare' && random.chance(0.5)
  return Array.from({ length: 1 + random.int(3) }, (_, index) => ({
    account: random.int(accounts),
    name: areAlike ? 'alike' : `ad ${index}`,
    adSets: random.chance(0.3) ? ['set 1', 'set 2'] : ['set 1'],
    media: [`https://files.test/${areAlike ? 0 : random.int(2)}`],
  }))
}

function planWrites(random: Random, accounts: number): PlannedWrite[] {
  return Array.from({ length: random.pick([0, 0, 1, 2]) }, () => ({
    kind: random.pick(['create', 'create', 'set'] as const),
    afterMs: random.between(0, 5_000),
    account: random.int(accounts),
    patienceMs: random.pick([2_000, 35_000]),
  }))
}

const aroundIntent = ['before-intent', 'in-intent', 'after-intent', 'after-intent'] as const

function planMoments(random: Random): AtMoment[] {
  const isCancelSlow = random.chance(0.3)
  const slowCancel: AtMoment = { moment: 'in-cancel', time: 1, then: { frozenMs: random.pick([300, 3_000]) } }
  const others = Array.from({ length: random.pick([0, 0, 1, 2]) }, (): AtMoment => {
    const moment = random.pick([...aroundIntent, 'before-close', 'after-close'] as const)
    const frozenMs = random.pick([4_000, 9_500, 25_000, 45_000])
    // Of an ad there is one; of the others one for each write.
    const time = 1 + random.int(moment === 'in-intent' ? 2 : 8)
    return { moment, time, then: random.chance(0.5) ? { frozenMs } : random.pick(['kill', 'cancel'] as const) }
  })
  return isCancelSlow ? [slowCancel, ...others] : others
}

function planHappenings(random: Random): Happening[] {
  const list: Happening[] = []
  const times = (probability: number, max: number) => (random.chance(probability) ? 1 + random.int(max) : 0)
  for (let left = times(0.6, 4); left > 0; left--)
    list.push({ kind: 'kill', atStep: someStep(random), backMs: random.pick([10, 1_000, 12_000]) })
  for (let left = times(0.3, 2); left > 0; left--) {
    const ms = random.pick([500, 2_900, 4_000, 9_500, 25_000, 45_000])
    list.push({ kind: 'freeze', atStep: someStep(random), ms, isSleep: random.chance(0.3) })
  }
  for (let left = times(0.15, 1); left > 0; left--)
    list.push({ kind: 'clock', atStep: someStep(random), ms: random.pick([-3_600_000, -5_000, 5_000, 3_600_000]) })
  for (let left = times(0.2, 2); left > 0; left--) {
    const ms = random.pick([200, 3_000, 12_000])
    list.push({ kind: 'outage', atStep: someStep(random), ms, isForAll: random.chance(0.5) })
  }
  for (let left = times(0.25, 2); left > 0; left--)
    list.push({ kind: 'cancel', atStep: someStep(random), againMs: random.pick([null, 100, 8_000]) })
  return list.sort((a, b) => a.atStep - b.atStep)
}
