import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Beside } from '../../db/beside.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import { required } from '../../lookup.ts'
import { askPerson } from './asking/ask.ts'
import type { Waiting } from './asking/ask.ts'
import { holdToApproval, stillAsking } from './asking/hold-to-approval.ts'
import { asksFirst } from '../context.ts'
import { subjectsIn, summaryOf } from './asking/summary.ts'
import { recordEvent } from '../events/record.ts'
import { holdToPlan } from './asking/hold-to-plan.ts'
import type { SpendingWrite } from './changes/change.ts'
import { digestOf } from './asking/digest.ts'
import { forecastOf } from './forecast/forecast.ts'
import { noForecast } from './forecast/shape.ts'
import type { Forecast } from './forecast/shape.ts'
import { WritePreview, meaningOf } from './asking/write-preview.ts'
import type { Meaning } from './asking/write-preview.ts'
import { accountName } from '../reach.ts'
import { accountsOfGuard } from './guard.ts'
import type { Guard, GuardMode } from './guard.ts'
import { sentenceOf } from './judge.ts'
import type { GuardFinding } from './judge.ts'
import { keepFirsts } from './ledger/firsts.ts'
import { isBy } from './ledger/grants.ts'
import { keepLetThrough } from './ledger/keep.ts'
import { databaseTime } from './ledger/kept.ts'
import { createLook, preload } from './look.ts'
import type { Look } from './look.ts'
import { hasCap, judged, lookedAt, restsOnOld } from './judged.ts'
import type { JudgedWrite, Looked } from './judged.ts'
import { reachedIn, notifyReached } from './reached.ts'
import { commitDurably, listGuards, lockToDecide } from './store.ts'
import { keepStood } from './stood.ts'
import type { GuardDeps, GuardNote, Spending } from './terms.ts'

/** What guards say to a write that they let through, and what a rehearsal is told of what it costs. */
export interface GuardAnswer {
  notes: GuardNote[]
  forecast: Forecast | null
}

/** What guards will ask for, asked while a write is still being planned. */
export interface Ahead {
  guards: Promise<Guard[]>
  look: Look
}

export function lookAhead(deps: GuardDeps, context: Spending): Ahead {
  const preloaded = preload(deps, context)
  const look = createLook(deps, context, { preloaded })
  const guards = preloaded.then((found) => found.guards.filter((guard) => looksAt(guard, context)))
  guards.then(
    (some) => some.some(hasCap) && look.begin(some.filter(hasCap).map(({ currency }) => currency)),
    () => undefined,
  )
  return { guards, look }
}

async function guardsFor(deps: GuardDeps, context: Spending): Promise<Guard[]> {
  return (await listGuards(deps, context)).filter((guard) => looksAt(guard, context))
}

function looksAt({ by }: Guard, { actor }: Spending): boolean {
  return by === null || isBy(by, actor)
}

interface Passing {
  dryRun?: boolean
  asks?: string
  ahead?: Ahead
  /** What can be written down while it is decided. */
  beside?: Beside<unknown>
}

/**
 * The one way of every write that can cost money or destroys something. Throws guard_refused or approval_required; what
 * only warns, or would stand against a rehearsal, is told. Here is also where a call that is only planned ends, and where
 * one that was planned is compared with its plan. `dryRun`: nothing is to happen, what stands against it is only told; `asks`:
 * why a person is asked whatever the guards say.
 */
