import type { Command } from 'commander'
import type { Approval, ApprovalChange, CapStatus, SpendGuard, SpendGuardStatus } from '../../src/index.ts'
import { does, numbers } from '../context.ts'
import type { Run } from '../context.ts'
import { formatNumber, formatTime } from '../output/table.ts'
import { collect } from './collect.ts'

const limits = {
  dailyCap: 'a day at most',
  monthlyCap: 'a month at most',
  largestBudget: 'largest budget',
  largestRaisePercent: '% raise at once',
  largestRaise: 'raise at once',
  largestBatch: 'ads at once',
  notAfterHour: "o'clock is the latest",
} as const

export function addGuards(program: Command, run: Run): void {
  const guards = program.command('guard').summary('what may be spent, and what happens beyond it')
  guards.addHelpText('after', '\nWhoever runs Flightdeck sets and removes them: flightdeck guard set --help')
  does(guards.command('list', { isDefault: true }).summary('every guard'), run, async (context) => {
    const { flightdeck } = await context.open()
    const { data: found } = await flightdeck.listSpendGuards({}, { signal: context.signal })
    context.show(found, () =>
      found.length === 0
        ? 'There is no guard: anything may be spent.'
        : context.table(
            [numbers('GUARD'), 'NAME', 'HOLDS FOR', 'LIMITS', 'COUNTS BY', 'BEYOND IT'],
            found.map((guard) => [
              ...[String(guard.id), guard.name ?? '', coverOf(guard), limitsOf(guard), basisOf(guard), guard.mode],
            ]),
          ),
    )
  })
  does(guards.command('status').summary('what was spent of what each allows'), run, async (context) => {
    const { flightdeck } = await context.open()
    const { data } = await flightdeck.getSpendGuardStatus({}, { signal: context.signal })
    context.show(
      data,
      () =>
        context.table(
          [
            ...[numbers('GUARD'), 'NAME', 'OF', numbers('SPENT'), numbers('RUNNING'), numbers('LEFT'), numbers('CAP')],
            ...['CURRENCY', { title: 'NOTE', isText: true }],
          ],
          data.flatMap(({ guard, day, month }) => [...capRow(guard, 'day', day), ...capRow(guard, 'month', month)]),
        ) + notesOf(data),
    )
  })
}

function capRow(guard: SpendGuard, of: string, cap: CapStatus | null): string[][] {
  if (cap === null) return []
  const figures = [cap.spend, cap.running, cap.left, cap.cap].map((figure) => formatNumber(figure, 2))
  const pace = cap.reachedAt === null ? '' : `reached at this pace ${formatTime(cap.reachedAt)}`
  const note = cap.problem ?? (cap.isReached ? `reached: ${guard.mode}` : pace)
  return [[String(guard.id), guard.name ?? '', of, ...figures, guard.currency, note]]
}

/** What stands below the table: old rates, and what would be counted by what runs. */
function notesOf(statuses: SpendGuardStatus[]): string {
  const lines = statuses.flatMap(({ guard, warnings, proposal }) =>
    [...warnings, ...(proposal ? [proposal.message] : [])].map((text) => `Guard ${guard.id}: ${text}`),
  )
  return lines.map((line) => `\n${line}`).join('')
}

function basisOf({ by, basis, overdelivery }: SpendGuard): string {
  const counts = by === null ? basis : 'its writes'
  return overdelivery ? `${counts}, overdelivery` : counts
}

function coverOf({ by, platform, accountId, campaignPattern }: SpendGuard): string {
  const parts = [by, platform, accountId, campaignPattern && `campaigns "${campaignPattern}"`].filter(Boolean)
  return parts.join(', ') || 'everything'
}

function limitsOf(guard: SpendGuard): string {
  const money = new Set(['dailyCap', 'monthlyCap', 'largestBudget', 'largestRaise'])
  return Object.entries(limits)
    .flatMap(([name, words]) => {
      const value = guard[name as keyof typeof limits]
      if (value === null) return []
      return [`${formatNumber(value)}${money.has(name) ? ` ${guard.currency}` : ''} ${words}`]
    })
    .join('; ')
}

export function addApprovals(program: Command, run: Run): void {
  const approvals = program.command('approval').summary('what waits for a person, or waited')
  approvals.addHelpText('after', '\nWhoever runs Flightdeck decides on them: flightdeck approval approve --help')
  const list = approvals
    .command('list', { isDefault: true })
    .summary('the newest first')
    .option('--state <word>', 'waiting, approved, done, failed, outdated, refused or expired')
    .option('--limit <count>', 'how many', '20')
  does<{ state?: 'waiting'; limit: string }>(list, run, async (context, _words, { state, limit }) => {
    const { flightdeck } = await context.open()
    const found = await collect(flightdeck.all.listApprovals({ state }, { signal: context.signal }), Number(limit))
    context.show(found, () =>
      found.length === 0
        ? 'Nothing waits.'
        : context.table(
            [numbers('APPROVAL'), 'STATE', 'WHAT', 'ASKED BY', 'ASKED', 'UNTIL'],
            found.map(({ id, state: now, operation, askedBy, askedAt, expiresAt }) => [
              ...[String(id), now, operation, askedBy, formatTime(askedAt), formatTime(expiresAt)],
            ]),
          ),
    )
  })
  const show = approvals.command('show').summary('one of them, with what came of it').argument('<id>', 'its id')
  does(show, run, async (context, [id = '']) => {
    const { flightdeck } = await context.open()
    const found = await flightdeck.getApproval({ id }, { signal: context.signal })
    const outcome = found.result
      ? `It answered ${found.result.status}.`
      : 'A person decides: flightdeck approval approve'
    context.show(found, () =>
      [
        `Approval ${found.id}: ${found.operation}, asked by ${askerOf(found)}, is ${found.state}.`,
        ...(found.summary?.changes ?? []).map((change) => `  ${changeLine(change)}`),
        ...(found.asks === null ? [] : [`  ${found.asks}`]),
        ...found.why.map(({ message }) => `  ${message}`),
        ...(found.fourEyes ? ['  Somebody else than who asked has to approve it.'] : []),
        ...(found.decidedBy === null ? [] : [decisionLine(found)]),
        found.state === 'waiting' ? `${outcome} ${found.id} (until ${formatTime(found.expiresAt)})` : outcome,
      ].join('\n'),
    )
  })
}

/** A key, an assistant or a rule, and whose it is. */
function askerOf({ askedBy, askedByPerson }: Approval): string {
  return askedByPerson === null || askedByPerson.name === askedBy ? askedBy : `${askedBy} (for ${askedByPerson.name})`
}

function changeLine({ entity, what, from, to }: ApprovalChange): string {
  const name = entity ? `${entity.name} (${entity.id}): ` : ''
  return from === null || to === null ? `${name}${what}` : `${name}${from} -> ${to}`
}

function decisionLine({ decidedBy, comment }: Approval): string {
  return `Decided by ${decidedBy}${comment === null ? '' : `: ${comment}`}`
}
