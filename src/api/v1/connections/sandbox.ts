import { z } from 'zod'
import { useSandbox } from '../../../core/connections/opened/sandbox-use.ts'
import { stepUpMinutes } from '../../../core/people/step-up.ts'
import { operation } from '../../../call/operation.ts'
import { notFound } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { PlatformParam, PlatformStanding, section } from './connection-view.ts'

export const putSandboxUse = operation({
  name: 'use_sandbox',
  rest: { method: 'PUT', path: '/v1/connections/{platform}/sandbox' },
  section,
  summary: 'Say whether the sandbox stands in for a platform that the company has no connection to. For people.',
  description:
    'A platform that was ever connected live is not connected when its last connection goes: the sandbox is not in its ' +
    'place before a person says so here. Where the sandbox is not used, what it had made up goes out of sight. ' +
    `Needs a sign-in of the last ${stepUpMinutes} minutes.`,
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck connection sandbox',
  failures: ['step_up_required', 'conflict'],
  input: z.object({
    platform: PlatformParam,
    use: z.boolean().meta({ description: 'Whether the sandbox stands in for it.' }),
  }),
  reply: PlatformStanding,
  async handle(deps, call, { platform: word, use }) {
    const { platforms } = deps.connections
    const platform = platforms.named(word)
    if (!platform) throw notFound('platform', word)
    const { before, after } = await useSandbox(deps, call, { platform, use })
    call.touched({ targets: [`platform:${platform}`], before, after })
    return { ...after, platformTitle: required(platforms.driver(platform), 'platform').title }
  },
})
