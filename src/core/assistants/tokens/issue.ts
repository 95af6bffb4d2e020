import { createHash, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import { recordEvent } from '../../events/record.ts'
import { hashToken } from '../../people/token.ts'
import { requireOwnResource } from '../consent/request.ts'
import type { AssistantDeps } from '../deps.ts'
import { SignInProblem } from '../problem.ts'
import { isCode, isRefreshToken, makeAccessToken, makeRefreshToken } from './make.ts'

/** Two processes of one client refresh at the same moment: the earlier token works for so long after another took its place. */
const graceSeconds = 60
/** A client that is silent for so long has to ask its person again. */
const refreshDays = 90
/** So many tokens of a grant are good at a time. */
const maxTokens = 20

/** What a client is given. */
export interface IssuedTokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

interface Grant {
  id: number
  company_id: CompanyId
  key_id: number
  client_id: string
  redirect_uri: string
  code_challenge: string
  scopes: string[]
  name: string
  is_over: boolean
  code_used: boolean
}

type Given = URLSearchParams

/** The token endpoint: a code, or a refresh token, becomes a pair of new ones. */
export async function issueTokens(deps: AssistantDeps, given: Given): Promise<IssuedTokens> {
  const twice = [...new Set(given.keys())].find((name) => name !== 'resource' && given.getAll(name).length > 1)
  if (twice) throw new SignInProblem('invalid_request', `${twice.slice(0, 50)} stands in it more than once.`)
  requireOwnResource(deps, given.getAll('resource'))
  const kind = given.get('grant_type')
  if (kind === 'authorization_code') return settled(await exchangeCode(deps, given))
  if (kind === 'refresh_token') return settled(await refresh(deps, given))
  throw new SignInProblem('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

/** What is refused may have ended something: that is committed, so a refusal is no failure of the transaction. */
function settled(outcome: IssuedTokens | SignInProblem): IssuedTokens {
  if (outcome instanceof SignInProblem) throw outcome
  return outcome
}

async function exchangeCode(deps: AssistantDeps, given: Given): Promise<IssuedTokens | SignInProblem> {
  const code = given.get('code') ?? ''
  if (!isCode(code)) return badGrant('There is no such code.')
  return inTransaction(deps.db, async (trx) => {
    const grant = await lockGrant(trx, sql`g.code_hash = ${hashToken(code)}`)
    if (!grant || grant.client_id !== given.get('client_id')) return badGrant('There is no such code.')
    if (grant.code_used) {
      // Somebody else has it too: whoever came first may have been the wrong one.
      await endFamily(trx, grant, 'code')
      return badGrant('The code was used before: what it opened is closed. Connect again.')
    }
    if (grant.is_over) return badGrant('The code has expired. Connect again.')
    if (given.get('redirect_uri') !== grant.redirect_uri)
      return badGrant('redirect_uri is not the one that the code went to.')
    if (!isVerifierOf(grant.code_challenge, given.get('code_verifier') ?? ''))
      return badGrant('code_verifier does not belong to the code_challenge.')
    await trx
      .updateTable('assistant_grants')
      .where('company_id', '=', grant.company_id)
      .set({ code_used_at: new Date() })
      .where('id', '=', grant.id)
      .execute()
    return giveOut(trx, deps, grant)
  })
}

async function refresh(deps: AssistantDeps, given: Given): Promise<IssuedTokens | SignInProblem> {
  const token = given.get('refresh_token') ?? ''
  const unknown = badGrant('This refresh token opens nothing any more. Connect again.')
  if (!isRefreshToken(token)) return unknown
  const hash = hashToken(token)
  return inTransaction(deps.db, async (trx) => {
    const grant = await lockGrant(
      trx,
      sql`g.id = (SELECT grant_id FROM assistant_tokens WHERE token_hash = ${hash} AND kind = 'refresh')`,
    )
    if (!grant || grant.client_id !== given.get('client_id')) return unknown
    const { rows } = await sql<{ is_over: boolean; is_late: boolean }>`
      SELECT expires_at <= clock_timestamp() AS is_over,
        coalesce(used_at < clock_timestamp() - make_interval(secs => ${graceSeconds}), false) AS is_late
      FROM assistant_tokens WHERE company_id = ${grant.company_id} AND token_hash = ${hash}`.execute(trx)
    const found = rows[0]
    if (!found || found.is_over) return unknown
    if (found.is_late) {
      await endFamily(trx, grant, 'refresh')
      return badGrant('This refresh token was used before: what it opened is closed. Connect again.')
    }
    await sql`UPDATE assistant_tokens SET used_at = coalesce(used_at, clock_timestamp())
      WHERE company_id = ${grant.company_id} AND token_hash = ${hash}`.execute(trx)
    return giveOut(trx, deps, grant)
  })
}

/** Whoever else has a token or the code of it waits. A grant whose assistant was revoked, or whose person left, is none. */
async function lockGrant(trx: Db, which: ReturnType<typeof sql<unknown>>): Promise<Grant | null> {
  const { rows } = await sql<Grant>`
    SELECT g.id, g.company_id, g.key_id, g.client_id, g.redirect_uri, g.code_challenge, g.scopes, a.name,
      g.code_until <= clock_timestamp() AS is_over, g.code_used_at IS NOT NULL AS code_used
    FROM assistant_grants g JOIN assistants a ON a.key_id = g.key_id JOIN api_keys k ON k.id = g.key_id
    WHERE ${which} AND g.ended_at IS NULL AND k.revoked_at IS NULL FOR UPDATE OF g`.execute(everyCompany(trx))
  return rows[0] ?? null
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

async function giveOut(trx: Db, { config }: AssistantDeps, grant: Grant): Promise<IssuedTokens> {
  const [access, refreshing] = [makeAccessToken(), makeRefreshToken()]
  const seconds = config.agents.tokenHours * 3_600
  const of = { company_id: grant.company_id, grant_id: grant.id }
  const until = (ms: number) => new Date(Date.now() + ms)
  await trx
    .insertInto('assistant_tokens')
    .values([
      { ...of, kind: 'access', token_hash: hashToken(access), expires_at: until(seconds * 1000) },
      { ...of, kind: 'refresh', token_hash: hashToken(refreshing), expires_at: until(refreshDays * dayMs) },
    ])
    .execute()
  await sql`
    DELETE FROM assistant_tokens WHERE company_id = ${grant.company_id} AND token_hash IN (
      SELECT token_hash FROM assistant_tokens WHERE grant_id = ${grant.id} AND used_at IS NULL
      ORDER BY created_at DESC, token_hash OFFSET ${maxTokens})`.execute(trx)
  const scope = grant.scopes.join(' ')
  return { access_token: access, token_type: 'Bearer', expires_in: seconds, refresh_token: refreshing, scope }
}

/** Somebody brought what was used before: every token of the grant ends, and the company is told. */
async function endFamily(trx: Db, grant: Grant, what: 'code' | 'refresh'): Promise<void> {
  await endGrant(trx, grant.company_id, grant.id)
  const data = { assistantId: grant.key_id, name: grant.name, what }
  await recordEvent(trx, { id: grant.company_id }, { type: 'assistant.token_reused', data })
}

/** What was given out by it opens nothing from now on. */
async function endGrant(trx: Db, companyId: CompanyId, id: number): Promise<void> {
  await trx
    .updateTable('assistant_grants')
    .where('company_id', '=', companyId)
    .set({ ended_at: new Date() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The revocation endpoint: whichever of its tokens a client brings, the grant ends. Of what is not one nothing is said. */
export async function revokeToken({ db }: AssistantDeps, given: Given): Promise<void> {
  const hash = hashToken(given.get('token') ?? '')
  await inTransaction(db, async (trx) => {
    const grant = await lockGrant(trx, sql`g.id = (SELECT grant_id FROM assistant_tokens WHERE token_hash = ${hash})`)
    const clientId = given.get('client_id')
    if (grant && (clientId === null || clientId === grant.client_id)) await endGrant(trx, grant.company_id, grant.id)
  })
}

function badGrant(message: string): SignInProblem {
  return new SignInProblem('invalid_grant', message)
}
