import { z } from 'zod'
import { keepShortly } from '../../../call/cookies.ts'
import { operation, OtherReply } from '../../../call/operation.ts'
import { appSources, consentingPlatform, findApp } from '../../../core/connections/consent/apps.ts'
import { beginConsent, consentProblem } from '../../../core/connections/consent/begin.ts'
import { connectPage, redirectUriOf } from '../../../core/connections/consent/redirect.ts'
import { requireFreshSignIn, stepUpMinutes } from '../../../core/people/step-up.ts'
import { consentCookie } from '../../connect/cookie.ts'
import { PlatformName } from '../../shapes.ts'
import { personBehind } from '../session/person.ts'
import { ConnectionId, PlatformParam, section } from './connection-view.ts'

const path = '/v1/connections/{platform}/connect'

export const AppSourceWord = z.enum(appSources).meta({
  id: 'AppSource',
  description:
    "Whose app consent is asked for with: the company's own, the installation's, the simulator's, or none: nobody has set one.",
})

const RequestedScope = z
  .object({
    scope: z.string().meta({ description: "The permission, in the platform's own words." }),
    feature: z.string().meta({ description: 'What it is for.' }),
    required: z.boolean().meta({ description: 'Whether nothing is connected without it.' }),
  })
  .meta({ id: 'AskedScope' })

export const connectUrl = operation({
  name: 'get_connect_url',
  rest: { method: 'GET', path },
  section,
  summary:
    'The page on which somebody who is signed in connects a platform by consenting there, and what it is to say.',
  description: 'The page opens nothing by itself: an admin who is signed in presses its button.',
  scope: 'admin',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({
    platform: PlatformParam,
    sandbox: z.stringbool().default(false).meta({ description: 'true: consent is asked for at the simulator.' }),
    connectionId: ConnectionId.optional().meta({
      description: 'The connection that is to be opened anew; left out: a further one is made.',
    }),
  }),
  example: { platform: 'primary', sandbox: 'true' },
  reply: z.object({
    url: z.string().meta({ description: 'The page, for a browser in which an admin of the company is signed in.' }),
    platform: PlatformName,
    platformTitle: z.string().meta({ description: "The platform's own name, for people." }),
    company: z
      .object({
        slug: z.string().meta({ description: 'Slug of the company that is connected.' }),
        name: z.string().meta({ description: 'What it is called.' }),
      })
      .meta({ id: 'ConnectedCompany', description: 'Whose connection it becomes.' }),
    sandbox: z.boolean().meta({ description: 'Whether it leads to the simulator: nothing there costs money.' }),
    connectionId: z
      .string()
      .nullable()
      .meta({ description: 'The connection that is opened anew; null: a further one is made.' }),
    label: z.string().nullable().meta({ description: 'What that one is called; null: it is not there yet.' }),
    app: AppSourceWord,
    redirectUrl: z.string().meta({ description: "The address that the app's console has to list, to the letter." }),
    redirectRule: z
      .string()
      .nullable()
      .meta({ description: 'A rule of its own that the platform has for that address; null: none.' }),
    asks: z.array(RequestedScope).meta({ description: 'The permissions that are asked for.' }),
    problem: z.string().nullable().meta({ description: 'Why it cannot begin yet, with what to do; null: it can.' }),
  }),
  async handle(deps, { company }, { platform: word, sandbox: isSandbox, connectionId }) {
    const consenting = consentingPlatform(deps, word)
    const { platform, oauth } = consenting
    const { name: companyName } = await deps.db
      .selectFrom('companies')
      .where('id', '=', company.id)
      .select('name')
      .executeTakeFirstOrThrow()
    const wish = { isSandbox, connectionId }
    const { label, problem } = await consentProblem(deps, company, consenting, wish)
    return {
      url: connectPage(deps.publicUrl(), platform.name, wish),
      ...{ platform: platform.name, platformTitle: platform.title, company: { slug: company.slug, name: companyName } },
      ...{ sandbox: isSandbox, connectionId: connectionId === undefined ? null : String(connectionId), label, problem },
      app: (await findApp(deps, company, consenting, isSandbox))?.source ?? ('none' as const),
      redirectUrl: redirectUriOf(deps.publicUrl(), platform.name),
      redirectRule: oauth.redirectRule,
      asks: oauth.scopes.map(({ scope, feature, isRequired: required }) => ({ scope, feature, required })),
    }
  },
})

export const beginConnect = operation({
  name: 'begin_connect',
  rest: { method: 'POST', path },
  section,
  summary: 'The button of that page: tells where the person consents.',
  description:
    'The answer sets a cookie for ten minutes, and the platform sends the person back to GET /connect/{platform}/callback, which finishes with ' +
    `that cookie alone. Needs a sign-in of the last ${stepUpMinutes} minutes.`,
  failures: ['step_up_required', 'conflict'],
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck connection connect',
  input: z.object({
    platform: PlatformParam,
    sandbox: z.boolean().default(false).meta({ description: 'true: consent is asked for at the simulator.' }),
    connectionId: ConnectionId.optional().meta({
      description: 'The connection that is to be opened anew; left out: a further one is made.',
    }),
    label: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'What to call a new one; left out: as whoever consents.' }),
  }),
  reply: z.object({
    authorizeUrl: z
      .string()
      .meta({ description: 'Where the person consents: lead the browser there. It is of use to this browser alone.' }),
  }),
  async handle(deps, call, { platform: word, sandbox: isSandbox, connectionId, label }) {
    const consenting = consentingPlatform(deps, word)
    await requireFreshSignIn(deps.db, call)
    const { id: userId, sessionId } = personBehind(call.actor)
    const who = { company: call.company, person: { userId, sessionId } }
    const { authorizeUrl, token } = await beginConsent(deps, who, consenting, { isSandbox, connectionId, label })
    const { name } = consenting.platform
    call.touched({
      targets: connectionId === undefined ? [] : [`connection:${connectionId}`],
      after: { platform: name },
    })
    return new OtherReply(
      200,
      { authorizeUrl },
      { 'set-cookie': keepShortly(consentCookie(name), token, deps.publicUrl()) },
    )
  },
})
