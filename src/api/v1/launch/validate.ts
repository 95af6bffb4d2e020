import { preparePlan } from '../../../core/launch/plan/prepare.ts'
import { LaunchBody, unwrapCreativeState } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { exampleLaunch } from './example.ts'
import { readLaunch } from './read-launch.ts'
import { PlanView, viewWithCost } from './rehearsal.ts'

export const validateLaunch = operation({
  name: 'validate_launch',
  rest: { method: 'POST', path: '/v1/launch/validate' },
  section: 'Launching',
  summary: 'Check a launch without launching it: every rule, every ad, nothing stored.',
  description:
    'Whatever is wrong with the ads is told at once, in issues with paths such as ads.3.media.0.url. depth says how far the look went: ' +
    'schema (something has the wrong form), rules, or platform (the platform was asked about what the ads depend on). When all is ' +
    'well: what would go live, what that may cost, and what spend guards say.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: LaunchBody,
  prepare: unwrapCreativeState,
  readsInput: true,
  example: exampleLaunch,
  reply: PlanView,
  async handle(deps, call, input) {
    await using plan = await preparePlan(deps, call, await readLaunch(deps.launchBody, input))
    return viewWithCost(deps, call, plan)
  },
})
