import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { describeApp } from '../../../core/connections/consent/app-view.ts'
import { consentingPlatform, removeOwnApp, setOwnApp } from '../../../core/connections/consent/apps.ts'
import { requireFreshSignIn, stepUpMinutes } from '../../../core/people/step-up.ts'
import { notFound } from '../../../errors.ts'
import { PlatformName } from '../../shapes.ts'
import { personBehind } from '../session/person.ts'
import { AppSourceWord } from './connect.ts'
import { PlatformParam, section } from './connection-view.ts'
import { parsedBy, requireOwner } from './read-fields.ts'

const path = '/v1/connections/{platform}/app'
const forOwners = `For owners. Needs a sign-in of the last ${stepUpMinutes} minutes.`

const OAuthAppView = z
  .object({
    platform: PlatformName,
    source: AppSourceWord.meta({
      description: 'Whose app consents of this company are asked for with, outside of the sandbox.',
    }),
    setBy: z.string().nullable().meta({ description: "Who set the company's own; null: it has none." }),
    setAt: z.iso.datetime().nullable().meta({ description: 'When that was; null: it has none.' }),
    redirectUrl: z.string().meta({ description: "The address that the app's console has to list, to the letter." }),
    redirectRule: z
      .string()
      .nullable()
      .meta({ description: 'A rule of its own that the platform has for that address; null: none.' }),
    fields: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The field.' }),
          description: z.string().meta({ description: "Where the platform's console shows it." }),
          secret: z.boolean().meta({ description: 'Whether nobody else may know it.' }),
          required: z.boolean().meta({ description: 'Whether it has to be given.' }),
        }),
      )
      .meta({ description: 'What an app consists of. What was given is never shown.' }),
  })
  .meta({ id: 'OAuthAppView' })

export const getOAuthApp = operation({
  name: 'get_oauth_app',
  rest: { method: 'GET', path },
  section,
  summary: 'Whose app consents at a platform are asked for with, and what an app consists of.',
  scope: 'admin',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({ platform: PlatformParam }),
  example: { platform: 'primary' },
  reply: OAuthAppView,
  handle: (deps, call, { platform }) => describeApp(deps, call.company, consentingPlatform(deps, platform)),
})

export const putOAuthApp = operation({
  name: 'set_oauth_app',
  rest: { method: 'PUT', path },
  section,
  summary:
    "Set the company's own app at a platform, for its connections alone. It is kept sealed and never shown again.",
  description: forOwners,
  failures: ['step_up_required'],
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck app set, for all companies',
  input: z.object({
    platform: PlatformParam,
    credentials: z
      .record(z.string(), z.string().trim().max(4000))
      .meta({ description: 'What the app consists of, by the fields that GET tells.' }),
  }),
  reply: OAuthAppView,
  async handle(deps, call, { platform: word, credentials }) {
    const consenting = consentingPlatform(deps, word)
    const { role, name: setBy } = personBehind(call.actor)
    requireOwner(role)
    const app = parsedBy(consenting.oauth.app, 'credentials', credentials)
    await requireFreshSignIn(deps.db, call)
    const before = await describeApp(deps, call.company, consenting)
    await setOwnApp(deps.db, deps.seal, call.company, { platform: consenting.platform.name, app, setBy })
    const after = await describeApp(deps, call.company, consenting)
    call.touched({ before, after })
    return after
  },
})

export const deleteOAuthApp = operation({
  name: 'delete_oauth_app',
  rest: { method: 'DELETE', path },
  section,
  summary:
    "Forget the company's own app: consents are asked for with the installation's from then on, where there is one.",
  description: `Connections that were made with it go on until they have to be consented to again. ${forOwners}`,
  failures: ['step_up_required'],
  scope: 'admin',
  effect: 'destroys',
  wholeCompany: true,
  forPeople: 'flightdeck app remove, for all companies',
  input: z.object({ platform: PlatformParam }),
  reply: OAuthAppView,
  async handle(deps, call, { platform: word }) {
    const consenting = consentingPlatform(deps, word)
    requireOwner(personBehind(call.actor).role)
    await requireFreshSignIn(deps.db, call)
    const before = await describeApp(deps, call.company, consenting)
    if (!(await removeOwnApp(deps.db, call.company, consenting.platform.name)))
      throw notFound("app of the company's own at", consenting.platform.title)
    const after = await describeApp(deps, call.company, consenting)
    call.touched({ before, after })
    return after
  },
})
