import type { Role } from '../../../../db/tables/people.ts'
import { calledInMail, shortened } from './message.ts'
import type { MailWords } from './message.ts'

const once = 'The link works once. Whoever has it can use it: do not pass this mail on.'

export interface InviteFacts {
  company: string
  invitedBy: string
  role: Role
  days: number
  link: string
}

export function inviteWords({ company, invitedBy, role, days, link }: InviteFacts): MailWords {
  const [where, who] = [calledInMail(company), calledInMail(invitedBy)]
  return {
    subject: `${who} invites you to ${where} on Flightdeck`,
    paragraphs: [
      `${who} invites you to join ${where} on Flightdeck, as ${role}.`,
      `The invite can be accepted within ${days} days. Accepting it also confirms that this address is yours.`,
    ],
    link: { text: 'Accept the invite', address: link },
    footer: `${once} If you do not know ${where}, leave it unanswered.`,
  }
}

export interface SignInFacts {
  company: string
  minutes: number
  link: string
}

export function signInWords({ company, minutes, link }: SignInFacts): MailWords {
  const where = calledInMail(company)
  return {
    subject: `Sign in to ${where} on Flightdeck`,
    paragraphs: [`Here is the link that was asked for. It signs you in to ${where} within ${minutes} minutes.`],
    link: { text: 'Sign in', address: link },
    footer: `${once} If you did not ask for it, do nothing: nobody is signed in by asking.`,
  }
}

export interface ApprovalFacts {
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

export function approvalWords({ id, company, askedBy, what, why, expiresAt, link }: ApprovalFacts): MailWords {
  const who = calledInMail(askedBy)
  return {
    subject: `Approval ${id} for ${calledInMail(company)}: ${shortened(what, 90)}`,
    paragraphs: [
      `${who} asks: ${shortened(what, 500)} (Approval ${id})`,
      ...(why === '' ? [] : [shortened(why, 1_000)]),
      `It can be decided until ${timeOf(expiresAt)}.`,
    ],
    link: { text: 'Look at it and decide', address: link },
    footer:
      'The link decides as you, with the rights that you have at that moment, and the audit log has it under your name: do not pass this mail on.',
  }
}

export interface FailedLaunchFacts {
  company: string
  batch: string
  failed: number
  total: number
  link: string
}

export function failedLaunchWords({ company, batch, failed, total, link }: FailedLaunchFacts): MailWords {
  const ads = `${failed} of ${total} ${total === 1 ? 'ad' : 'ads'}`
  return {
    subject: `${ads} failed to launch in ${calledInMail(company)}`,
    paragraphs: [
      `The launch ${shortened(batch, 80)} has ended: ${ads} failed. The dashboard says why, and launches them again.`,
    ],
    link: { text: 'See what failed', address: link },
    footer: chosen,
  }
}

export interface ReachedCapFacts {
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

export function capWords({
  company,
  guardId,
  guardName,
  spent,
  cap,
  currency,
  then,
  link,
}: ReachedCapFacts): MailWords {
  const name = guardName === null ? `Guard ${guardId}` : `The guard ${calledInMail(guardName)}`
  return {
    subject: `${name} has reached its cap in ${calledInMail(company)}`,
    paragraphs: [`${name} has reached its cap: ${spent} of ${cap} ${currency} are spent.`, afterCap(then)],
    link: { text: 'See the guards', address: link },
    footer: chosen,
  }
}

function afterCap(then: ReachedCapFacts['then']): string {
  if ('paused' in then) return `It has paused ${then.paused} ${then.paused === 1 ? 'campaign' : 'campaigns'}.`
  const until = then.limit === 'dailyCap' ? 'the day ends' : 'the month ends'
  const held = {
    refuse: `It refuses what costs more until ${until}, or an admin raises the cap.`,
    ask: `Until ${until} a person is asked about what costs more.`,
    warn: 'It warns of what costs more, and lets it through.',
  }
  return `${held[then.mode]} What runs goes on.`
}

const chosen = 'You chose to be told of this. Your settings in the dashboard say what is mailed to you.'

export function passkeyWords({ name, link }: { name: string; link: string }): MailWords {
  return {
    subject: 'A passkey was added to your Flightdeck account',
    paragraphs: [
      `A passkey was added for ${calledInMail(name)}. It signs you in to every company that you belong to.`,
      'If it was not you, remove it and end your sessions, and tell whoever runs Flightdeck.',
    ],
    link: { text: 'See your passkeys', address: link },
    footer: 'This is told for your safety, and cannot be switched off.',
  }
}

export interface AdminKeyFacts {
  company: string
  keyName: string
  link: string
}

export function adminKeyWords({ company, keyName, link }: AdminKeyFacts): MailWords {
  const where = calledInMail(company)
  return {
    subject: `An admin key was made in ${where}`,
    paragraphs: [
      `An API key with the scope admin was made in ${where}: ${calledInMail(keyName)}. It may do whatever an admin may that is open to keys.`,
      'If nobody of you made it, revoke it.',
    ],
    link: { text: 'See the keys', address: link },
    footer: `You get this as an admin of ${where}. It cannot be switched off.`,
  }
}

export function testWords(): MailWords {
  return {
    subject: 'Flightdeck sends mail',
    paragraphs: ['This mail was sent by flightdeck mail test. Nothing is to be done.'],
    footer: 'Whoever runs Flightdeck has sent it to see whether it arrives.',
  }
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
