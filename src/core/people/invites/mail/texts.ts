import type { Role } from '../../../../db/tables/people.ts'
import { wordsIn } from '../../../../languages/languages.ts'
import { calledInMail, shortened } from './message.ts'
import type { MailWords } from './message.ts'

/** The language of whoever gets it, as they keep it; null: they keep none. */
interface Facts {
  language: string | null
}

export interface InviteFacts extends Facts {
  company: string
  invitedBy: string
  role: Role
  days: number
  link: string
}

export function inviteWords({ language, company, invitedBy, role, days, link }: InviteFacts): MailWords {
  const { mail } = wordsIn(language)
  const facts = { where: calledInMail(company), who: calledInMail(invitedBy), role: mail.roles[role], days }
  const { subject, paragraphs, button, footer } = mail.invite(facts)
  const ends = `${mail.once} ${footer}`
  return { language, subject, paragraphs, link: { text: button, address: link }, footer: ends }
}

export interface SignInFacts extends Facts {
  company: string
  minutes: number
  link: string
}

export function signInWords({ language, company, minutes, link }: SignInFacts): MailWords {
  const { mail } = wordsIn(language)
  const { subject, paragraphs, button, footer } = mail.signIn({ where: calledInMail(company), minutes })
  const ends = `${mail.once} ${footer}`
  return { language, subject, paragraphs, link: { text: button, address: link }, footer: ends }
}

export interface ApprovalFacts extends Facts {
  id: number
  company: string
  askedBy: string
  /** What it is about, in a line. */
  what: string
  /** Why a person is asked. */
  why: string
  expiresAt: Date
  link: string
}

export function approvalWords({
  language,
  id,
  company,
  askedBy,
  what,
  why,
  expiresAt,
  link,
}: ApprovalFacts): MailWords {
  const { mail } = wordsIn(language)
  const said = mail.approval({
    ...{ id, where: calledInMail(company), who: calledInMail(askedBy), until: timeOf(expiresAt) },
    ...{ title: shortened(what, 90), what: shortened(what, 500) },
  })
  const { subject, button, footer } = said
  const [asks = '', until = ''] = said.paragraphs
  const paragraphs = [asks, ...(why === '' ? [] : [shortened(why, 1_000)]), until]
  return { language, subject, paragraphs, link: { text: button, address: link }, footer }
}

export interface FailedLaunchFacts extends Facts {
  company: string
  batch: string
  failed: number
  total: number
  link: string
}

export function failedLaunchWords({ language, company, batch, failed, total, link }: FailedLaunchFacts): MailWords {
  const { mail } = wordsIn(language)
  const facts = { where: calledInMail(company), batch: shortened(batch, 80), failed, total }
  const { subject, paragraphs, button } = mail.failed(facts)
  return { language, subject, paragraphs, link: { text: button, address: link }, footer: mail.chosen }
}

export interface ReachedCapFacts extends Facts {
  company: string
  guardId: number
  guardName: string | null
  spent: number
  cap: number
  currency: string
  /** How many campaigns the guard has paused, or what it does with what costs from then on. */
  then: { paused: number } | { mode: 'refuse' | 'ask' | 'warn'; limit: 'dailyCap' | 'monthlyCap' }
  link: string
}

export function capWords(facts: ReachedCapFacts): MailWords {
  const { language, company, guardId, guardName, spent, cap, currency, then, link } = facts
  const { mail } = wordsIn(language)
  const { subject, paragraphs, button } = mail.cap({
    ...{ where: calledInMail(company), spent, cap, currency },
    guard: guardName === null ? mail.guardNumber(guardId) : mail.guardNamed(calledInMail(guardName)),
    then: 'paused' in then ? mail.paused(then.paused) : mail.afterCap[then.mode](mail.ends[then.limit]),
  })
  return { language, subject, paragraphs, link: { text: button, address: link }, footer: mail.chosen }
}

export interface PasskeyFacts extends Facts {
  name: string
  link: string
}

export function passkeyWords({ language, name, link }: PasskeyFacts): MailWords {
  const { subject, paragraphs, button, footer } = wordsIn(language).mail.passkey({ name: calledInMail(name) })
  return { language, subject, paragraphs, link: { text: button, address: link }, footer }
}

export interface AdminKeyFacts extends Facts {
  company: string
  keyName: string
  link: string
}

export function adminKeyWords({ language, company, keyName, link }: AdminKeyFacts): MailWords {
  const facts = { where: calledInMail(company), key: calledInMail(keyName) }
  const { subject, paragraphs, button, footer } = wordsIn(language).mail.adminKey(facts)
  return { language, subject, paragraphs, link: { text: button, address: link }, footer }
}

/** Nobody is known whom it goes to. */
export const testWords = (): MailWords => wordsIn(null).mail.test

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
