import { z } from 'zod'
import { operation } from '../../../../call/operation.ts'
import { findExecution } from '../../../../core/automations/execute/read/executions.ts'
import { undoExecution } from '../../../../core/automations/execute/people/undo.ts'
import { demo } from '../../../examples.ts'
import { guardFailures } from '../../../guard-failures.ts'
import { ExecutionView, presentInFull } from '../execution-fields.ts'
import { section } from '../automation-view.ts'
import { idIn } from '../run-fields.ts'

export const undoExecutionOperation = operation({
  name: 'undo_execution',
  rest: { method: 'POST', path: '/v1/automations/executions/{id}/undo' },
  section,
  summary: 'Take back what an execution did, the last first, as far as that is possible.',
  description:
    'Status, budget and name become what they were, labels are taken off, copies are deleted. What somebody has changed since is left ' +
    'as it is; `undo` of each action says which. Once, but what was refused, by a spend guard or by the platform, can be tried again. Should the ' +
    'service die in the middle of it, it goes on by itself: `undoBegunAt` says that it is not over.',
  scope: 'manage',
  effect: 'spends',
  tool: true,
  failures: [...guardFailures, 'conflict'],
  input: z.object({ id: idIn('Id of the execution.') }),
  example: { id: demo.executionToUndo },
  reply: ExecutionView,
  async handle(deps, call, { id }) {
    call.touched({ before: presentInFull(await findExecution(deps, call, id)) })
    await undoExecution(deps, call, id)
    return presentInFull(await findExecution(deps, call, id))
  },
})
