import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { makeLink } from '../approvals/links.ts'
import { inOneLine } from '../guards/asking/summary.ts'
import type { EventData, EventName } from '../events/catalogue.ts'
import { lastNumber, readEvents } from '../events/read.ts'
import type { NumberedEvent } from '../events/read.ts'
import type { Pulse } from '../../probes/pulse.ts'
import type { MailWords } from '../people/invites/mail/message.ts'
import type { MailOutbox } from '../people/invites/mail/outbox.ts'
import type { EventMailKind } from '../../db/tables/people.ts'
import { recipientsIn } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { approvalIn, rules } from './rules.ts'
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
  pulse: Pick<Pulse, 'step'>
}

/** Writes the mails that a company's events ask for, each event once. An event is in the transaction of what it tells: so nothing is lost. */
export async function writeMailsFor(deps: Deps, companyId: CompanyId): Promise<void> {
  const company = { id: companyId, slug: '' }
  for (;;) {
    const cursor = await deps.pulse.step(cursorOf(deps.db, companyId))
    // Asked before the events: all up to it are there when they are read.
    const last = await lastNumber(deps, { company })
    if (last <= cursor) return
    const found = await readEvents(deps, { company }, { after: cursor, types: followed, limit: atOnce })
    let from = cursor
    for (const event of found) {
      if (!(await deps.pulse.step(notifyOf(deps, companyId, event, from)))) return
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

async function notifyOf(
  { db, mails }: Deps,
  companyId: CompanyId,
  recorded: NumberedEvent,
  from: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await moveCursor(trx, companyId, from, recorded.seq))) return false
    const teller = notifiers[recorded.event.type]
    if (teller) await teller({ db: trx, mails, companyId, recorded })
    return true
  })
}

interface Notification {
  db: Db
  mails: MailOutbox
  companyId: CompanyId
  recorded: NumberedEvent
}

const notifiers: Partial<Record<EventName, (telling: Notification) => Promise<void>>> = {
  'approval.asked': notifyOfApproval,
  'batch.finished': notifyOfBatch,
  'spend.reached': notifyOfCap,
  'spend.stopped': notifyOfCap,
  'person.passkey_added': notifyOfPasskey,
  'key.created': notifyOfKey,
}

const followed = Object.keys(notifiers) as EventName[]

interface Mail {
  kind: EventMailKind
  /** What it tells. */
  about: string
  expiresAt?: Date
  /** For nobody else. */
  userId?: number
}

/** The one way on which mails of events are written: to whoever the rule of their kind lets know, which is asked again before they are sent. */
async function mailEach<Facts>(
  telling: Notification,
  { kind, about, userId, ...more }: Mail,
  wordsFor: (person: Recipient, own: Facts) => MailWords | Promise<MailWords>,
): Promise<void> {
  const { db, mails, companyId, recorded } = telling
  const { wanting, sees } = rules[kind]
  for (const person of await recipientsIn(db, companyId, {
    ...(wanting ? { wanting } : {}),
    ...(userId === undefined ? {} : { userId }),
  })) {
    const own = await sees(telling, person)
    if (!own) continue
    const words = await wordsFor(person, own.data as Facts)
    const whom = { companyId, userId: person.userId, to: person.email, once: `${about} to ${person.userId}` }
    await mails.write(db, { ...whom, ...more, kind, words, event: recorded.seq })
  }
}

/** Each decides by a link of their own. */
async function notifyOfApproval(telling: Notification): Promise<void> {
  const { db, mails, companyId, recorded } = telling
  const approval = await approvalIn(db, companyId, recorded)
  const { id, askedBy, expiresAt, summary, about, operation, why, asks } = approval
  const what = summary ? inOneLine(summary) : (about?.message ?? operation.replaceAll('_', ' '))
  await mailEach(telling, { kind: 'approval', about: `approval ${id}`, expiresAt }, async (person) => {
    const link = mails.address(`approvals/${await makeLink(db, id, person.name, person.userId)}`)
    const reason = why[0]?.message ?? asks ?? ''
    const { language } = person
    return approvalWords({ language, id, company: person.companyName, askedBy, what, why: reason, expiresAt, link })
  })
}

async function notifyOfBatch(telling: Notification): Promise<void> {
  const { mails, recorded } = telling
  if ((recorded.event.data as EventData['batch.finished']).failedCount === 0) return
  const mail = { kind: 'failed-launch', about: `event ${recorded.event.id}` } as const
  await mailEach<EventData['batch.finished']>(telling, mail, (person, own) => {
    const { adBatchId, adBatchSlug: batch, failedCount: failed, totalAds: total } = own
    const link = mails.address(`batches/${adBatchId}`)
    const { companyName: company, language } = person
    return failedLaunchWords({ language, company, batch, failed, total, link })
  })
}

async function notifyOfCap(telling: Notification): Promise<void> {
  const { mails, recorded } = telling
  const { type, timestamp } = recorded.event
  const data = recorded.event.data as EventData['spend.reached'] | EventData['spend.stopped']
  const { guardId, name: guardName, spent, cap, currency } = data
  const then = 'paused' in data ? { paused: data.paused } : { mode: data.mode, limit: data.limit }
  // A guard that was changed may reach its cap again on the same day.
  const mail = { kind: 'cap', about: `cap ${guardId} ${type} ${timestamp.slice(0, 10)}` } as const
  const link = mails.address('guards')
  await mailEach(telling, mail, ({ companyName: company, language }) =>
    capWords({ language, company, guardId, guardName, spent, cap, currency, then, link }),
  )
}

/** Every company of the person has the event: one mail is enough. */
async function notifyOfPasskey(telling: Notification): Promise<void> {
  const { personId: userId, passkeyId } = telling.recorded.event.data as EventData['person.passkey_added']
  if (passkeyId === undefined) return
  await mailEach(telling, { kind: 'passkey', about: `passkey ${passkeyId}`, userId }, ({ name, language }) =>
    passkeyWords({ language, name, link: telling.mails.address('settings') }),
  )
}

async function notifyOfKey(telling: Notification): Promise<void> {
  const { keyId, name: keyName, scopes } = telling.recorded.event.data as EventData['key.created']
  if (!scopes.includes('admin')) return
  await mailEach(telling, { kind: 'admin-key', about: `key ${keyId}` }, ({ companyName: company, language }) =>
    adminKeyWords({ language, company, keyName, link: telling.mails.address('keys') }),
  )
}
