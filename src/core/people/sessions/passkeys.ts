import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isIP } from 'node:net'
import type { CompanyId } from '../../../db/company-id.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError, brokenRules, notFound } from '../../../errors.ts'
import type { Seal } from '../../secrets/seal.ts'
import { holdPerson } from '../identity.ts'
import { makeQuestion, noteAnswer, readQuestion } from './questions.ts'
import type { QuestionDeps } from './questions.ts'
import { notifyCompanies } from '../companies/notify-companies.ts'

const maxPasskeys = 20

/** For whom passkeys are: the name of this service, and the pages that may use them. */
export interface PasskeySite {
  name: string
  origins: string[]
}

/** Passkeys belong to a name, so an address of numbers has none; this machine's own name is localhost. */
export function siteOf(publicUrl: string): PasskeySite {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost')
    return { name: 'localhost', origins: [`${protocol}//localhost${port ? `:${port}` : ''}`] }
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) {
    throw new AppError(
      'unprocessable_entity',
      'Passkeys need a name instead of an address of numbers: set PUBLIC_URL to one.',
    )
  }
  return { name: hostname, origins: [origin] }
}

/** Whether passkeys can be used here at all. */
export function hasPasskeys(publicUrl: string): boolean {
  try {
    return siteOf(publicUrl).name !== ''
  } catch {
    return false
  }
}

/** Who makes or uses passkeys is rare: what it takes is loaded then. */
const library = () => import('@simplewebauthn/server')

interface Owner {
  id: number
  email: string
  name: string
}

/** What a browser needs to make a passkey, in the session that asks for it. */
export async function newPasskeyOptions(
  { db, seal }: QuestionDeps,
  site: PasskeySite,
  user: Owner,
  sessionId: number,
): Promise<Record<string, unknown>> {
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user.id)
    .execute()
  if (known.length >= maxPasskeys)
    throw new AppError('conflict', `There are ${maxPasskeys} passkeys already: remove one first.`)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Flightdeck',
    rpID: site.name,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(`user ${user.id}`)),
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    challenge: new Uint8Array(makeQuestion(seal, 'passkey new', { sessionId: String(sessionId) })),
  })
  return { ...options }
}

export interface Passkey {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface NewPasskey {
  userId: number
  /** Where they are signed in. */
  companyId: CompanyId
  sessionId: number
  name: string
  response: Record<string, unknown>
}

/** Keeps what a browser has made; every company of the person hears of it. */
export async function addPasskey(
  { db, seal }: QuestionDeps,
  site: PasskeySite,
  { userId, companyId, sessionId, name, response }: NewPasskey,
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await library()
  let asked = ''
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) =>
      readQuestion(seal, 'passkey new', (asked = challenge))?.sessionId === String(sessionId),
    expectedOrigin: site.origins,
    expectedRPID: site.name,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified || !(await noteAnswer({ db, seal }, 'passkey new', asked))) throw wrongAnswer()
  const { credential } = verified.registrationInfo
  return inTransaction(db, async (trx) => {
    await holdPerson(trx, userId)
    const session = await everyCompany(trx)
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!session)
      throw new AppError('unauthorized', 'This session has just ended. Sign in again.', { reason: 'session' })
    const row = await trx
      .insertInto('passkeys')
      .values({
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('conflict', 'This passkey is known already.')
    const eventData = { userId, companyId, passkeyId: row.id } as const
    await notifyCompanies(trx, { ...eventData, type: 'person.passkey_added', action: 'create_passkey' })
    return passkeyOf(row)
  })
}

/** What a browser needs to ask for a passkey. Whose it is, the passkey says itself. */
export async function signInOptions(seal: Seal, site: PasskeySite): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library()
  const challenge = new Uint8Array(makeQuestion(seal, 'passkey'))
  return { ...(await generateAuthenticationOptions({ rpID: site.name, userVerification: 'preferred', challenge })) }
}

/** Whether an answer is to what was asked of a browser by us; of everything in it, that is what nobody else can know. */
export function questionAnswered(seal: Seal, answer: Record<string, unknown>): { token: string; isToOurs: boolean } {
  const token = challengeIn(answer)
  return { token, isToOurs: readQuestion(seal, 'passkey', token) !== null }
}

function challengeIn(answer: Record<string, unknown>): string {
  const { clientDataJSON } = (answer.response ?? {}) as { clientDataJSON?: unknown }
  try {
    const data = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString()) as { challenge?: unknown }
    return String(data.challenge)
  } catch {
    return ''
  }
}

/** A passkey that has answered, and whose it is. */
export interface AnsweredPasskey {
  id: number
  userId: number
  counter: number
}

/** Which passkey it is; null: nobody's, or it was answered before. */
export async function checkPasskey(
  { db, seal }: QuestionDeps,
  site: PasskeySite,
  response: Record<string, unknown>,
): Promise<AnsweredPasskey | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', String(response.id))
    .executeTakeFirst()
  if (!row) return null
  const { verifyAuthenticationResponse } = await library()
  let asked = ''
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => readQuestion(seal, 'passkey', (asked = challenge)) !== null,
    expectedOrigin: site.origins,
    expectedRPID: site.name,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
    },
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified || !(await noteAnswer({ db, seal }, 'passkey', asked))) return null
  return { id: row.id, userId: row.user_id, counter: verified.authenticationInfo.newCounter }
}

/** Writes down that it was used, in the transaction that lets its person in; false: it has ended meanwhile. */
export async function notePasskeyUse(trx: Db, { id, userId, counter }: AnsweredPasskey): Promise<boolean> {
  await holdPerson(trx, userId)
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date() })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(passkeyOf)
}

export async function removePasskey(
  db: Db,
  { userId, companyId }: { userId: number; companyId: CompanyId },
  id: number,
): Promise<Passkey> {
  return inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!gone) throw notFound('passkey', id)
    const eventData = { userId, companyId, passkeyId: id } as const
    await notifyCompanies(trx, { ...eventData, type: 'person.passkey_removed', action: 'delete_passkey' })
    return passkeyOf(gone)
  })
}

interface Row {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
}

function passkeyOf({ id, name, created_at, last_used_at }: Row): Passkey {
  return { id, name, createdAt: created_at, lastUsedAt: last_used_at }
}

function wrongAnswer(): AppError {
  return brokenRules([{ path: 'response', message: 'is no answer to what this browser was asked: begin again' }])
}
