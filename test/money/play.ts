import { decideWaiting } from './approvals.ts'
import type { Waiting } from './approvals.ts'
import { exchanged, inMain, rounded, shown } from './amounts.ts'
import { minute, nextMidnight } from './days.ts'
import type { MovedClock } from './clock.ts'
import { openDiary } from './diary.ts'
import type { Diary, Moment } from './diary.ts'
import type { Batch } from './launches.ts'
import { breachOf, needlessRefusal } from './judge.ts'
import { raisedBeyond } from './raises.ts'
import { countingWrites, isGuardedBy, measured } from './measure.ts'
import type { Guard } from './measure.ts'
import { furnish, others } from './others.ts'
import type { Correction } from './others.ts'
import { openPlatform } from './platform.ts'
import type { Platform } from './platform.ts'
import type { Company, Reply, Service } from './service.ts'
import type { Found } from './shorten.ts'
import type { GuardPlan, Mishap, Sequence, Step, Write } from './steps.ts'
import { accounts } from './world.ts'
import { aim, keyOf, perform } from './writes.ts'
import type { Aimed } from './writes.ts'

/** The model's first midnight. */
const epoch = Date.UTC(2026, 10, 10)

const aMoment = 5_000

export interface Stage {
  service: Service
  clock: MovedClock
  /** Another word each time, for a company of its own. */
  nextName(): string
  judges: 'breaches' | 'all'
  /** Counts what became of the writes. */
  count?: (outcome: string) => void
  /** What is done and answered, for whoever looks at a single sequence. */
  report?: (line: string) => void
}

interface Play extends Stage {
  company: Company
  platform: Platform
  diary: Diary
  guards: Guard[]
  corrections: Correction[]
  inPlay: number[]
  batches: Batch[]
  waiting: Waiting[]
}

/** Plays a sequence with a company of its own. Answers what was wrong; null: nothing. */
export async function playSequence(stage: Stage, sequence: Sequence): Promise<Found | null> {
  const play = await begin(stage, sequence)
  try {
    await setGuards(play, sequence.guards)
    for (const [place, step] of sequence.steps.entries()) {
      const wrong = await take(play, step)
      if (wrong) return { place, wrong }
    }
    return await approveRest(play, sequence.steps.length - 1)
  } finally {
    if (play.corrections.length > 0) await stage.service.control('POST', 'meta', { corrections: [] })
  }
}

/** Whatever still waits is approved in the end, one after the other. */
async function approveRest(play: Play, place: number): Promise<Found | null> {
  while (play.waiting.length > 0) {
    const wrong = await decideWaiting(play, { do: 'decide', at: 0, all: false, approve: true })
    if (wrong) return { place, wrong }
  }
  return null
}

async function begin(stage: Stage, { begins, steps }: Sequence): Promise<Play> {
  const start = epoch + begins.day * 1440 * minute + begins.minute * minute
  // What there is has run for some hours, so that something was spent.
  stage.clock.moveTo(start - 7 * 60 * minute)
  const company = await stage.service.company(stage.nextName())
  const platform = await openPlatform(stage.service, company.slug)
  const inPlay = [...new Set([0, ...steps.flatMap(accountsOf)])].sort()
  for (const account of inPlay) await furnish(platform, account)
  stage.clock.moveTo(start)
  const listed = await company.call('GET', '/v1/adaccounts', undefined, 0)
  if (listed.status !== 200) throw new Error(`The accounts could not be listed: ${JSON.stringify(listed.body)}`)
  const diary = openDiary(await platform.truth(inPlay))
  return { ...stage, company, platform, diary, guards: [], corrections: [], inPlay, batches: [], waiting: [] }
}

function accountsOf(step: Step): number[] {
  if (step.do === 'together') return step.writes.map(({ account }) => account)
  if (step.do === 'mishap') return [step.write.account]
  return 'account' in step && step.do !== 'midnight' ? [step.account] : []
}

