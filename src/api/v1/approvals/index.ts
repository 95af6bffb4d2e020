import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { decide, maxCommentLength } from '../../../core/approvals/decide.ts'
import { peopleBehind } from '../../../core/guards/asking/four-eyes.ts'
import type { ApprovalDecision } from '../../../core/approvals/decide.ts'
import { findApproval, listApprovals, problemOf } from '../../../core/approvals/read.ts'
import type { Approval } from '../../../core/approvals/read.ts'
import { withinReach } from '../../../core/guards/asking/summary.ts'
import { AppError } from '../../../errors.ts'
import type { Call } from '../../../call/operation.ts'
import { only } from '../../../lookup.ts'
import type { Services } from '../../../services.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { ApprovalSummary } from './approval-summary.ts'
import { forecastReply } from '../forecast.ts'
import { GuardNote } from '../spend-guards/guard-note.ts'

const states = ['waiting', 'approved', 'done', 'failed', 'outdated', 'refused', 'expired'] as const
const StateWord = z.enum(states).meta({ id: 'ApprovalState' })
const time = (description: string) => z.string().meta({ description, format: 'date-time' })

const timeOrNull = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })

const RuleWish = z
  .object({
    automationId: z.number().int().meta({ description: 'Id of the rule.' }),
    automationName: z.string().meta({ description: 'What the rule is called.' }),
    executionId: z.number().int().meta({ description: 'Id of the execution in which it decided.' }),
    decisionId: z.number().int().meta({ description: 'Id of its decision.' }),
    message: z.string().meta({ description: 'What it wants to do, in a sentence, with the numbers.' }),
    platform: z.string().meta({ description: 'Which platform, by its name here.' }),
    accountId: z.string().nullable().meta({ description: 'The ad account.' }),
    level: z.string().meta({ description: 'What kind of thing it is about.' }),
    entityId: z.string().meta({ description: 'Id of what it is about.' }),
    entityName: z.string().nullable().meta({ description: 'Its name, where it is known.' }),
    numbers: z.record(z.string(), z.number().nullable()).meta({ description: 'The numbers that it decided on.' }),
    actions: z
      .array(
        z
          .object({
            action: z.string().meta({ description: 'What is done, in the word of rules.' }),
            operation: z
              .string()
              .nullable()
              .meta({ description: 'The operation that does it; null: nothing but a label.' }),
            input: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What that is asked for with.' }),
            before: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What is there now.' }),
          })
          .meta({ id: 'RuleWishAction' }),
      )
      .meta({ description: 'The writes, exactly as they will be made.' }),
    ...forecastReply,
  })
  .meta({ id: 'RuleWish' })

const ApprovalView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the approval.' }),
    state: StateWord.meta({
      description:
        'waiting; approved (about to be done, or see heldUp); done; failed (it was tried, see result); outdated (something it depends on has ' +
        'changed, so it was not done); refused; expired.',
    }),
    operation: z.string().meta({ description: 'The operation that is to be done, by its name.' }),
    input: z.record(z.string(), z.unknown()).meta({ description: 'What it was asked for with, as it came.' }),
    askedBy: z.string().meta({ description: 'Who wants it: a person, or a key, an assistant or a rule by its name.' }),
    askedByPerson: z
      .object({
        id: z.number().int().meta({ description: 'Id of the person.' }),
        name: z.string().meta({ description: 'Their name.' }),
      })
      .meta({ id: 'ApprovalPerson' })
      .nullable()
      .meta({
        description:
          'The person for whom it is asked: whose session, key, assistant or rule it is; null: nobody knows.',
      }),
    fourEyes: z.boolean().meta({
      description:
        'Whether a guard wanted somebody else than that person to approve it when it was asked for. Removing the guard does not change this.',
    }),
    digest: z.string().meta({ description: 'Names what it does and what it depends on; whoever approves it says it.' }),
    why: z.array(GuardNote).meta({ description: 'The guards that ask.' }),
    asks: z.string().nullable().meta({
      description:
        'Why a person is asked also where no guard asks: a key that asks before it spends; null: nothing else asks.',
    }),
    about: RuleWish.nullable().meta({ description: 'What a rule wants to do, and why; null: no rule is behind it.' }),
    summary: ApprovalSummary.nullable().meta({
      description:
        'What it makes or changes, where, and whether that goes live, as it was when it was asked for; null: a rule is behind it (see about).',
    }),
    askedAt: time('When it was asked for.'),
    expiresAt: time('When it can no longer be approved.'),
    decidedAt: timeOrNull('When a person decided.'),
    decidedBy: z.string().nullable().meta({ description: 'Who decided; null: nobody did.' }),
    comment: z.string().nullable().meta({ description: 'What they said about it; null: nothing.' }),
    endedAt: timeOrNull('When it was done, or given up.'),
    heldUp: z
      .object({
        message: z.string().meta({ description: 'What keeps it from being done, such as a limit of the platform.' }),
        retryAt: time('When it is tried again.'),
      })
      .meta({ id: 'ApprovalHeldUp' })
      .nullable()
      .meta({
        description: 'Why something that is approved could not be done yet; null: nothing is known to be in its way.',
      }),
    result: z
      .object({
        status: z.number().int().meta({ description: 'The HTTP status that it would have answered with.' }),
        body: z.record(z.string(), z.unknown()).meta({ description: 'What it answered, or its error.' }),
      })
      .meta({ id: 'ApprovalResult' })
      .nullable()
      .meta({ description: 'What came of it; null: it was not tried.' }),
  })
  .meta({ id: 'Approval' })

