import { z } from 'zod'
import { Answer, fileReply, operation } from '../../../call/operation.ts'
import { addressForPeople } from '../../../core/people/address.ts'
import type { Oidc } from '../../../core/people/oidc.ts'
import { memberOf, userWithEmail } from '../../../core/people/sign-in.ts'
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
  failures: ['unsupported_operation', 'service_unavailable'],
  reply,
  async handle(deps) {
    const { address, token } = await providerOf(deps).begin(deps.db, callbackOf(deps))
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
    state: z.string().max(200).optional().meta({ description: 'Names the sign-in that was begun.' }),
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
      return leadTo(deps, `/#/sign-in?problem=${encodeURIComponent(error.message)}`)
    }
  },
})

type Call = Parameters<typeof signIn>[1]

async function comeBack(deps: Services, call: Call, input: Record<string, string | undefined>): Promise<Answer> {
  const { state } = input
  if (state === undefined || state !== call.from.cookies[stateCookie])
    throw new AppError('unauthorized', 'This sign-in was begun in another browser. Begin again.')
  const given = Object.entries(input).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const comesBackAt = `${callbackOf(deps)}?${new URLSearchParams(given).toString()}`
  const email = await tried(deps, { kind: 'question', token: state }, () =>
    providerOf(deps).end(deps.db, state, comesBackAt),
  )
  const userId = await userWithEmail(deps.db, email)
  const member = userId === null ? null : await memberOf(deps.db, userId)
  if (!member) throw new AppError('unauthorized', `${email} belongs to no company here. Ask an admin for an invite.`)
  const { headers } = await signIn(deps, call, { ...member, way: 'oidc' })
  return leadTo(deps, '/', headers)
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