async function take(play: Play, step: Step): Promise<string | null> {
  const { diary, platform, clock } = play
  switch (step.do) {
    case 'wait':
      clock.moveTo(Date.now() + step.minutes * minute)
      break
    case 'midnight':
      clock.moveTo(nextMidnight(accounts[step.account]!.timezone, Date.now()) - step.secondsBefore * 1000)
      break
    case 'guards':
      await setGuards(play, step.guards)
      return null
    case 'decide':
      return decideWaiting(play, step)
    case 'together':
      return write(play, step.writes, null)
    case 'mishap':
      return write(play, [step.write], step.what)
    case 'budget':
    case 'status':
    case 'change':
    case 'make':
    case 'copy':
    case 'launch':
    case 'again':
    case 'undo':
    case 'rule':
      return write(play, [step], null)
    default:
      await others(play, step, diary.now().structure, play.corrections)
  }
  diary.seen(await platform.truth(play.inPlay))
  return null
}

async function write(play: Play, writes: Write[], mishap: Mishap | null): Promise<string | null> {
  const { diary, platform } = play
  const aimed = writes.map((each) => aim(each, diary.now().structure, play.batches)).filter((each) => each !== null)
  const isUnseen = mishap === 'blind' || mishap === 'unread'
  if (isUnseen) play.clock.moveTo(Date.now() + 6 * minute)
  const began = Date.now()
  // What is spent meanwhile is no doing of the write; in a moment it is less than what is rounded.
  if (began - diary.now().at > aMoment) diary.seen(await platform.truth(play.inPlay))
  const before = diary.at(began)
  const replies = await withMishap(play, mishap, () =>
    Promise.all(
      aimed.map(async (each) => ({
        aimed: each,
        reply: await perform(play, each),
      })),
    ),
  )
  const keys = new Set(aimed.map((each) => keyOf(each.write)))
  const ids = aimed.flatMap(({ targets }) => targets.map(({ id }) => id))
  diary.written(await platform.truth(play.inPlay), {
    key: keys.size === 1 ? ([...keys][0] ?? null) : null,
    ids,
    isUnseen,
    isGuarded: isGuardedBy(play.guards, before.names, keys),
    isCounted: isGuardedBy(countingWrites(play.guards), before.names, keys),
  })
  for (const { aimed: each, reply } of replies) {
    play.count?.(`${nameOf(each.write)} ${outcomeOf(reply)}`)
    if (mishap) play.count?.(`mishap (${mishap}) ${outcomeOf(reply)}`)
    reportOf(play, each, reply)
    const { code, details } = errorOf(reply)
    if (code === 'approval_required')
      play.waiting.push({ approvalId: Number(details['approvalId']), aimed: each, isSure: replies.length === 1 })
  }
  const failed = replies.find(({ reply }) => reply.status === 500)
  if (failed) return `answered 500: ${JSON.stringify(failed.reply.body)}`
  const after = diary.at(began)
  for (const guard of play.guards) {
    const wrong = breachOf(guard, before, after, hides(mishap, guard)) ?? raisedBeyond(guard, before, after)
    if (wrong) return `let through beyond ${wrong}`
  }
  const [only] = replies
  if (play.judges === 'breaches' || mishap || replies.length !== 1 || !only) return null
  return refusedNeedlessly(play, only, before)
}

function refusedNeedlessly(
  { guards }: Play,
  { aimed, reply }: { aimed: Aimed; reply: Reply },
  before: Moment,
): string | null {
  const { code, details } = errorOf(reply)
  const asked = (details['guards'] ?? []) as Record<string, unknown>[]
  const notes = code === 'guard_refused' ? [details] : code === 'approval_required' ? asked : []
  for (const note of notes) {
    const guard = guards.find(({ id }) => id === note['guard'])
    if (!guard || !String(note['limit']).endsWith('Cap')) continue
    const wrong = needlessRefusal(guard, aimed, before)
    if (wrong) return `${wrong}; it said ${JSON.stringify(note)}`
  }
  return null
}

function errorOf({ body }: Reply): { code?: string; details: Record<string, unknown> } {
  const { code, details = {} } = (body['error'] ?? {}) as { code?: string; details?: Record<string, unknown> }
  return { code, details }
}

