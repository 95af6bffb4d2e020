import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import { askPerson } from '../approvals/ask.ts'
import type { Waiting } from '../approvals/ask.ts'
import { asksFirst } from '../context.ts'
import { summaryOf } from '../approvals/summary.ts'
import type { Rates } from '../currency/convert.ts'
import { ratesOn } from '../currency/rates.ts'
import { recordEvent } from '../events/record.ts'
import { hasBegun } from '../journal/past-writes.ts'
import { holdToPlan } from '../plans/hold.ts'
import { todayIn } from '../reports/sync/windows.ts'
import { addedIn } from './changes/change.ts'
import type { SpendChange, SpendingWrite } from './changes/change.ts'
import { digestOf } from './digest.ts'
import { Foreseen } from './foreseen.ts'
import type { Meaning } from './foreseen.ts'
import { grant, loadGrants, stillToCome } from './grants.ts'
import type { Grant } from './grants.ts'
import { accountName } from '../reach.ts'
import { accountsOfGuard } from './guard.ts'
import type { Guard, GuardMode } from './guard.ts'
import { judge, sentenceOf } from './judge.ts'
import type { Facts, Finding } from './judge.ts'
import { createLook } from './look.ts'
import type { CampaignSpend, Look } from './look.ts'
import type { Answered } from './read-spend.ts'
import { listGuards, lockGuards } from './store.ts'
import type { GuardDeps, GuardNote, Spending } from './terms.ts'

/**
 * The one way of every write that can cost money or destroys something. Throws guard_refused or approval_required; what
 * only warns, or would stand against a rehearsal, is told. Here is also where a call that is only planned ends, and where
 * one that was planned is compared with its plan. asks: why a person is asked whatever the guards say.
 */
export async function passGuards(
  deps: GuardDeps,
  context: Spending,
  plan: () => SpendingWrite | Promise<SpendingWrite>,
  asks?: string,
): Promise<GuardNote[]> {
  const guards = await listGuards(deps, context)
  const isPlan = context.planning === true || context.planned !== undefined
  if (guards.length === 0 && !context.approval && !isPlan && !asks && !asksFirst(context.actor)) return []
  const write = withAsks(await plan(), asks ?? null, context)
  if (write.changes.length === 0 && !isPlan) return []
  const look = createLook(deps, context)
  const looks = guards.map(async (guard) => withRates(deps, context, await lookAt(look, guard, write)))
  const rated = (await Promise.all(looks)).filter(({ covered }) => covered.length > 0)
  if (context.planning) {
    const notes = (await findingsOf(deps.db, context, rated)).map(noteOf)
    throw new Foreseen(write, meaningOf(context, write, rated), notes)
  }
  if (context.planned) await holdToPlan(deps, context, context.planned, meaningOf(context, write, rated))
  if (write.changes.length === 0) return []
  if (write.dryRun) return (await findingsOf(deps.db, context, rated)).map(noteOf)
  // What adds nothing takes no room from others: where nothing stands against it, there is nothing to write down.
  const addsNothing = write.changes.every((change) => addedIn(change, 1) === 0)
  if (addsNothing && !write.asks && !context.approval && judgeAll(rated, [], context).length === 0) return []
  const verdict = await deps.db.transaction().execute(async (trx) => {
    await lockGuards(trx, context.company.id)
    return decide(trx, context, write, rated)
  })
  if (verdict.refusal) throw refused(verdict.refusal)
  if (verdict.waiting) throw mustWait(verdict.waiting, write)
  return verdict.notes
}

/** Whoever asks before they spend need not ask about what spends nothing. */
function withAsks(write: SpendingWrite, asks: string | null, { actor }: Spending): SpendingWrite {
  const own = asksFirst(actor) && write.changes.some(({ spends }) => spends)
  return { ...write, asks: asks ?? (own ? `The key "${actor.name}" asks before it spends.` : null) }
}

/** What is known of one guard before it is decided. */
interface Looked {
  guard: Guard
  covered: SpendingWrite['changes']
  day: Answered<CampaignSpend[]> | null
  month: Answered<CampaignSpend[]> | null
}

async function lookAt(look: Look, guard: Guard, { changes }: SpendingWrite): Promise<Looked> {
  const isCovered = await Promise.all(changes.map((change) => look.covers(guard, change)))
  const covered = changes.filter((_, place) => isCovered[place])
  const spends = covered.some((change) => change.spends)
  const hasCap = guard.dailyCap !== null || guard.monthlyCap !== null
  const [day, month] = await Promise.all([
    spends && hasCap ? look.spendIn(guard, 'day') : null,
    spends && guard.monthlyCap !== null ? look.spendIn(guard, 'month') : null,
  ])
  return { guard, covered, day, month }
}

type Rated = Looked & Pick<Facts, 'rates'>

async function withRates(deps: GuardDeps, context: Spending, looked: Looked): Promise<Rated> {
  const { guard, covered, day, month } = looked
  const spent = [day, month].flatMap((one) => (one && 'known' in one ? one.known : []))
  const from = [...covered.filter(hasAmounts), ...spent].map(({ account }) => account.currency)
  return { ...looked, rates: await ratesToday(deps.db, context, { from, to: guard.currency }) }
}

function ratesToday(db: Db, context: Spending, { from, to }: { from: string[]; to: string }): Promise<Rates> {
  return ratesOn({ db }, context, { from, to, day: todayIn('UTC') })
}

