import { z } from 'zod'
import { mailKinds, roles } from '../../../db/tables/people.ts'
import { keySpends, scopes } from '../../context.ts'
import { eventKind } from '../event-kind.ts'

const ofPerson = {
  personId: z.number().int().meta({ description: 'Id of the person.' }),
  name: z.string().meta({ description: 'What they are called.' }),
}
const person = { personId: 12, name: 'Ann' }

const ofPasskey = { ...ofPerson, passkeyId: z.number().int().optional().meta({ description: 'Id of the passkey.' }) }

const formerPersonId = z.number().int().meta({ description: 'Id of the person that they were in this company before.' })
const endedSessions = z.number().int().meta({ description: 'How many sessions ended with it.' })
const endedPasskeys = z.number().int().meta({ description: 'How many passkeys ended with it.' })

const ofAssistant = {
  assistantId: z.number().int().meta({ description: 'Id of the assistant.' }),
  name: z.string().meta({ description: 'What it calls itself.' }),
}
const assistant = { assistantId: 31, name: 'Claude' }

/** Who people are, and what signs them in. */
export const peopleEvents = [
  eventKind({
    name: 'person.confirmed',
    seenBy: 'whole',
    description: 'Somebody has shown that their address is theirs. What signed them in before has ended.',
    data: z.object({
      ...ofPerson,
      by: z.enum(['oidc', 'link', 'mail']).meta({
        id: 'ConfirmedBy',
        description:
          'oidc: the identity provider confirmed it; link: the operator made a link for the address; mail: a link was opened that was mailed there.',
      }),
      endedPasskeys,
      endedSessions,
    }),
    example: { ...person, by: 'oidc', endedPasskeys: 1, endedSessions: 2 },
  }),
  eventKind({
    name: 'person.merged',
    seenBy: 'whole',
    description:
      'Somebody of this company is the same person as in other companies from now on: they have confirmed the address. What signed them in here before has ended.',
    data: z.object({ ...ofPerson, formerPersonId, endedPasskeys, endedSessions }),
    example: { ...person, formerPersonId: 40, endedPasskeys: 1, endedSessions: 1 },
  }),
  eventKind({
    name: 'person.separated',
    seenBy: 'whole',
    description:
      'Somebody of this company was in other companies, too, without ever having confirmed the address: here they are somebody of their own now, and sign in anew. Told once, by an update of the service.',
    data: z.object({ ...ofPerson, formerPersonId, endedSessions }),
    example: { ...person, formerPersonId: 3, endedSessions: 1 },
  }),
  eventKind({
    name: 'person.passkey_added',
    seenBy: 'whole',
    description: 'Somebody has made a passkey. Every company of theirs is told: it signs them in to each.',
    data: z.object(ofPasskey),
    example: { ...person, passkeyId: 7 },
  }),
  eventKind({
    name: 'person.passkey_removed',
    seenBy: 'whole',
    description: 'Somebody has removed a passkey: it opens nothing any more. Every company of theirs is told.',
    data: z.object(ofPasskey),
    example: { ...person, passkeyId: 7 },
  }),
  eventKind({
    name: 'assistant.connected',
    seenBy: 'whole',
    description: 'Somebody has let an assistant act for them, or changed what it may.',
    data: z.object({
      ...ofAssistant,
      scopes: z.array(z.enum(scopes)).meta({ description: 'What it may do.' }),
      spends: z.enum(keySpends).meta({ description: 'ask: a person is asked before it spends; act: nobody is.' }),
    }),
    example: { ...assistant, scopes: ['read', 'launch'], spends: 'ask' },
  }),
  eventKind({
    name: 'assistant.revoked',
    seenBy: 'whole',
    description: 'An assistant was revoked: none of its tokens opens anything any more.',
    data: z.object(ofAssistant),
    example: assistant,
  }),
  eventKind({
    name: 'assistant.token_reused',
    seenBy: 'whole',
    description:
      'A code or refresh token of an assistant was brought a second time: somebody else may have it. What it had opened is closed, and its person connects it again.',
    data: z.object({
      ...ofAssistant,
      what: z.enum(['code', 'refresh']).meta({ id: 'ReusedToken', description: 'What was brought a second time.' }),
    }),
    example: { ...assistant, what: 'refresh' },
  }),
  eventKind({
    name: 'invite.waiting',
    seenBy: 'whole',
    description: 'An API key has asked to invite somebody: an admin confirms it in the dashboard, or nobody joins.',
    data: z.object({
      inviteId: z.number().int().meta({ description: 'Id of the invite.' }),
      role: z.enum(roles).meta({ description: 'What they are to become.' }),
      askedBy: z.string().meta({ description: 'The API key that asked.' }),
    }),
    example: { inviteId: 4, role: 'member', askedBy: 'Onboarding' },
  }),
  eventKind({
    name: 'mail.failed',
    seenBy: 'whole',
    description: 'A mail could not be sent: the mail server refused it, or took none for a day.',
    data: z.object({
      mailId: z.number().int().meta({ description: 'Id of the mail.' }),
      kind: z.enum(mailKinds).meta({ id: 'MailKind', description: 'What it was to tell.' }),
      personId: z.number().int().nullable().meta({ description: 'Whom it was for; null: somebody who is invited.' }),
      problem: z.string().meta({ description: 'Why, in a few words. No address is in it.' }),
    }),
    example: { mailId: 9, kind: 'invite', personId: null, problem: 'refused by the mail server (550 5.1.1)' },
  }),
] as const
