import type { ColumnType, Generated } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time, TimeOrNull } from './columns.ts'

/** What somebody may do in a company, the most first. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

export type SignInMethod = 'link' | 'passkey' | 'oidc' | 'invite'

export interface PeopleTables {
  users: {
    id: Id
    email: string
    name: string
    created_at: Time
    /** null: nobody has confirmed that the address is theirs. */
    confirmed_at: TimeOrNull
    /** The one company of somebody who was never confirmed; null for them: they belong to none any more. */
    home_company_id: CompanyId | null
    /** Since when they may see the whole instance; null: they may not. Counts while they are confirmed. */
    operator_since: TimeOrNull
    /** In which they read mails and pages behind links; null: they chose none. */
    language: string | null
  }
  /** Companies that are to be deleted, and those that were. */
  company_deletions: {
    company_id: CompanyId
    asked_at: Time
    due_at: Moment
    revoked_keys: Generated<number[]>
    stopped_rules: Generated<boolean>
    began_at: TimeOrNull
    ended_at: TimeOrNull
    deleted_rows: Generated<number>
  }
  memberships: {
    company_id: CompanyId
    user_id: number
    role: Role
    created_at: Time
    /** What they want mails about. */
    mails: Generated<string[]>
  }
  member_workspaces: { company_id: CompanyId; user_id: number; workspace_id: number }
  sessions: {
    id: Id
    company_id: CompanyId
    user_id: number
    token_hash: Buffer
    earlier_hash: Buffer | null
    rotated_at: Time
    way: SignInMethod
    browser: string | null
    address: string | null
    created_at: Time
    seen_at: Time
    expires_at: Moment
    proven_at: TimeOrNull
  }
  sign_in_links: {
    token_hash: Buffer
    company_id: CompanyId
    user_id: number
    expires_at: Moment
    used_at: TimeOrNull
    confirms: Generated<boolean>
    mailed: Generated<boolean>
  }
  passkeys: {
    id: Id
    user_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    transports: Generated<string[]>
    name: string
    created_at: Time
    last_used_at: TimeOrNull
  }
  answered_questions: { token_hash: Buffer; expires_at: Moment; outcome: string | null }
  invites: {
    id: Id
    company_id: CompanyId
    email: string
    role: Role
    workspace_ids: Generated<number[]>
    token_hash: Buffer | null
    /** Of the token that stands in the invite's mail alone; null: none was mailed. */
    mail_token_hash: Buffer | null
    invited_by: string
    made_by: number | null
    asked_by: string | null
    created_at: Time
    expires_at: Moment
    accepted_at: TimeOrNull
  }
  mails: {
    id: Id
    company_id: CompanyId
    user_id: number | null
    invite_id: number | null
    kind: MailKind
    once: string
    /** null: it is sent, or given up. */
    sealed_message: Buffer | null
    state: Generated<'waiting' | 'sent' | 'failed'>
    tries: Generated<number>
    next_at: Time
    expires_at: Moment
    problem: string | null
    created_at: Time
    ended_at: TimeOrNull
    address_hash: Buffer | null
    /** Who had it sent, by the id of a person; null: the operator, or nobody. */
    sender_id: Generated<number | null>
  }
  mail_cursors: { company_id: CompanyId; seq: number }
}

/** Mails to an address, whoever has it: what they open is in them. */
const openingMailKinds = ['invite', 'sign-in'] as const
/** Mails of what happened, to people who may know it. */
const eventMailKinds = ['approval', 'failed-launch', 'cap', 'passkey', 'admin-key'] as const

/** What mails tell. */
export const mailKinds = [...openingMailKinds, ...eventMailKinds] as const
export type OpeningMailKind = (typeof openingMailKinds)[number]
export type EventMailKind = (typeof eventMailKinds)[number]
export type MailKind = (typeof mailKinds)[number]

export function isEventKind(kind: MailKind): kind is EventMailKind {
  return eventMailKinds.some((each) => each === kind)
}

type Moment = ColumnType<Date, Date, Date>
