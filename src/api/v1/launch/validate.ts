import { preparePlan } from '../../../core/launch/plan/prepare.ts'
import { inDocumentedForm, inSentForm } from '../../../core/launch/plan/other-forms.ts'
import { LaunchBody } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { exampleLaunch } from './example.ts'
import { readLaunch } from './read-launch.ts'
import { inSentWords, PlanView, viewWithCost } from './rehearsal.ts'

export const validateLaunch = operation({
  name: 'validate_launch',
  rest: { method: 'POST', path: '/v1/launch/validate' },
  section: 'Launching',
  summary: 'Check a launch without launching it: every rule, every ad, nothing stored.',
  description:
    'Whatever is wrong with the ads is told at once, in issues with paths such as ads.3.media.0.url. depth says how far the look went: ' +
    'schema (something has the wrong form), rules, or platform: the platforms were asked whether ad sets are there, open and have room, who ' +
    'may speak, and whatever else would keep an ad from being made, which is remembered for a minute. A warning names what could not be ' +
    'asked. When all is well: what would go live, what that may cost, and what spend guards say.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: LaunchBody,
  prepare: inDocumentedForm,
  formOf: inSentForm,
  readsInput: true,
  takesLeftovers: true,
  example: exampleLaunch,
  reply: PlanView,
  async handle(deps, call, input) {
    const wanted = await readLaunch(deps.launchBody, input, call.unread)
    await using plan = await preparePlan(deps, call, { ...wanted, depth: wanted.request.depth ?? 'platform' })
    return inSentWords(call, await viewWithCost(deps, call, plan))
  },
})
