import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { CompanyId } from '../../../db/company-id.ts'
import { AppError } from '../../../errors.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { AccountDeps } from '../../deps.ts'
import { makeQuestion, readQuestion } from '../../people/sessions/questions.ts'
import type { Seal } from '../../secrets/seal.ts'
import { findConnection } from '../store.ts'
import { findApp } from './apps.ts'
import type { AppDeps, Consenting } from './apps.ts'
import { redirectUriOf, requireReachable } from './redirect.ts'

export interface ConsentDeps extends AccountDeps, AppDeps {
  publicUrl: () => string
}

export interface ConsentWish {
  isSandbox: boolean
  /** The connection that is opened anew; absent: a further one is made. */
  connectionId?: number
  /** What to call a new one; absent: as whoever consents. */
  label?: string
}

/** Somebody's browser session; the operator at a terminal has none. */
export interface ConsentingPerson {
  userId: number
  sessionId: number
}

export interface BegunConsent {
  /** Where the person consents. */
  authorizeUrl: string
  /** Comes back from the platform with the person: a digest of the token, which tells nobody anything. */
  state: string
  /** What the way back is held against, sealed: it stays in the browser, or in the terminal. */
  token: string
}

const Pending = z.object({
  verifier: z.string(),
  companyId: z.coerce.number().transform((id) => id as CompanyId),
  platform: z.string(),
  redirectUri: z.string(),
  isSandbox: z.stringbool(),
  connectionId: z.coerce.number().optional(),
  label: z.string().optional(),
  userId: z.coerce.number().optional(),
  sessionId: z.coerce.number().optional(),
})
/** A consent that was begun, as its token holds it. */
export type PendingConsent = z.output<typeof Pending>

/** Sends somebody to the platform. Nothing is kept here of it; it works once, within ten minutes, for this company alone. */
export async function beginConsent(
  deps: ConsentDeps,
  { company, person }: { company: CompanyRef; person: ConsentingPerson | null },
  consenting: Consenting,
  wish: ConsentWish,
): Promise<BegunConsent> {
  const { platform, oauth } = consenting
  const { isSandbox, connectionId, label } = wish
  await requireWish(deps, company, consenting, wish)
  const app = await requireApp(deps, company, consenting, isSandbox)
  const redirectUri = redirectUriOf(deps.publicUrl(), platform.name)
  if (!isSandbox) requireReachable(consenting, redirectUri)
  const verifier = randomBytes(32).toString('base64url')
  const token = makeQuestion(deps.seal, 'consent', {
    ...{ verifier, redirectUri, label, platform: platform.name },
    ...{ companyId: String(company.id), isSandbox: String(isSandbox) },
    ...(connectionId === undefined ? {} : { connectionId: String(connectionId) }),
    ...(person ? { userId: String(person.userId), sessionId: String(person.sessionId) } : {}),
  }).toString('base64url')
  const state = stateOf(token)
  const surroundings = { ...deps.connections.tokensAt(platform, isSandbox), app }
  const authorizeUrl = oauth.authorizeUrl(surroundings, {
    ...{ state, redirectUri, isRepeated: connectionId !== undefined },
    ...(oauth.usesPkce ? { codeChallenge: digest(verifier) } : {}),
  })
  return { authorizeUrl, state, token }
}

/** What was begun with this token; null: nothing here, or too long ago. */
export function pendingConsent(seal: Seal, token: string): PendingConsent | null {
  const asked = readQuestion(seal, 'consent', token)
  return asked && Pending.parse(asked)
}

export function stateOf(token: string): string {
  return digest(Buffer.from(token, 'base64url'))
}

function digest(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Why a consent cannot begin yet, for whoever is about to; null: it can. 404 for a connection of somebody else. */
export async function consentProblem(
  deps: ConsentDeps,
  company: CompanyRef,
  consenting: Consenting,
  wish: ConsentWish,
): Promise<{ label: string | null; problem: string | null }> {
  const { connectionId, isSandbox } = wish
  const label = connectionId === undefined ? null : (await findConnection(deps.db, company.id, connectionId)).label
  try {
    await requireWish(deps, company, consenting, wish)
    await requireApp(deps, company, consenting, isSandbox)
    if (isSandbox) deps.connections.tokensAt(consenting.platform, isSandbox)
    else requireReachable(consenting, redirectUriOf(deps.publicUrl(), consenting.platform.name))
    return { label, problem: null }
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not_found') return { label, problem: error.message }
    throw error
  }
}

/** 404 for a connection of somebody else, 409 for a name that is taken. */
async function requireWish(
  { db }: ConsentDeps,
  company: CompanyRef,
  { platform }: Consenting,
  { isSandbox, connectionId, label }: ConsentWish,
): Promise<void> {
  if (connectionId !== undefined) {
    const row = await findConnection(db, company.id, connectionId)
    if (row.platform !== platform.name)
      throw new AppError('conflict', `Connection ${connectionId} leads to ${row.platform}, not to ${platform.name}.`)
    if (row.is_sandbox !== isSandbox) {
      const [is, not] = row.is_sandbox ? ['the sandbox', 'the platform'] : ['the platform', 'the sandbox']
      throw new AppError('conflict', `Connection ${connectionId} leads to ${is}, not to ${not}.`)
    }
  } else if (label !== undefined) {
    const taken = await db
      .selectFrom('connections')
      .where('company_id', '=', company.id)
      .select('id')
      .where('platform', '=', platform.name)
      .where('label', '=', label)
      .executeTakeFirst()
    if (taken) {
      const text = `Connection ${taken.id} is called so. Choose another name, or connect that one again (connectionId).`
      throw new AppError('conflict', text, { connectionId: String(taken.id) })
    }
  }
}

async function requireApp(deps: ConsentDeps, company: CompanyRef, consenting: Consenting, isSandbox: boolean) {
  const found = await findApp(deps, company, consenting, isSandbox)
  if (found) return found.app
  const { name, title } = consenting.platform
  const text = `Nobody has registered an app at ${title} for this company yet. An owner sets one (PUT /v1/connections/${name}/app), or the operator one for all companies: flightdeck app set ${name}. docs/connect.md says how to get one.`
  throw new AppError('conflict', text, { reason: 'app', platform: name })
}
