import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { consentingPlatform } from '../../../core/connections/consent/apps.ts'
import { earlierProblem } from '../../../core/connections/consent/finish.ts'
import { problemCodes } from '../../../core/connections/consent/problem.ts'
import { consentCookie } from '../../connect/cookie.ts'
import { personBehind } from '../session/person.ts'
import { PlatformParam, section } from './connection-view.ts'

/** What an address says anybody can write: the words come from here, and only to whoever set out in this browser. */
export const connectProblem = operation({
  name: 'get_connect_problem',
  rest: { method: 'GET', path: '/v1/connections/{platform}/connect/problem' },
  section,
  summary: 'Why the consent that was last begun in this browser connected nothing. For people.',
  scope: 'read',
  effect: 'reads',
  forPeople: 'flightdeck connection connect',
  input: z.object({ platform: PlatformParam }),
  reply: z.object({
    code: z
      .enum(problemCodes)
      .meta({ id: 'ConnectProblemCode' })
      .nullable()
      .meta({ description: 'What stood against it; null: nothing is known of a consent of this browser.' }),
    message: z.string().nullable().meta({ description: 'The same in words; null as above.' }),
  }),
  async handle(deps, { actor, company, from }, { platform: word }) {
    const { platform } = consentingPlatform(deps, word)
    const token = from.cookies[consentCookie(platform.name)]
    const who = { companyId: company.id, sessionId: personBehind(actor).sessionId }
    const told = token === undefined ? null : await earlierProblem(deps, token, who)
    return { code: told?.code ?? null, message: told?.message ?? null }
  },
})
