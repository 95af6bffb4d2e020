import type { CompanyId } from '../../../../db/company-id.ts'
import type { Db } from '../../../../db/connect.ts'
import { deleteInSteps } from '../../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../../db/delete-in-steps.ts'
import { notify } from '../../../../db/notify.ts'
import { everyCompany } from '../../../../db/scoped.ts'
import { sql } from '../../../../db/sql.ts'
import type { MailKind, OpeningMailKind, EventMailKind } from '../../../../db/tables/people.ts'
import { recordEvent } from '../../../events/record.ts'
import { staysIn } from '../../staying.ts'
import { addressForPeople } from '../../address.ts'
import type { Seal } from '../../../secrets/seal.ts'
import type { MailMessage } from './message.ts'

/** Told to every process when there is a mail to send. */
export const mailChannel = 'mail'

/** A mail that was not sent within a day is given up. */
const givenUpAfterHours = 24
/** How long after each failed attempt the next one is made; the last is repeated. */
const retryAfterSeconds = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600]
/** Longer than an attempt may take: then somebody else tries. */
const leaseSeconds = 120
const keptDays = 30

/** What tells of an event names it, so that it can be asked again who may know. */
type NewMail = MailParts & ({ kind: OpeningMailKind } | { kind: EventMailKind; event: number })

interface MailParts extends Omit<MailMessage, 'event'> {
  companyId: CompanyId
  /** Whom it is for; left out: somebody who is invited. */
  userId?: number
  inviteId?: number
  /** By which mails to it are counted, and who sends it. */
  addressHash?: Buffer
  senderId?: number | null
  /** Names what it tells and whom: a second one of the same name is not written. */
  once: string
  /** When what it tells is of no use any more; left out: after a day. */
  expiresAt?: Date
}

/** Where mails are left, in the transaction of what they tell. Workers send them. */
export interface MailOutbox {
  write(trx: Db, mail: NewMail): Promise<void>
  /** Where a page of the dashboard is. What opens something stands behind the #, so that no server and no log sees it. */
  page(path: string): string
  /** Where a page of the API is. */
  address(path: string): string
}

const purposeOf = (companyId: CompanyId) => `mail ${companyId}`

export function createOutbox(seal: Seal, publicUrl: () => string): MailOutbox {
  return {
    page: (path) => `${addressForPeople(publicUrl())}/#/${path}`,
    address: (path) => `${addressForPeople(publicUrl())}/${path}`,
    async write(
      trx,
      {
        companyId,
        userId = null,
        inviteId = null,
        addressHash = null,
        senderId = null,
        kind,
        once,
        expiresAt,
        ...message
      },
    ) {
      const lastAt = new Date(Date.now() + givenUpAfterHours * 3_600_000)
      await trx
        .insertInto('mails')
        .values({
          ...{ company_id: companyId, user_id: userId, invite_id: inviteId, kind, once },
          ...{ address_hash: addressHash, sender_id: senderId },
          sealed_message: seal.seal(JSON.stringify(message satisfies MailMessage), purposeOf(companyId)),
          expires_at: expiresAt && expiresAt < lastAt ? expiresAt : lastAt,
        })
        .onConflict((conflict) => conflict.column('once').doNothing())
        .execute()
      await notify(trx, mailChannel, String(companyId))
    },
  }
}

/** A mail that this process is to send. */
export interface HeldMail {
  id: number
  companyId: CompanyId
  /** Whom it is for; null: somebody who is invited. */
  userId: number | null
  kind: MailKind
  /** Counts the attempts, this one too: whoever has the latest number holds it. */
  tries: number
  createdAt: Date
  /** It came too late: what it tells is of no use any more. */
  isOver: boolean
  /** Null: it was sealed with a key that is not here. */
  message: MailMessage | null
}

interface DueMail {
  id: number
  company_id: CompanyId
  user_id: number | null
  kind: MailKind
  tries: number
  created_at: Date
  is_over: boolean
  sealed_message: Buffer
}

/** Takes the next that is due, for as long as an attempt may take; null: none is. */
export async function takeMail({ db, seal }: { db: Db; seal: Seal }): Promise<HeldMail | null> {
  const { rows } = await sql<DueMail>`
    UPDATE mails SET tries = tries + 1, next_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    WHERE id = (
      SELECT id FROM mails WHERE state = 'waiting' AND next_at <= clock_timestamp() AND ${staysIn('mails.company_id')}
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, company_id, user_id, kind, tries, created_at, expires_at <= clock_timestamp() AS is_over, sealed_message`.execute(
    everyCompany(db),
  )
  const [row] = rows
  if (!row) return null
  const { id, company_id: companyId, user_id: userId, kind, tries, created_at: createdAt, is_over: isOver } = row
  return { id, companyId, userId, kind, tries, createdAt, isOver, message: openedBy(seal, row) }
}

/** One that cannot be opened must not hold up those behind it. */
function openedBy(seal: Seal, { company_id: companyId, sealed_message: sealed }: DueMail): MailMessage | null {
  try {
    return JSON.parse(seal.open(sealed, purposeOf(companyId))) as MailMessage
  } catch {
    return null
  }
}

/** How long until the next is due; null: none waits. */
export async function nextMailInMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT extract(epoch FROM min(next_at) - clock_timestamp())::float8 * 1000 AS ms FROM mails WHERE state = 'waiting'`.execute(
    everyCompany(db),
  )
  return rows[0]?.ms ?? null
}

/** What became of an attempt. */
export type MailAttempt = { state: 'sent' } | { state: 'refused' | 'later'; problem: string }

/** Writes down what became of it, unless somebody else tries by now. Answers how it stands. */
export async function noteAttempt(
  db: Db,
  mail: HeldMail,
  attempt: MailAttempt,
): Promise<'sent' | 'failed' | 'waiting'> {
  return db.transaction().execute(async (trx) => {
    const seconds = retryAfterSeconds[Math.min(mail.tries, retryAfterSeconds.length) - 1] ?? 0
    const next = sql`clock_timestamp() + make_interval(secs => ${seconds})`
    const problem = attempt.state === 'sent' ? null : attempt.problem
    const ends = sql`${attempt.state !== 'later'} OR ${next} >= expires_at`
    const { rows } = await sql<{ state: 'sent' | 'failed' | 'waiting'; user_id: number | null }>`
      UPDATE mails SET problem = ${problem}, next_at = ${next},
        state = CASE WHEN ${attempt.state === 'sent'} THEN 'sent' WHEN ${ends} THEN 'failed' ELSE 'waiting' END,
        sealed_message = CASE WHEN ${ends} THEN NULL ELSE sealed_message END,
        ended_at = CASE WHEN ${ends} THEN clock_timestamp() END
      WHERE id = ${mail.id} AND state = 'waiting' AND tries = ${mail.tries} RETURNING state, user_id`.execute(
      everyCompany(trx),
    )
    const [row] = rows
    if (row?.state === 'failed') {
      const data = { mailId: mail.id, kind: mail.kind, personId: row.user_id, problem: problem ?? '' }
      await recordEvent(trx, { id: mail.companyId }, { type: 'mail.failed', data })
    }
    return row?.state ?? 'waiting'
  })
}

/** Of mails that were sent or given up, nothing is kept for long. */
export async function forgetMails(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`one.created_at < now() - make_interval(days => ${keptDays})`
  await deleteInSteps(everyCompany(db), { table: 'mails', by: { column: 'id', type: 'id' }, isOld }, pace)
}
