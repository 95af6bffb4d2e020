import { badRequest } from '../../errors.ts'
import { required } from '../../lookup.ts'
import { operationNamed } from './tool-context.ts'
import type { ToolContext } from './tool-context.ts'
import { callOperation } from './call-operation.ts'
import { toolOutput } from './output.ts'
import { toolInput } from './schema.ts'
import type { Annotations, Tool } from './tool.ts'

/** Doing it twice is doing it once. */
const repeatable: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

/** What is answered where something is only tried, which these tools never do. */
const ofRehearsals = ['dryRun', 'depth', 'goesLive', 'exposure', 'verdicts', 'asks']

/** Pausing: it saves money, so nobody has to be asked. */
export function pauseTool(context: ToolContext): Tool {
  const operation = operationNamed(context, 'update_status')
  const { properties = {} } = toolInput(operation, context.words)
  const { entityIds, entityType, accountId } = properties
  return {
    name: 'pause_entities',
    title: 'Pause entities',
    description: 'Pause ads, ad sets or campaigns at once. Each has its own result. plan_status_change resumes them.',
    scopes: ['manage'],
    inputSchema: {
      type: 'object',
      properties: {
        entityIds: required(entityIds, 'entity ids'),
        entityType: required(entityType, 'entity type'),
        accountId: required(accountId, 'account id'),
      },
      required: ['entityIds', 'entityType'],
    },
    outputSchema: toolOutput(operation, ofRehearsals),
    annotations: repeatable,
    example: () => ({ entityIds: ['120206614831500054'], entityType: 'ad' }),
    async run(asking, { entityIds: ids, entityType: type, accountId: account }) {
      const input = { entityIds: ids, entityType: type, accountId: account, newStatus: 'PAUSED' }
      const value = await callOperation(context.callDeps, operation, asking, { input })
      return { value, next: 'Look at success of each. To resume, plan_status_change with newStatus ACTIVE.' }
    },
  }
}

/** A smaller budget: it saves money, so nobody has to be asked. */
export function lowerBudgetTool(context: ToolContext): Tool {
  const operation = operationNamed(context, 'update_budget')
  const { properties = {} } = toolInput(operation, context.words)
  const { entityId, entityType, accountId } = properties
  return {
    name: 'lower_budget',
    title: 'Lower a budget',
    description:
      'Lower the budget of a campaign or ad set by a percentage, at once. plan_budget_change raises or sets one.',
    scopes: ['manage'],
    inputSchema: {
      type: 'object',
      properties: {
        entityId: required(entityId, 'entity id'),
        entityType: required(entityType, 'entity type'),
        accountId: required(accountId, 'account id'),
        percent: {
          type: 'number',
          exclusiveMinimum: 0,
          exclusiveMaximum: 100,
          description: 'By how much: 20 takes a fifth away. Twice is twice as much.',
        },
        idempotencyKey: {
          type: 'string',
          description: 'Any text of your own: the same again gives the first answer, and lowers nothing twice.',
        },
      },
      required: ['entityId', 'entityType', 'percent'],
    },
    outputSchema: toolOutput(operation, ofRehearsals),
    annotations: { ...repeatable, idempotentHint: false },
    example: () => ({ entityId: '120206614831500052', entityType: 'adset', percent: 20 }),
    async run(asking, { percent, idempotencyKey, ...rest }) {
      const input = { entityId: rest.entityId, entityType: rest.entityType, accountId: rest.accountId }
      const value = await callOperation(context.callDeps, operation, asking, {
        input: { ...input, changePercent: percentDown(percent) },
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
      })
      return { value, next: 'old and new tell the budget before and after.' }
    },
  }
}

/** Whatever else was given is no way to raise something. */
function percentDown(percent: unknown): number {
  if (typeof percent === 'number' && percent > 0 && percent < 100) return -percent
  throw badRequest([{ path: 'percent', message: 'must be more than 0 and less than 100', expected: 'number' }])
}