export async function passGuards(
  deps: GuardDeps,
  context: Spending,
  plan: () => SpendingWrite | Promise<SpendingWrite>,
  { dryRun = false, asks, ahead, beside }: Passing = {},
): Promise<GuardAnswer> {
  const guards = await (ahead?.guards ?? guardsFor(deps, context))
  const isPlan = context.planning === true || context.planned !== undefined
  const isAsked = context.approval !== undefined || asks !== undefined || asksFirst(context.actor)
  if (guards.length === 0 && !isPlan && !isAsked && !dryRun) return nothingSaid
  if (beside && !dryRun && !isPlan && !isAsked) {
    beside.begin()
    await nextTurn()
  }
  // A launch is planned on nothing that others change.
  const plannedAt = ahead ? undefined : await databaseTime(deps.db)
  const write = { ...withAsks(await plan(), asks ?? null, context), plannedAt }
  if (write.changes.length === 0 && !isPlan && !context.approval) {
    if (!dryRun) await keepStood(deps, context, { guards, write, look: createLook(deps, context) })
    return dryRun ? { notes: [], forecast: noForecast } : nothingSaid
  }
  const look = ahead?.look ?? createLook(deps, context)
  const looked = await lookedAt(deps, context, { guards, write, look, isShown: dryRun || context.planning === true })
  if (context.planning) {
    const judgement = await judged(deps.db, context, looked)
    const priced = { ...write, changes: judgement.changes }
    const summary = await summaryOf(deps.db, context, priced, context.asked?.operation ?? '')
    const subjects = subjectsIn(priced.state)
    throw new WritePreview(priced, meaningOf(context, priced, looked.rated), {
      ...saidIn(judgement),
      summary,
      subjects,
    })
  }
  if (context.planned)
    await holdToPlan(deps, context, context.planned, await plannedMeaning(deps, context, write, looked))
  if (write.changes.length === 0) {
    // What has become harmless is another write than the one that was approved.
    if (context.approval)
      await holdToApproval(deps.db, context, context.approval, meaningOf(context, write, looked.rated))
    if (!dryRun) await keepStood(deps, context, { guards, write, look })
    return nothingSaid
  }
  if (dryRun) return saidIn(await judged(deps.db, context, looked))
  return { notes: await letThrough(deps, context, looked, beside), forecast: null }
}

const nothingSaid: GuardAnswer = { notes: [], forecast: null }

function saidIn(judgement: JudgedWrite) {
  const { asks } = judgement.looked.write
  return {
    notes: notesOf(judgement.looked.write, judgement.findings),
    forecast: { ...forecastOf(judgement), ...(asks ? { asks } : {}) },
  }
}

/** Decides and writes down; throws what stands against it. */
async function letThrough(
  deps: GuardDeps,
  context: Spending,
  first: Looked,
  beside?: Beside<unknown>,
): Promise<GuardNote[]> {
  let looked = first
  let verdict = await decided(deps, context, looked)
  if (verdict.lacks) await beside?.abandon()
  // Our own writes may have made room since it was read what runs: nobody is refused for what is no longer so.
  if (verdict.lacks === 'newer') {
    looked = await looked.anew()
    verdict = await decided(deps, context, looked, true)
  }
  // Only when a person is asked is it looked up what they want to know besides.
  if (verdict.lacks === 'figures') verdict = await decided(deps, context, await looked.forPeople(), true)
  if (verdict.refusal) throw refused(first.write, verdict.refusal)
  if (verdict.waiting) throw mustWait(verdict.waiting, first.write)
  return verdict.notes
}

/** Whoever asks before they spend need not ask about what spends nothing. */
function withAsks(write: SpendingWrite, asks: string | null, { actor }: Spending): SpendingWrite {
  const own = asksFirst(actor) && write.changes.some(({ spends }) => spends)
  return { ...write, asks: asks ?? (own ? `The key "${actor.name}" asks before it spends.` : null) }
}

async function plannedMeaning(
  deps: GuardDeps,
  context: Spending,
  write: SpendingWrite,
  looked: Looked,
): Promise<Meaning> {
  const { changes } = await judged(deps.db, context, looked)
  return meaningOf(context, { ...write, changes }, looked.rated)
}

async function decided(deps: GuardDeps, context: Spending, looked: Looked, isLast = false): Promise<Verdict> {
  return deps.db.transaction().execute(async (trx) => {
    await lockToDecide(trx, context.company.id)
    const judgement = await judged(trx, context, looked)
    if (!isLast && (await restsOnOld(trx, context, judgement)))
      return { refusal: null, waiting: null, notes: [], lacks: 'newer' }
    return decide(trx, context, { ...looked.write, changes: judgement.changes }, judgement)
  })
}

interface Verdict {
  refusal: GuardFinding | null
  waiting: Waiting | null
  notes: GuardNote[]
  /** Judge again: our own writes may have changed since what it rests on, or a person is to be asked, who is told more. */
  lacks?: 'newer' | 'figures'
}

