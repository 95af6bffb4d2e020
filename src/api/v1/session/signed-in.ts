import { z } from 'zod'
import { OtherReply } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import { recordAudit } from '../../../core/audit/record.ts'
import type { EndedSignIns } from '../../../core/people/identity.ts'
import { findPerson } from '../../../core/people/members.ts'
import { scopesOfRole } from '../../../core/people/roles.ts'
import { openSession } from '../../../core/people/sessions/sessions.ts'
import type { SignIn } from '../../../core/people/sessions/sessions.ts'
import type { Brought } from '../../../core/people/sessions/sign-ins.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { keepSession } from '../../../call/cookies.ts'
import type { Services } from '../../../services.ts'
import { PersonView, presentPerson } from '../people/person-view.ts'

export const EndedView = z
  .object({
    passkeys: z.number().int().meta({ description: 'How many passkeys have ended.' }),
    sessions: z.number().int().meta({ description: 'How many sessions have ended.' }),
  })
  .meta({ id: 'EndedAccess' })

export const SignedIn = z
  .object({
    person: PersonView.meta({ description: 'Who is signed in now.' }),
    ended: EndedView.optional().meta({
      description:
        'There when this sign-in confirmed their address: what had signed them in before it, and does no more.',
    }),
  })
  .meta({ id: 'SignedIn' })

type Reply = OtherReply<z.input<typeof SignedIn>>
type From = Pick<Call, 'from' | 'requestId'>

/** Who is let in, and how. */
export type SignInArrival = Pick<SignIn, 'companyId' | 'userId' | 'way' | 'provenAt'> & { ended?: EndedSignIns | null }

/** Opens a session in the transaction that finds out for whom, and tells the browser to keep it. null: for nobody. */
export async function signIn(
  deps: Services,
  { from, requestId }: From,
  arrive: (trx: Db) => Promise<SignInArrival | null>,
): Promise<Reply | null> {
  const opened = await inTransaction(deps.db, async (db) => {
    const arrival = await arrive(db)
    if (!arrival) return null
    const { ended, ...member } = arrival
    const company = { id: member.companyId, slug: '' }
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
    return { token, value: { person: presentPerson(person), ...(ended ? { ended } : {}) } }
  })
  return opened && new OtherReply(200, opened.value, { 'set-cookie': keepSession(opened.token, deps.publicUrl()) })
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
