import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import type { MailKind } from '../../db/tables/people.ts'
import { strictGuard } from '../guards/asking/four-eyes.ts'
import { makeLink } from '../approvals/links.ts'
import { findApproval } from '../approvals/read.ts'
import type { Approval } from '../approvals/read.ts'
import { inOneLine } from '../guards/asking/summary.ts'
import type { EventData, EventName } from '../events/catalogue.ts'
import { lastNumber, readEvents } from '../events/read.ts'
import type { NumberedEvent } from '../events/read.ts'
import type { MailWords } from '../people/invites/mail/message.ts'
import type { HeldMail, MailOutbox } from '../people/invites/mail/outbox.ts'
import { recipientsIn } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import {
  adminKeyWords,
  approvalWords,
  capWords,
  failedLaunchWords,
  passkeyWords,
} from '../people/invites/mail/texts.ts'

const atOnce = 50
/** What happened so long before anybody followed is told too. */
const beforeMinutes = 60

interface Deps {
  db: Db
  mails: MailOutbox
}

/** Writes the mails that a company's events ask for, each event once. An event is in the transaction of what it tells: so nothing is lost. */
export async function writeMailsFor(deps: Deps, companyId: CompanyId): Promise<void> {
  const company = { id: companyId, slug: '' }
  for (;;) {
    const cursor = await cursorOf(deps.db, companyId)
    // Asked before the events: all up to it are there when they are read.
    const last = await lastNumber(deps, { company })
    if (last <= cursor) return
    const found = await readEvents(deps, { company }, { after: cursor, types: followed, limit: atOnce })
    let from = cursor
    for (const event of found) {
      if (!(await tellOf(deps, companyId, event, from))) return
      from = event.seq
    }
    if (found.length < atOnce) return void (await moveCursor(deps.db, companyId, from, Math.max(last, from)))
  }
}

async function cursorOf(db: Db, companyId: CompanyId): Promise<number> {
  const known = await db.selectFrom('mail_cursors').where('company_id', '=', companyId).select('seq').executeTakeFirst()
  if (known) return known.seq
  const { rows } = await sql<{ seq: number }>`
    INSERT INTO mail_cursors AS known (company_id, seq)
    SELECT ${companyId}, coalesce(
      (SELECT min(seq) - 1 FROM events WHERE company_id = ${companyId} AND seq > 0 AND at > now() - make_interval(mins => ${beforeMinutes})),
      (SELECT seq FROM event_heads WHERE company_id = ${companyId}), 0)
    ON CONFLICT (company_id) DO UPDATE SET seq = known.seq RETURNING seq`.execute(everyCompany(db))
  return rows[0]?.seq ?? 0
}

/** False: another process was quicker. */
async function moveCursor(db: Db, companyId: CompanyId, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_cursors')
    .where('company_id', '=', companyId)
    .set({ seq: to })
    .where('seq', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function tellOf({ db, mails }: Deps, companyId: CompanyId, told: NumberedEvent, from: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await moveCursor(trx, companyId, from, told.seq))) return false
    const teller = tellers[told.event.type]
    if (teller) await teller({ trx, mails, companyId, told })
    return true
  })
}

interface Telling {
  trx: Db
  mails: MailOutbox
  companyId: CompanyId
  told: NumberedEvent
}

interface Mail {
  kind: MailKind
  /** What it tells. */
  about: string
  words: MailWords
  expiresAt?: Date
  /** Of which it is asked again, before it is sent, whether they may know. */
  event?: number
}

const tellers: Partial<Record<EventName, (telling: Telling) => Promise<void>>> = {
  'approval.asked': tellOfApproval,
  'batch.finished': tellOfBatch,
  'spend.warned': tellOfCap,
  'spend.stopped': tellOfCap,
  'person.passkey_added': tellOfPasskey,
  'key.created': tellOfKey,
}

const followed = Object.keys(tellers) as EventName[]

async function mailTo({ trx, mails, companyId }: Telling, { userId, email: to }: Recipient, mail: Mail): Promise<void> {
  const { about, ...rest } = mail
  await mails.write(trx, { ...rest, companyId, userId, to, once: `${about} to ${userId}` })
}

/** The event as they see it; null: they do not. */
async function seenBy(
  { trx, told }: Pick<Telling, 'trx' | 'told'>,
  { company }: Recipient,
): Promise<NumberedEvent['event'] | null> {
  const [own] = await readEvents({ db: trx }, { company }, { after: 0, among: [told.seq], limit: 1 })
  return own?.event ?? null
}

