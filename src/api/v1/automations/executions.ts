import { z } from 'zod'
import { plainId } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import { aboutEntity } from '../../../core/automations/execute/read/about-entity.ts'
import { findExecution, listExecutions } from '../../../core/automations/execute/read/executions.ts'
import type { ExecutionQuery } from '../../../core/automations/execute/read/executions.ts'
import { momentRange, requireRange } from '../../../core/days/range.ts'
import type { Services } from '../../../services.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { EntityOutcomeWord, ExecutionRow, ExecutionView, presentExecution, presentInFull } from './execution-fields.ts'
import { section } from './automation-view.ts'
import { idIn } from './run-fields.ts'

const filters = {
  entityId: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .overwrite(plainId)
    .optional()
    .meta({
      description:
        'Says of each execution what it has to say about this entity: the decision, or why there is none. Of a search: the id of the ad ' +
        'group, a slash, and what was searched for.',
    }),
  outcome: EntityOutcomeWord.optional().meta({
    description: 'Only executions in which something (or, with entityId, that entity) came out like this.',
  }),
  ...momentRange,
  ...pageFields(100, 20),
}

export const listAllExecutions = operation({
  name: 'list_executions',
  rest: { method: 'GET', path: '/v1/automations/executions' },
  section,
  summary: 'What rules checked and did, the newest first; with entityId: why a rule did, or did not, act on something.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object(filters),
  example: { entityId: demo.ad },
  reply: pageOf(ExecutionRow),
  handle: (deps, call, query) => answer(deps, call, query),
})

export const listExecutionsOfRule = operation({
  name: 'list_executions_of_automation',
  rest: { method: 'GET', path: '/v1/automations/{id}/executions' },
  section,
  summary: 'The same for one rule.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id: idIn('Id of the rule.'), ...filters }),
  example: { id: demo.automation },
  reply: pageOf(ExecutionRow),
  handle: (deps, call, { id: automationId, ...query }) => answer(deps, call, { automationId, ...query }),
})

type ExecutionsRequest = Omit<ExecutionQuery, 'offset' | 'limit'> & Parameters<typeof windowOf>[0]

async function answer(
  deps: Services,
  call: Call,
  { automationId, entityId, outcome, from, to, ...paged }: ExecutionsRequest,
) {
  if (from && to) requireRange(from, new Date(to.getTime() - 1), { start: 'from', end: 'to' })
  const window = windowOf(paged)
  const query = { automationId, entityId, outcome, from, to, ...window }
  const { executions, total } = await listExecutions(deps, call, query)
  const about = entityId === undefined ? [] : await aboutEntity(deps, call, { entityId, executions })
  const rows = executions.map((execution, place) => ({
    ...presentExecution(execution),
    ...(about[place] ? { entity: about[place] } : {}),
  }))
  return pageWith(rows, window, total)
}

export const getExecution = operation({
  name: 'get_execution',
  rest: { method: 'GET', path: '/v1/automations/executions/{id}' },
  section,
  summary:
    'One execution whole: what was checked, what matched, what was skipped and why, the numbers, before and after.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id: idIn('Id of the execution.') }),
  example: { id: demo.execution },
  reply: ExecutionView,
  handle: async (deps, call, { id }) => presentInFull(await findExecution(deps, call, id)),
})
