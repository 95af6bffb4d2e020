import { createHash } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import { AppError, badRequest } from '../../../errors.ts'
import type { Actor, Context, KeySpends } from '../../context.ts'
import { recordEvent } from '../../events/record.ts'
import { mayLoosen } from '../../guards/store.ts'
import { workspacesToGive } from '../../people/members.ts'
import { requireStaying } from '../../people/staying.ts'
import { requireFreshSignIn } from '../../people/step-up.ts'
import { hashToken } from '../../people/token.ts'
import { resourceOf } from '../deps.ts'
import type { AssistantDeps } from '../deps.ts'
import { scopesToGive } from '../rights.ts'
import type { AssistantScope } from '../rights.ts'
import { makeCode } from '../tokens/make.ts'
import { keepAssistant, findAssistant } from './assistant.ts'
import type { GivenRights, FoundAssistant } from './assistant.ts'
import { keepLimit, limitOf } from './limit.ts'
import type { DailyLimit } from './limit.ts'
import { answerAddress, readRequest } from './request.ts'
import type { ConsentRequest } from './request.ts'

/** How long a code may be on its way. */
const codeSeconds = 60

type Asking = Pick<Context, 'company' | 'actor'>
export type SignedInPerson = Extract<Actor, { kind: 'user' }>

/** Of what a person is shown: what they consent to is that, or they are shown it anew. */
export function shownDigest({ client, redirectUri, scopes, codeChallenge }: ConsentRequest): string {
  const { clientId, name, vouchedBy } = client
  return createHash('sha256')
    .update(JSON.stringify([clientId, name, vouchedBy, redirectUri, scopes, codeChallenge]))
    .digest('hex')
}

/** What a person lets an assistant do. */
export interface Decision {
  query: string
  digest: string
  scopes: AssistantScope[]
  workspaceIds: number[]
  spends: KeySpends
  limit: DailyLimit | null
}

export interface Connected {
  keyId: number
  before: FoundAssistant | null
  rights: GivenRights
  /** Where the browser goes. */
  returnTo: string
}

/** The consent of a person, who is known to be one. */
export async function connectAssistant(
  deps: AssistantDeps,
  context: Asking,
  person: SignedInPerson,
  decision: Decision,
): Promise<Connected> {
  const request = await readRequest(deps, decision.query)
  if ('problem' in request) throw new AppError('unprocessable_entity', request.problem.message, request.problem)
  if (shownDigest(request) !== decision.digest)
    throw new AppError('conflict', 'What the assistant asks for is different by now: look at it again.')
  const workspaceIds = await workspacesToGive(deps.db, context.company, decision.workspaceIds)
  const rights: GivenRights = { scopes: allowed(person, decision.scopes), spends: decision.spends, workspaceIds }
  return inTransaction(deps.db, async (trx) => {
    await requireStaying(trx, context.company.id)
    const whose = { companyId: context.company.id, userId: person.id }
    // One at a time for each person: no assistant is made twice.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`assistants ${person.id}`}, 0))`.execute(
      everyCompany(trx),
    )
    const before = await findAssistant(trx, whose, request.client)
    await requireMayAct(trx, context, rights)
    const keyId = await keepAssistant(trx, whose, { client: request.client, known: before, rights })
    await requireLimit(trx, context, { keyId, before, request, rights, limit: decision.limit })
    const code = await keepGrant(trx, deps, { ...whose, keyId, request, rights })
    await noteConsent(trx, request)
    const data = { assistantId: keyId, name: request.client.name, scopes: rights.scopes, spends: rights.spends }
    await recordEvent(trx, context.company, { type: 'assistant.connected', data })
    return { keyId, before, rights, returnTo: answerAddress(request, { code }) }
  })
}

function allowed({ role }: SignedInPerson, wanted: AssistantScope[]): AssistantScope[] {
  const own = scopesToGive(role)
  const beyond = wanted.find((scope) => !own.includes(scope))
  if (beyond === undefined) return own.filter((scope) => scope === 'read' || wanted.includes(scope))
  const text = `You cannot let an assistant do what you may not do yourself: ${beyond}.`
  throw new AppError('forbidden', text, { needed: beyond, has: own })
}

/** One that spends without asking decides what otherwise a person decides who may. */
async function requireMayAct(trx: Db, context: Asking, { spends }: GivenRights): Promise<void> {
  if (spends === 'ask') return
  if (!mayLoosen(context.actor))
    throw new AppError('forbidden', 'Only an admin lets an assistant spend without asking first.', { needed: 'admin' })
  await requireFreshSignIn(trx, context)
}

interface Limiting {
  keyId: number
  before: FoundAssistant | null
  request: ConsentRequest
  rights: GivenRights
  limit: DailyLimit | null
}

async function requireLimit(trx: Db, context: Asking, { keyId, before, request, rights, limit }: Limiting) {
  const guardId = before?.guardId ?? null
  const name = request.client.name
  if (limit) return keepLimit(trx, context, { keyId, guardId, name, limit })
  const hasOne = (await limitOf(trx, context, guardId)) !== null
  if (rights.scopes.every((scope) => scope === 'read') || hasOne) return
  throw badRequest([
    { path: 'dailyLimit', message: 'is needed: how much this assistant may let run on a day', expected: 'number' },
  ])
}

interface Granting {
  companyId: Asking['company']['id']
  userId: number
  keyId: number
  request: ConsentRequest
  rights: GivenRights
}

async function keepGrant(
  trx: Db,
  deps: AssistantDeps,
  { keyId, request, rights, ...whose }: Granting,
): Promise<string> {
  const code = makeCode()
  await trx
    .insertInto('assistant_grants')
    .values({
      ...{ company_id: whose.companyId, user_id: whose.userId, key_id: keyId },
      ...{ client_id: request.client.clientId, redirect_uri: request.redirectUri, resource: resourceOf(deps) },
      ...{ scopes: rights.scopes, workspace_ids: rights.workspaceIds, spends: rights.spends },
      ...{ code_hash: hashToken(code), code_challenge: request.codeChallenge },
      code_until: new Date(Date.now() + codeSeconds * 1000),
    })
    .execute()
  return code
}

/** From now on its registration stays. */
async function noteConsent(trx: Db, { client: { clientId } }: ConsentRequest): Promise<void> {
  await trx
    .updateTable('assistant_clients')
    .set({ consented_at: new Date() })
    .where('client_id', '=', clientId)
    .where('consented_at', 'is', null)
    .execute()
}
