import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { findAutomation } from '../../../core/automations/rule/store.ts'
import { refuseBeyondWorkspaces } from '../../../core/automations/rule/validate.ts'
import { findExecution } from '../../../core/automations/execute/read/executions.ts'
import { startRun, waitForEnd } from '../../../core/automations/execute/start.ts'
import { demo } from '../../examples.ts'
import { guardFailures } from '../../guard-failures.ts'
import { viewAutomation } from './automation-view.ts'
import { ExecutionView, presentInFull } from './execution-fields.ts'
import { section } from './automation-view.ts'
import { idIn } from './run-fields.ts'

/** How long a call waits for the end before it answers how things stand. */
const waitSeconds = 20

export const runAutomation = operation({
  name: 'run_automation',
  rest: {
    method: 'POST',
    path: '/v1/automations/{id}/run',
    status: 202,
    follow: ({ id }) => `/v1/automations/executions/${String(id)}`,
  },
  section,
  summary: 'Check a rule now, and do what its mode says, whether it is switched on or not.',
  description:
    `Every protection holds. It waits up to ${waitSeconds} seconds for the end; while state is running, follow it with ` +
    'GET /v1/automations/executions/{id}. What a spend guard refuses is skipped, with its words. 409 while all rules are stopped.',
  scope: 'manage',
  effect: 'spends',
  tool: true,
  failures: [...guardFailures, 'conflict'],
  input: z.object({ id: idIn('Id of the rule.') }),
  example: { id: demo.automation },
  reply: ExecutionView,
  async handle(deps, call, { id }) {
    const automation = await findAutomation(deps, call, id)
    await refuseBeyondWorkspaces(deps, call, automation.rule)
    call.touched({ before: viewAutomation(automation) })
    const executionId = await startRun(deps, call, id)
    await waitForEnd(
      deps,
      { companyId: call.company.id, executionId },
      { waitMs: waitSeconds * 1000, signal: call.signal },
    )
    return presentInFull(await findExecution(deps, call, executionId))
  },
})
