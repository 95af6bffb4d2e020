import { notifiesNobody } from '../../reach.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { notify } from '../../../db/notify.ts'
import { AppError } from '../../../errors.ts'
import type { RequestedCall, Context } from '../../context.ts'
import { recordEvent } from '../../events/record.ts'
import type { GuardNote } from '../terms.ts'
import { keptMeaning } from './difference.ts'
import { personBehind, strictAmong } from './four-eyes.ts'
import type { Forecast } from '../forecast/shape.ts'
import type { ApprovalSummary } from './summary.ts'

/** How long a person can approve what waits. */
const approvalHours = 24
/** More than this that nobody decides on is a mistake of whoever asks. */
const maxWaiting = 500

/** Something that waits for a person. */
export interface Waiting {
  approvalId: number
  digest: string
  expiresAt: Date
  why: GuardNote[]
}

type Fields = Record<string, unknown>

/** What a rule wants to do, for whoever decides. */
export interface RuleWish extends Partial<Forecast> {
  automationId: number
  automationName: string
  executionId: number
  decisionId: number
  /** In a sentence, with the numbers. */
  message: string
  platform: string
  accountId: string | null
  level: string
  entityId: string
  entityName: string | null
  numbers: Record<string, number | null>
  actions: { action: string; operation: string | null; input: Fields | null; before: Fields | null }[]
}

/** What people read who decide: what a rule wants, or what a write does. */
type QuestionText = { about: RuleWish } | { summary: ApprovalSummary }

/** What a person is asked. */
type Question = QuestionText & {
  digest: string
  /** What the digest is of, to tell later what is different; absent: others tell it. */
  meaning?: object
  why: GuardNote[]
  /** Which accounts it is about, as accountName has them. */
  accounts: string[]
  /** Why a person is asked also where no guard asks. */
  asks?: string | null | undefined
}

type Asking = Pick<Context, 'company' | 'actor' | 'operationKey'>

/** Stores what was asked for until a person decides. The same call again finds what is waiting already. */
export async function askPerson(
  trx: Db,
  context: Asking,
  asked: RequestedCall,
  { digest, meaning, why, accounts, asks = null, ...text }: Question,
): Promise<Waiting> {
  const known = await waitingFor(trx, context)
  if (known?.digest === digest) return { ...known, why }
  // The same call, but what it depends on has changed: the older question is of no use any more.
  if (known)
    await trx
      .updateTable('approvals')
      .where('company_id', '=', context.company.id)
      .set({ state: 'outdated' })
      .where('id', '=', known.approvalId)
      .execute()
  await refuseTooMany(trx, context)
  const { repeat } = asked
  const row = await trx
    .insertInto('approvals')
    .values({
      company_id: context.company.id,
      state: 'waiting',
      operation: asked.operation,
      input: JSON.stringify(asked.input),
      repeat_key: repeat?.key ?? null,
      repeat_path: repeat?.path ?? null,
      repeat_content: repeat ? (JSON.stringify(repeat.content) ?? null) : null,
      operation_key: context.operationKey,
      actor: JSON.stringify(context.actor),
      digest,
      meaning: meaning ? keptMeaning(meaning) : null,
      why: JSON.stringify(why),
      asked_by_user: await personBehind(trx, context),
      four_eyes_guard: await strictAmong(trx, why),
      about: JSON.stringify('about' in text ? text.about : { summary: text.summary, asks }),
      accounts,
      expires_at: sql<Date>`clock_timestamp() + make_interval(hours => ${approvalHours})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  const expiresAt = row.expires_at
  await recordEvent(trx, context.company, {
    type: 'approval.asked',
    data: {
      approvalId: row.id,
      action: asked.operation,
      askedBy: context.actor.name,
      expiresAt: expiresAt.toISOString(),
    },
    accounts,
  })
  await notify(trx, 'approval', String(row.id))
  return { approvalId: row.id, digest, expiresAt, why }
}

async function waitingFor(trx: Db, { company, operationKey }: Asking): Promise<Omit<Waiting, 'why'> | null> {
  const row = await trx
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select(['id', 'digest', 'expires_at'])
    .where('operation_key', '=', operationKey)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row ? { approvalId: row.id, digest: row.digest, expiresAt: row.expires_at } : null
}

async function refuseTooMany(trx: Db, { company }: Asking): Promise<void> {
  const { count } = await trx
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (count < maxWaiting) return
  throw new AppError('conflict', `${count} writes wait for approval already. Have some of them decided first.`)
}