/** Those who may approve it now, each by a link of their own. */
async function tellOfApproval(telling: Telling): Promise<void> {
  const { trx, mails, companyId, told } = telling
  const approval = await approvalIn(trx, companyId, told)
  if (approval.state !== 'waiting') return
  const { id, askedBy, expiresAt, summary, about, operation, why, asks } = approval
  const what = summary ? inOneLine(summary) : (about?.message ?? operation.replaceAll('_', ' '))
  for (const person of await recipientsIn(trx, companyId, { wanting: 'approvals' })) {
    if (!(await mayDecide(telling, approval, person))) continue
    const link = mails.address(`approvals/${await makeLink(trx, id, person.name, person.userId)}`)
    const reason = why[0]?.message ?? asks ?? ''
    const words = approvalWords({ id, company: person.companyName, askedBy, what, why: reason, expiresAt, link })
    const mail = { kind: 'approval', about: `approval ${id}`, words, expiresAt, event: told.seq } as const
    await mailTo(telling, person, mail)
  }
}

function approvalIn(db: Db, companyId: CompanyId, { event }: NumberedEvent): Promise<Approval> {
  const { approvalId } = event.data as EventData['approval.asked']
  return findApproval({ db }, { company: { id: companyId, slug: '' } }, approvalId)
}

async function mayDecide(
  telling: Pick<Telling, 'trx' | 'told'>,
  approval: Approval,
  person: Recipient,
): Promise<boolean> {
  if (!person.isAdmin || !(await seenBy(telling, person))) return false
  return person.userId !== approval.askedById || (await strictGuard(telling.trx, approval)) === null
}

/** Whether it is still for who it was written for: it may have waited, and what waits for approval is told to nobody who may not approve it. */
export async function isStillForThem(db: Db, { companyId, userId, message }: HeldMail): Promise<boolean> {
  if (message?.event === undefined || userId === null) return true
  const company = { id: companyId, slug: '' }
  const [told] = await readEvents({ db }, { company }, { after: 0, among: [message.event], limit: 1 })
  const [person] = await recipientsIn(db, companyId, { wanting: 'approvals', userId })
  if (!told || !person) return false
  const approval = await approvalIn(db, companyId, told)
  return approval.state === 'waiting' && mayDecide({ trx: db, told }, approval, person)
}

async function tellOfBatch(telling: Telling): Promise<void> {
  const { trx, mails, companyId, told } = telling
  if ((told.event.data as EventData['batch.finished']).failedCount === 0) return
  for (const person of await recipientsIn(trx, companyId, { wanting: 'launches' })) {
    const own = (await seenBy(telling, person))?.data as EventData['batch.finished'] | undefined
    if (!own || own.failedCount === 0) continue
    const { adBatchId, adBatchSlug: batch, failedCount: failed, totalAds: total } = own
    const link = mails.address(`batches/${adBatchId}`)
    const words = failedLaunchWords({ company: person.companyName, batch, failed, total, link })
    await mailTo(telling, person, { kind: 'failed-launch', about: `event ${told.event.id}`, words })
  }
}

async function tellOfCap(telling: Telling): Promise<void> {
  const { trx, mails, companyId, told } = telling
  const { guardId, name: guardName, spent, cap, currency, ...more } = told.event.data as EventData['spend.stopped']
  const isStop = told.event.type === 'spend.stopped'
  if (!isStop && spent < cap) return
  const paused = isStop ? more.paused : null
  // Of a cap that only warns, every write beyond it is an event: once a day is enough.
  const day = told.event.timestamp.slice(0, 10)
  for (const person of await recipientsIn(trx, companyId, { wanting: 'caps' })) {
    if (!(await seenBy(telling, person))) continue
    const link = mails.address('guards')
    const words = capWords({ company: person.companyName, guardId, guardName, spent, cap, currency, paused, link })
    await mailTo(telling, person, { kind: 'cap', about: `cap ${guardId} ${told.event.type} ${day}`, words })
  }
}

/** Every company of the person has the event: one mail is enough. */
async function tellOfPasskey({ trx, mails, companyId, told }: Telling): Promise<void> {
  const { personId: userId, passkeyId } = told.event.data as EventData['person.passkey_added']
  const [person] = await recipientsIn(trx, companyId, { userId })
  if (!person || passkeyId === undefined) return
  const words = passkeyWords({ name: person.name, link: mails.address('settings') })
  await mails.write(trx, { companyId, userId, kind: 'passkey', once: `passkey ${passkeyId}`, to: person.email, words })
}

async function tellOfKey(telling: Telling): Promise<void> {
  const { trx, mails, companyId, told } = telling
  const { keyId, name: keyName, scopes } = told.event.data as EventData['key.created']
  if (!scopes.includes('admin')) return
  for (const person of await recipientsIn(trx, companyId)) {
    if (!person.isAdmin || !(await seenBy(telling, person))) continue
    const words = adminKeyWords({ company: person.companyName, keyName, link: mails.address('keys') })
    await mailTo(telling, person, { kind: 'admin-key', about: `key ${keyId}`, words })
  }
}