/** In the transaction that holds the guards: what is let through is written down before anybody else is judged. */
async function decide(trx: Db, context: Spending, write: SpendingWrite, judgement: JudgedWrite): Promise<Verdict> {
  const { findings, looked } = judgement
  const inMode = (mode: GuardMode) => findings.filter(({ guard }) => guard.mode === mode)
  const reached = reachedIn(findings)
  if (reached.length > 0) await commitDurably(trx)
  for (const each of reached) await notifyReached(trx, context, each)
  const refusal = inMode('refuse')[0] ?? null
  if (refusal) return { refusal, waiting: null, notes: [] }
  const asking = await stillAsking(trx, context.approval, inMode('ask'))
  if (context.approval) await holdToApproval(trx, context, context.approval, meaningOf(context, write, looked.rated))
  if (asking.length > 0 || (write.asks && !context.approval)) {
    if (!context.asked && !asking[0]) throw cannotWait(write)
    if (!context.asked) return { refusal: required(asking[0], 'guard that asks'), waiting: null, notes: [] }
    if (!looked.shown) return { refusal: null, waiting: null, notes: [], lacks: 'figures' }
    const why = notesOf(write, asking)
    const accounts = [...new Set(write.changes.map(({ account }) => accountName(account)))]
    const summary = { ...(await summaryOf(trx, context, write, context.asked.operation)), ...forecastOf(judgement) }
    const meaning = meaningOf(context, write, looked.rated)
    const question = { digest: digestOf(meaning), meaning, why, summary, accounts, asks: write.asks }
    await commitDurably(trx)
    const waiting = await askPerson(trx, context, context.asked, question)
    return { refusal: null, waiting, notes: [] }
  }
  if (looked.hasCaps) await keepLetThrough(trx, context, write.changes, judgement.touched)
  await keepFirsts(trx, context, write)
  const warnings = inMode('warn')
  if (warnings.length > 0) await commitDurably(trx)
  for (const finding of warnings) await notify(trx, context, finding)
  return { refusal: null, waiting: null, notes: notesOf(write, warnings) }
}

async function notify(trx: Db, { company }: Spending, { guard, spend, cap }: GuardFinding): Promise<void> {
  // Without a figure there is nothing to tell others; the caller is told anyway.
  if (spend === 'unknown') return
  const data = { guardId: guard.id, name: guard.name, spent: spend, cap, currency: guard.currency }
  await recordEvent(trx, company, { type: 'spend.warned', data, accounts: accountsOfGuard(guard) })
}

function notesOf(write: SpendingWrite, findings: GuardFinding[]): GuardNote[] {
  return findings.map((finding) => noteOf(write, finding))
}

function noteOf({ changes }: SpendingWrite, finding: GuardFinding): GuardNote {
  const { guard, limit, spend, adds, cap, running, left, reachedAt } = finding
  const { id, name, mode, currency } = guard
  const figures = {
    spend,
    ...(running === undefined ? {} : { running }),
    adds,
    ...(left === undefined ? {} : { left }),
    ...(reachedAt === undefined ? {} : { reachedAt: reachedAt?.toISOString() ?? null }),
  }
  const sandbox = changes.every(({ account }) => account.is_sandbox)
  return { guard: id, name, mode, limit, message: sentenceOf(finding), ...figures, cap, currency, sandbox }
}

function refused(write: SpendingWrite, finding: GuardFinding): AppError {
  const { mode: _mode, message, ...details } = noteOf(write, finding)
  return new AppError('guard_refused', message, details)
}

function cannotWait({ asks }: SpendingWrite): AppError {
  return new AppError('guard_refused', `${asks} This way nobody can be asked: nothing was done.`)
}

function mustWait({ approvalId, digest, expiresAt, why }: Waiting, { asks }: SpendingWrite): AppError {
  const text = `${why[0]?.message ?? asks ?? 'A person is asked first.'} Nothing was changed yet. Follow it with GET /v1/approvals/${approvalId}.`
  return new AppError('approval_required', text, {
    approvalId,
    digest,
    expiresAt: expiresAt.toISOString(),
    guards: why,
  })
}
