import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { isEventKind } from '../../db/tables/people.ts'
import type { EventMailKind } from '../../db/tables/people.ts'
import { findApproval } from '../approvals/read.ts'
import type { Approval } from '../approvals/read.ts'
import type { EventData } from '../events/catalogue.ts'
import { readEvents } from '../events/read.ts'
import type { NumberedEvent } from '../events/read.ts'
import { strictGuard } from '../guards/asking/four-eyes.ts'
import type { HeldMail } from '../people/invites/mail/outbox.ts'
import { recipientsIn } from './recipients.ts'
import type { MailChoice, Recipient } from './recipients.ts'

/** An event of a company, and somebody who may be told of it. */
interface Asking {
  db: Db
  companyId: CompanyId
  recorded: NumberedEvent
}

type SeenEvent = NumberedEvent['event']

/** To whom a kind of mail goes: asked when it is written, and again right before it is sent, because it may have waited for a day. */
interface MailRule {
  /** Only those who chose it; left out: it is always mailed. */
  wanting?: MailChoice
  /** The event as they see it now; null: they may not know it. */
  sees: (asking: Asking, person: Recipient) => Promise<SeenEvent | null>
}

/** A kind that has no rule does not compile. */
export const rules: Record<EventMailKind, MailRule> = {
  approval: { wanting: 'approvals', sees: whoMayDecide },
  'failed-launch': { wanting: 'launches', sees: whoSeesFailed },
  cap: { wanting: 'caps', sees: seenBy },
  // It is about themselves, whatever else they may see.
  passkey: { sees: async ({ recorded }) => recorded.event },
  'admin-key': { sees: async (asking, person) => (person.isAdmin ? seenBy(asking, person) : null) },
}

/** Whether it is still for who it was written for. */
export async function isStillForThem(db: Db, { companyId, userId, kind, message }: HeldMail): Promise<boolean> {
  // An invite that was withdrawn took its mail along, and so did a person who has left.
  if (!isEventKind(kind) || userId === null) return true
  // Written by a version that did not say of what.
  if (message?.event === undefined) return true
  const { wanting, sees } = rules[kind]
  const company = { id: companyId, slug: '' }
  const [recorded] = await readEvents({ db }, { company }, { after: 0, among: [message.event], limit: 1 })
  const [person] = await recipientsIn(db, companyId, { ...(wanting ? { wanting } : {}), userId })
  if (!recorded || !person) return false
  return (await sees({ db, companyId, recorded }, person)) !== null
}

async function seenBy({ db, recorded }: Asking, { company }: Recipient): Promise<SeenEvent | null> {
  const [own] = await readEvents({ db }, { company }, { after: 0, among: [recorded.seq], limit: 1 })
  return own?.event ?? null
}

async function whoSeesFailed(asking: Asking, person: Recipient): Promise<SeenEvent | null> {
  const own = await seenBy(asking, person)
  return own && (own.data as EventData['batch.finished']).failedCount > 0 ? own : null
}

async function whoMayDecide(asking: Asking, person: Recipient): Promise<SeenEvent | null> {
  const { db, companyId, recorded } = asking
  const own = person.isAdmin ? await seenBy(asking, person) : null
  if (!own) return null
  const approval = await approvalIn(db, companyId, recorded)
  if (approval.state !== 'waiting') return null
  const isOpen = person.userId !== approval.askedById || (await strictGuard(db, approval)) === null
  return isOpen ? own : null
}

export function approvalIn(db: Db, companyId: CompanyId, { event }: NumberedEvent): Promise<Approval> {
  const { approvalId } = event.data as EventData['approval.asked']
  return findApproval({ db }, { company: { id: companyId, slug: '' } }, approvalId)
}
