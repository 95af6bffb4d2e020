import type { ColumnType, Generated } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time, TimeOrNull } from './columns.ts'

type Moment = ColumnType<Date, Date, Date>

export interface AssistantTables {
  /** Programs that registered themselves. */
  assistant_clients: {
    client_id: string
    name: string
    redirect_uris: string[]
    address: string | null
    created_at: Time
    consented_at: TimeOrNull
  }
  /** One of a person in a company; what it does is done under a row of api_keys that no key opens. */
  assistants: {
    key_id: number
    company_id: CompanyId
    user_id: number
    client_id: string
    returns_to: string
    name: string
    guard_id: number | null
    connected_at: Time
  }
  /** A consent: its tokens end together. */
  assistant_grants: {
    id: Id
    company_id: CompanyId
    user_id: number
    key_id: number
    client_id: string
    redirect_uri: string
    resource: string
    scopes: string[]
    /** null: all that the person has. */
    workspace_ids: number[] | null
    spends: 'act' | 'ask'
    code_hash: Buffer
    code_challenge: string
    code_until: Moment
    code_used_at: TimeOrNull
    created_at: Time
    ended_at: TimeOrNull
  }
  assistant_tokens: {
    token_hash: Buffer
    company_id: CompanyId
    grant_id: number
    kind: 'access' | 'refresh'
    created_at: Time
    expires_at: Moment
    used_at: Generated<Date | null>
  }
}