/** New ads in an ad set that has its budget have none: they need no rates. */
function hasAmounts({ from, to, budgets, raise }: SpendChange): boolean {
  return budgets.length > 0 || raise !== null || addedIn({ from, to }, 1) !== 0
}

async function findingsOf(db: Db, context: Spending, rated: Rated[]): Promise<Finding[]> {
  const grants = rated.some(({ day }) => day !== null) ? await loadGrants(db, context) : []
  const from = grants.map(({ currency }) => currency)
  const withGrants = rated.map(async (one) => {
    const { byCurrency } = await ratesToday(db, context, { from, to: one.guard.currency })
    return { ...one, rates: { ...one.rates, byCurrency: new Map([...byCurrency, ...one.rates.byCurrency]) } }
  })
  return judgeAll(await Promise.all(withGrants), grants, context)
}

function judgeAll(rated: Rated[], grants: Grant[], context: Spending): Finding[] {
  return rated.flatMap((one) => {
    const spent = one.day && 'known' in one.day ? one.day.known : []
    const toCome = stillToCome(grants, one.guard, { spent, anew: one.covered })
    return judge({ ...one, day: partsOf(one.day), month: partsOf(one.month), toCome, now: context.now })
  })
}

function partsOf(spend: Answered<CampaignSpend[]> | null): Facts['day'] {
  if (!spend || 'unknown' in spend) return spend
  return { known: spend.known.map(({ micros, account }) => ({ micros, currency: account.currency })) }
}

interface Verdict {
  refusal: Finding | null
  waiting: Waiting | null
  notes: GuardNote[]
}

/** In the transaction that holds the guards: what is let through is written down before anybody else is judged. */
async function decide(trx: Db, context: Spending, write: SpendingWrite, rated: Rated[]): Promise<Verdict> {
  const findings = await findingsOf(trx, context, rated)
  const inMode = (mode: GuardMode) => findings.filter(({ guard }) => guard.mode === mode)
  const refusal = inMode('refuse')[0] ?? null
  if (refusal) return { refusal, waiting: null, notes: [] }
  const asking = inMode('ask')
  const isAsked = asking.length > 0 || Boolean(write.asks)
  const digest = context.approval || isAsked ? digestOf(meaningOf(context, write, rated)) : ''
  const isApproved = context.approval?.isPart ?? context.approval?.digest === digest
  if (context.approval && !isApproved && !(await goesOn(trx, context, write))) throw isAnother()
  if (isAsked && !context.approval) {
    if (!context.asked && !asking[0]) throw cannotWait(write)
    if (!context.asked) return { refusal: asking[0]!, waiting: null, notes: [] }
    const why = asking.map(noteOf)
    const accounts = [...new Set(write.changes.map(({ account }) => accountName(account)))]
    const summary = await summaryOf(trx, context, write, context.asked.operation)
    const waiting = await askPerson(trx, context, context.asked, { digest, why, summary, accounts, asks: write.asks })
    return { refusal: null, waiting, notes: [] }
  }
  const spent = rated.flatMap(({ day }) => (day && 'known' in day ? day.known : []))
  const changes = rated.flatMap(({ covered, day }) => (day ? covered.filter(({ spends }) => spends) : []))
  await grant(trx, context, { changes: [...new Set(changes)], spent })
  const warnings = inMode('warn')
  for (const finding of warnings) await tell(trx, context, finding)
  return { refusal: null, waiting: null, notes: warnings.map(noteOf) }
}

/** What has changed may be what this very write has done, before the process died that did it. */
function goesOn(trx: Db, { company, operationKey }: Spending, { changes }: SpendingWrite): Promise<boolean> {
  const lanes = changes.map(({ account }) => {
    return { companyId: company.id, platform: account.platform, accountId: account.account_id }
  })
  return hasBegun(trx, lanes, operationKey)
}

/** What a write does and what it depends on. What was spent in the meantime is not part of it. */
function meaningOf({ asked }: Spending, { changes, state }: SpendingWrite, rated: Rated[]): Meaning {
  return {
    asked: asked && { operation: asked.operation, input: asked.input },
    changes: changes.map(({ account, target: _target, ...change }) => ({
      ...change,
      account: [account.platform, account.account_id, account.currency],
    })),
    state,
    guards: rated.map(({ guard: { stoppedFor: _stopped, ...guard } }) => guard),
  }
}

async function tell(trx: Db, { company }: Spending, { guard, spend, cap }: Finding): Promise<void> {
  // Without a figure there is nothing to tell others; the caller is told anyway.
  if (spend === 'unknown') return
  const data = { guardId: guard.id, name: guard.name, spent: spend, cap, currency: guard.currency }
  await recordEvent(trx, company, { type: 'spend.warned', data, accounts: accountsOfGuard(guard) })
}

function noteOf(finding: Finding): GuardNote {
  const { guard, limit, spend, adds, cap } = finding
  const { id, name, mode, currency } = guard
  return { guard: id, name, mode, limit, message: sentenceOf(finding), spend, adds, cap, currency }
}

function refused(finding: Finding): AppError {
  const { mode: _mode, message, ...details } = noteOf(finding)
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

function isAnother(): AppError {
  const text =
    'What was approved depends on something that has changed since: nothing was done. Ask for it again, and have it approved anew.'
  return new AppError('conflict', text, { reason: 'changed' })
}
