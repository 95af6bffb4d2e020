import { z } from 'zod'
import { OtherReply } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import { recordAudit } from '../../../core/audit/record.ts'
import { findPerson } from '../../../core/people/members.ts'
import { scopesOfRole } from '../../../core/people/roles.ts'
import { openSession } from '../../../core/people/sessions.ts'
import type { SignIn } from '../../../core/people/sessions.ts'
import type { Brought } from '../../../core/people/sign-ins.ts'
import { inTransaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { keepSession } from '../../../call/cookies.ts'
import type { Services } from '../../../services.ts'
import { PersonView, presentPerson } from '../people/person-view.ts'

export const SignedIn = z
  .object({ person: PersonView.meta({ description: 'Who is signed in now.' }) })
  .meta({ id: 'SignedIn' })

type Reply = OtherReply<z.input<typeof SignedIn>>
type From = Pick<Call, 'from' | 'requestId'>

/** Opens a session, and tells the browser to keep it. */
export async function signIn(
  deps: Services,
  { from, requestId }: From,
  member: Pick<SignIn, 'companyId' | 'userId' | 'way'>,
): Promise<Reply> {
  const company = { id: member.companyId, slug: '' }
  const { token, person } = await inTransaction(deps.db, async (db) => {
    const person = await findPerson({ db }, { company }, member.userId)
    const { id: sessionId, token } = await openSession(db, { ...member, browser: from.browser, address: from.address })
    await recordAudit(db, company, {
      actor: { ...person, kind: 'user', sessionId, scopes: scopesOfRole(person.role) },
      action: 'sign_in',
      targets: [`person:${person.id}`],
      requestId,
      after: { way: member.way, browser: from.browser, address: from.address },
      outcome: 'done',
    })
    return { token, person }
  })
  return new OtherReply(200, { person: presentPerson(person) }, { 'set-cookie': keepSession(token, deps.publicUrl()) })
}

/** Lets somebody try with what they brought; null: it opened nothing, and is counted. */
export async function tried<T>(
  { signInTries }: Services,
  brought: Brought,
  attempt: () => Promise<T | null>,
): Promise<T> {
  const done = await signInTries.attempt(brought, attempt)
  if (done !== null) return done
  const text =
    'This opens nothing: it was used before, is too old, or was never given out. Ask for a new link: flightdeck login-link.'
  throw new AppError('unauthorized', text, { reason: 'sign-in' })
}