const section = 'Safety'
const ApprovalId = z.coerce
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Id of the approval.' })

export const listApprovalsOperation = operation({
  name: 'list_approvals',
  rest: { method: 'GET', path: '/v1/approvals' },
  section,
  summary: 'Writes that wait, or waited, for a person; the newest first.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    state: StateWord.optional().meta({ description: 'Only those in this state.' }),
    ...pageFields(100, 20),
  }),
  example: {},
  reply: pageOf(ApprovalView),
  async handle(deps, call, { state, ...paged }) {
    const window = windowOf(paged)
    const { approvals, total } = await listApprovals(deps, call, { state, ...window })
    return pageWith(await presented(deps, call, approvals), window, total)
  },
})

export const getApproval = operation({
  name: 'get_approval',
  rest: { method: 'GET', path: '/v1/approvals/{id}' },
  section,
  summary: 'One of them, with its result once it was done.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id: ApprovalId }),
  example: { id: demo.approval },
  reply: ApprovalView,
  handle: async (deps, call, { id }) => seenBy(deps, call, await findApproval(deps, call, id)),
})

const commentField = z
  .string()
  .trim()
  .max(maxCommentLength)
  .optional()
  .meta({ description: `Why, for whoever asked and for the record; ${maxCommentLength} characters at most.` })

const forPeople =
  'For people: API keys get 403, whatever their scopes. The operator decides with `flightdeck approval approve` and ' +
  '`flightdeck approval refuse`, others by the link that was sent to them.'

export const approveApproval = operation({
  name: 'approve_approval',
  rest: { method: 'POST', path: '/v1/approvals/{id}/approve' },
  section,
  summary:
    'Approve what waits: it is done at once, once, if nothing it depends on has changed. For people: API keys get 403.',
  description: `${forPeople} 409 when it was decided before, has expired, or depends on something that has changed since.`,
  scope: 'admin',
  effect: 'changes',
  failures: ['conflict'],
  input: z.object({
    id: ApprovalId,
    digest: z.string().min(1).max(200).meta({ description: 'The digest of what was looked at.' }),
    comment: commentField,
  }),
  reply: ApprovalView,
  handle: (deps, call, { id, digest, comment }) =>
    decided(deps, call, { approvalId: id, verdict: 'approve', by: call.actor.name, digest, comment }),
})

export const refuseApproval = operation({
  name: 'refuse_approval',
  rest: { method: 'POST', path: '/v1/approvals/{id}/refuse' },
  section,
  summary: 'Refuse what waits. For people: API keys get 403.',
  description: forPeople,
  scope: 'admin',
  effect: 'changes',
  failures: ['conflict'],
  input: z.object({ id: ApprovalId, comment: commentField }),
  reply: ApprovalView,
  handle: (deps, call, { id, comment }) =>
    decided(deps, call, { approvalId: id, verdict: 'refuse', by: call.actor.name, comment }),
})

async function decided(deps: Services, call: Call, decision: ApprovalDecision): Promise<z.input<typeof ApprovalView>> {
  const { state } = await findApproval(deps, call, decision.approvalId)
  call.touched({ before: { state } })
  if (call.actor.kind !== 'user') {
    throw new AppError('forbidden', `An API key cannot decide what waits for a person. ${forPeople}`, {
      needed: 'a signed-in person',
    })
  }
  await decide(deps, call, { ...decision, userId: call.actor.id, doesIt: true })
  if (decision.verdict === 'approve') await deps.approvals.run(decision.approvalId, { forOthers: true })
  const approval = await findApproval(deps, call, decision.approvalId)
  if (approval.state === 'outdated') throw outdated(approval)
  return seenBy(deps, call, approval)
}

/** Of what is asked for, the part that the caller sees. */
async function seenBy(deps: Services, call: Call, approval: Approval): Promise<z.input<typeof ApprovalView>> {
  return only(await presented(deps, call, [approval]), 'approval')
}

async function presented(deps: Services, call: Call, approvals: Approval[]): Promise<z.input<typeof ApprovalView>[]> {
  const people = await peopleBehind(deps.db, approvals)
  return (await withinReach(deps, call, approvals)).map((approval) => presentApproval(approval, people))
}

function outdated(approval: Approval): AppError {
  return new AppError('conflict', problemOf(approval) ?? 'Something that it depends on has changed since.', {
    reason: 'changed',
  })
}

function presentApproval(approval: Approval, people: ReadonlyMap<number, string>): z.input<typeof ApprovalView> {
  const { askedAt, expiresAt, decidedAt, endedAt, heldUp, askedById, fourEyesGuard, accounts: _, ...rest } = approval
  const name = people.get(askedById ?? 0)
  return {
    ...rest,
    askedByPerson: askedById === null || name === undefined ? null : { id: askedById, name },
    fourEyes: fourEyesGuard !== null,
    askedAt: askedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    heldUp: heldUp && { ...heldUp, retryAt: heldUp.retryAt.toISOString() },
  }
}
