import { setTimeout as delay } from 'node:timers/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { decide, decisionEvent, maxCommentLength } from '../../core/approvals/decide.ts'
import type { ApprovalDecision } from '../../core/approvals/decide.ts'
import { findApproval, listApprovals, problemOf } from '../../core/approvals/read.ts'
import { addTarget, listTargets, removeTarget, targetKinds } from '../../core/approvals/targets.ts'
import type { TargetKind } from '../../core/approvals/targets.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import { openSeal } from '../../core/secrets/open.ts'
import { audited, operator } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug, idFrom } from '../lookup.ts'
import { explain, formatTable, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

interface Options {
  company: string
}

export function addApprovalCommands(program: Command): void {
  const approval = program.command('approval').description('writes that wait until a person approves them')
  const company = ['--company <slug>', 'whose they are', demoSlug] as const
  approval
    .command('list')
    .description('list them, the newest first')
    .option(...company)
    .action(list)
  for (const verdict of ['approve', 'refuse'] as const) {
    const about = verdict === 'approve' ? 'approve one: the service does it at once, once' : 'refuse one'
    approval
      .command(verdict)
      .description(about)
      .argument('<id>', 'its id in `flightdeck approval list`')
      .option('--comment <text>', 'why, for whoever asked and for the record', parseComment)
      .option(...company)
      .action((id: string, options: Options & { comment?: string }) => settle(id, verdict, options))
  }
  addTargetCommands(approval)
}

function addTargetCommands(approval: Command): void {
  const target = approval.command('target').description('where links by which a person decides are sent')
  const company = ['--company <slug>', 'whose it is', demoSlug] as const
  target
    .command('add')
    .description('add one; its address comes on standard input and is kept sealed')
    .requiredOption('--name <name>', 'what to call it')
    .requiredOption('--kind <kind>', `how it is written to: ${targetKinds.join(', ')}`, parseKind)
    .option(...company)
    .action(add)
  target
    .command('list')
    .description('list them, without their addresses')
    .option(...company)
    .action(listAll)
  target
    .command('remove')
    .description('remove one')
    .argument('<name>', 'its name')
    .option(...company)
    .action(removeOne)
}

function parseKind(text: string): TargetKind {
  const kind = targetKinds.find((word) => word === text)
  if (!kind) throw new InvalidArgumentError(`Choose from ${targetKinds.join(', ')}.`)
  return kind
}

function parseComment(text: string): string {
  const comment = text.trim()
  if (comment.length > maxCommentLength)
    throw new InvalidArgumentError(`It has ${comment.length} characters; ${maxCommentLength} are the most.`)
  return comment
}

/** What somebody wrote elsewhere has one line of the table, and moves no cursor. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ')
}

async function list(options: Options): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const { approvals } = await listApprovals({ db }, { company }, { offset: 0, limit: 50 })
    if (approvals.length === 0) return explain('Nothing waits, or waited, for approval.')
    const rows = approvals.map(({ id, state, operation, askedBy, expiresAt, why, asks, about, summary, comment }) => [
      ...[String(id), state, summary?.title ?? operation, askedBy, formatTime(expiresAt)],
      ...[about?.message ?? why[0]?.message ?? asks ?? '', oneLine(comment ?? '')],
    ])
    print(formatTable(['ID', 'STATE', 'OPERATION', 'ASKED BY', 'EXPIRES', 'WHY', 'COMMENT'], rows))
  })
}

/** How long the command waits for the service to do what was approved. */
const waitMs = 30_000
const lookEveryMs = 250

async function settle(
  text: string,
  verdict: ApprovalDecision['verdict'],
  options: Options & { comment?: string },
): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const approvalId = idFrom(text)
    if (approvalId === null) throw new CommandProblem(`There is no approval ${text}. See: flightdeck approval list`)
    const { comment } = options
    await audited(db, company, async (trx) => {
      const result = await decide({ db: trx }, { company }, { approvalId, verdict, by: operator().name, comment })
      return { result, entry: { action: `approval ${verdict}`, ...decisionEvent(result) } }
    })
    if (verdict === 'refuse') return print(`Approval ${approvalId} is refused.`)
    const end = Date.now() + waitMs
    let approval = await findApproval({ db }, { company }, approvalId)
    while (approval.state === 'approved' && approval.heldUp === null && Date.now() < end) {
      await delay(lookEveryMs)
      approval = await findApproval({ db }, { company }, approvalId)
    }
    if (approval.heldUp) {
      const { message, retryAt } = approval.heldUp
      return explain(`It is approved, and is tried again at ${formatTime(retryAt)}: ${message}`)
    }
    if (approval.state === 'approved') return explain('It is approved, and is done as soon as the service runs.')
    if (approval.state === 'done') return print(`Approval ${approvalId} is given, and it was done.`)
    throw new CommandProblem(
      `It was approved, but it is ${approval.state}: ${problemOf(approval) ?? 'no reason is known'}`,
    )
  })
}

async function add(options: Options & { name: string; kind: TargetKind }): Promise<void> {
  const config = readConfig()
  const address = await readAddress()
  await withDatabase(config, async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const seal = await openSeal(db, config)
    const { name, kind } = options
    await audited(db, company, async (trx) => ({
      result: await addTarget({ db: trx, seal }, company.id, { name, kind, address }),
      entry: { action: 'approval target add', targets: [`target:${name}`], after: { name, kind } },
    }))
    print(`Links of ${company.name} that decide are sent to ${name} from now on.`)
  })
}

async function readAddress(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8').trim()
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandProblem(
      'Give the address on standard input, as in: echo https://... | flightdeck approval target add',
    )
  return text
}

async function listAll(options: Options): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const targets = await listTargets(db, company.id)
    if (targets.length === 0) return explain('There is none: decide with flightdeck approval approve.')
    print(
      formatTable(
        ['NAME', 'KIND'],
        targets.map(({ name, kind }) => [name, kind]),
      ),
    )
  })
}

async function removeOne(name: string, options: Options): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const gone = await audited(db, company, async (trx) => {
      const before = await removeTarget(trx, company.id, name)
      const entry = { action: 'approval target remove', targets: [`target:${name}`], before, after: { removed: true } }
      return { result: before, entry: before ? entry : null }
    })
    if (!gone) throw new CommandProblem(`There is no target "${name}".`)
    print(`${name} is sent nothing any more.`)
  })
}
