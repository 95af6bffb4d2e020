import { z } from 'zod'
import { Answer, fileReply, operation } from '../../../call/operation.ts'
import { addressForPeople } from '../../../core/people/address.ts'
import { isOurQuestion } from '../../../core/people/sessions/oidc.ts'
import { oidcProblem, problemIn } from '../../../core/people/sessions/oidc-problem.ts'
import type { Oidc } from '../../../core/people/sessions/oidc.ts'
import { confirmPerson } from '../../../core/people/invites/confirm.ts'
import { readSession } from '../../../core/people/sessions/sessions.ts'
import { memberWithAddress } from '../../../core/people/sessions/sign-in.ts'
import { proveSession } from '../../../core/people/step-up.ts'
import { AppError } from '../../../errors.ts'
import { keepShortly } from '../../../call/cookies.ts'
import type { Services } from '../../../services.ts'
import { signIn, tried } from './signed-in.ts'

const section = 'People'
/** Binds the way back to the browser that set out: a link with somebody else's sign-in opens nothing. */
const stateCookie = 'flightdeck_oidc'
const reply = fileReply('text/html')

export const oidcSignIn = operation({
  name: 'sign_in_by_oidc',
  rest: { method: 'GET', path: '/v1/session/oidc' },
  section,
  summary: "Leads to the company's identity provider, where one is set (OIDC_ISSUER). For people's browsers.",
  scope: null,
  effect: 'changes',
  failures: ['unsupported_operation', 'service_unavailable', 'unauthorized'],
  input: z.object({
    company: z.string().max(40).optional().meta({ description: 'Slug of the company, for who belongs to several.' }),
    stepUp: z.stringbool().optional().meta({
      description:
        'true: somebody who is signed in shows again that it is them; the provider is asked to sign them in anew.',
    }),
  }),
  reply,
  async handle(deps, call, { company, stepUp }) {
    const wish = stepUp ? { stepUp: await sessionHere(deps, call) } : { company }
    const { address, token } = await providerOf(deps).begin(deps.seal, callbackOf(deps), wish)
    return new Answer(302, '', { location: address, 'set-cookie': keepShortly(stateCookie, token, deps.publicUrl()) })
  },
})

export const oidcCallback = operation({
  name: 'end_oidc_sign_in',
  rest: { method: 'GET', path: '/v1/session/oidc/callback' },
  section,
  summary: "Where the identity provider sends people back to. For people's browsers.",
  scope: null,
  effect: 'changes',
  failures: ['unsupported_operation', 'unauthorized'],
  input: z.object({
    state: z.string().max(2000).optional().meta({ description: 'Names the sign-in that was begun.' }),
    code: z.string().max(4000).optional().meta({ description: 'What the sign-in is confirmed with.' }),
    iss: z.string().max(400).optional().meta({ description: 'Who confirms it.' }),
    error: z.string().max(400).optional().meta({ description: 'Why the provider refused.' }),
    error_description: z.string().max(1000).optional().meta({ description: 'The same in words.' }),
  }),
  reply,
  async handle(deps, call, input) {
    try {
      return await comeBack(deps, call, input)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return leadTo(deps, `/#/sign-in?${problemOf(error)}`)
    }
  },
})

type Call = Parameters<typeof signIn>[1]

/** With the companies to choose from, where that is what is missing: each is signed in to by `?company=`. */
function problemOf(error: AppError): string {
  const { companies } = error.details ?? {}
  return `problem=${problemIn(error)}${Array.isArray(companies) ? `&companies=${companies.join(',')}` : ''}`
}

async function comeBack(deps: Services, call: Call, input: Record<string, string | undefined>): Promise<Answer> {
  const { state } = input
  if (state === undefined || state !== call.from.cookies[stateCookie])
    throw oidcProblem('not-begun', 'This sign-in was begun in another browser. Begin again.')
  const given = Object.entries(input).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const address = `${callbackOf(deps)}?${new URLSearchParams(given).toString()}`
  const answer = { kind: 'answer', token: state, isToOurs: isOurQuestion(deps.seal, state) } as const
  const back = await tried(deps, answer, () => providerOf(deps).end(deps, state, address))
  if (back.stepUp) {
    await provenAgain(deps, back.email, back.stepUp)
    return leadTo(deps, '/')
  }
  const { email, company, provenAt } = back
  const reply = await signIn(deps, call, async (trx) => {
    const member = await memberWithAddress(trx, email, company)
    const confirmed = member && (await confirmPerson(trx, member, 'oidc'))
    return confirmed && { ...confirmed.member, way: 'oidc', provenAt, ended: confirmed.ended }
  })
  if (reply) return leadTo(deps, '/', reply.headers)
  const where = company === undefined ? 'no company here' : `no company "${company}" here`
  throw oidcProblem('no-member', `${email} belongs to ${where}. Ask an admin for an invite.`)
}

/** Whoever came back is the one who is signed in: the address that the provider confirmed is theirs. */
async function provenAgain(
  { db }: Services,
  email: string,
  { sessionId, userId }: { sessionId: number; userId: number },
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (person?.email.toLowerCase() !== email.toLowerCase())
    throw oidcProblem(
      'somebody-else',
      `The identity provider knows you as ${email}, and you are signed in as somebody else.`,
    )
  if (person.confirmed_at === null)
    throw oidcProblem('signed-out', 'Sign in at the identity provider once: that confirms your address first.')
  if (!(await proveSession(db, sessionId, userId)))
    throw oidcProblem('signed-out', 'You were signed out meanwhile. Sign in again.')
}

async function sessionHere({ db }: Services, { from }: Call) {
  const session = from.session === null ? null : await readSession(db, from.session)
  if (session) return { sessionId: session.sessionId, userId: session.userId }
  throw new AppError('unauthorized', 'Nobody is signed in here who could show again that it is them. Sign in.')
}

function leadTo(deps: Services, path: string, headers: Record<string, string> = {}): Answer {
  return new Answer(302, '', { ...headers, location: `${addressForPeople(deps.publicUrl())}${path}` })
}

function providerOf({ oidc }: Services): Oidc {
  if (oidc) return oidc
  throw new AppError('unsupported_operation', 'No identity provider is set. The operator names one with OIDC_ISSUER.')
}

/** Where the browser set out from: a cookie of localhost does not come back to 127.0.0.1. */
function callbackOf({ publicUrl }: Services): string {
  return `${addressForPeople(publicUrl())}/v1/session/oidc/callback`
}