function nameOf(write: Write): string {
  if (write.do === 'launch') return `launch (${write.way})`
  return write.do === 'rule' ? `rule (${write.action})` : write.do
}

function outcomeOf({ status, body }: Reply): string {
  if (status < 300) return 'done'
  return errorOf({ status, body }).code ?? String(status)
}

function reportOf({ report, guards, diary }: Play, { write: each }: Aimed, { status, body }: Reply): void {
  if (!report) return
  report(`${JSON.stringify(each)} -> ${status} ${status >= 400 ? JSON.stringify(body['error']) : ''}`)
  const { view, touches } = latest(diary)
  for (const guard of guards)
    report(
      `    guard ${guard.id}: ${shown(measured(guard, view, touches), guard.currency)} of ${shown(guard.cap, guard.currency)}`,
    )
}

const writesAt = { method: 'POST', path: '/(campaigns|adsets|ads|copies|[0-9]+)$' }
const faults: Record<Mishap, object> = {
  lost: { match: writesAt, fault: 'drop-after', times: 1 },
  refused: { match: writesAt, fault: 'platform-error', code: 100, subcode: 1885272, times: 1 },
  unread: { match: { method: 'GET', path: '/(campaigns|adsets|ads)[?]' }, fault: 'status', status: 500, times: 0 },
  blind: { match: { path: '/insights' }, fault: 'status', status: 500, times: 0 },
}

/** Whether nobody can tell what the guard counts: what was spent, or what runs. */
function hides(mishap: Mishap | null, { basis }: Guard): boolean {
  return mishap === 'blind' || (mishap === 'unread' && basis === 'commitments')
}

async function withMishap<T>({ service }: Play, mishap: Mishap | null, work: () => Promise<T>): Promise<T> {
  if (mishap !== null) await service.control('POST', 'faults', { platform: 'meta', ...faults[mishap] })
  try {
    return await work()
  } finally {
    // Also what the platform was to refuse of a launch that never came there.
    await service.control('DELETE', 'faults')
  }
}

/** With everything that is known now. */
function latest(diary: Diary) {
  const { structure, spent } = diary.now()
  const { names, touches } = diary.at(Date.now())
  return { view: { time: Date.now(), structure, spent, names }, touches }
}

/** Guards with caps that leave a little room above what they count now. */
async function setGuards(play: Play, plans: GuardPlan[]): Promise<void> {
  const { company, platform, diary } = play
  const { view, touches } = latest(diary)
  const wanted = plans.map((plan): Omit<Guard, 'id'> => {
    const { span, currency, basis, pattern } = plan
    const scope = plan.account === null ? accounts.map((_, index) => index) : [plan.account]
    const common = {
      scope,
      span,
      currency,
      basis,
      pattern,
      by: plan.by,
      mode: plan.mode,
      overdelivery: plan.overdelivery,
      raisePercent: plan.raisePercent,
    }
    return { ...common, cap: capOf(plan, measured({ ...common, id: 0, cap: 0n }, view, touches) ?? 0n) }
  })
  const ids = await company.guard(
    wanted.map((guard, place) => ({
      [guard.span === 'day' ? 'dailyCap' : 'monthlyCap']: inMain(guard.cap),
      campaignPattern: guard.pattern,
      accountId: plans[place]!.account === null ? null : platform.ids[plans[place]!.account]!,
      currency: guard.currency,
      basis: guard.basis,
      mode: guard.mode,
      overdelivery: guard.overdelivery,
      largestRaisePercent: guard.raisePercent,
      by: guard.by === null ? null : `key:${company.keys[guard.by]!.id}`,
    })),
  )
  play.guards = wanted.map((guard, place) => ({ ...guard, id: ids[place]! }))
}

function capOf({ cap, currency }: GuardPlan, counted: bigint): bigint {
  if ('exactly' in cap) return BigInt(cap.exactly) * 1_000_000n
  const room = exchanged(BigInt(cap.room) * 1_000_000n, 'USD', currency) ?? BigInt(cap.room) * 1_000_000n
  return rounded(counted + room, currency)
}
