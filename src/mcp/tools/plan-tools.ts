import { makePlan } from '../../call/plans/make.ts'
import type { OperationPlan } from '../../call/plans/make.ts'
import { admit } from '../../call/pipeline.ts'
import type { Operation } from '../../call/operation.ts'
import type { Scope } from '../../core/context.ts'
import { planMinutes } from '../../core/plans/store.ts'
import { badRequest } from '../../errors.ts'
import { lookUp, required } from '../../lookup.ts'
import type { JsonSchema } from '../../http/docs/schema.ts'
import {
  effectWith,
  exampleNamed,
  exampleOf,
  findOperation,
  objectIn,
  operationNamed,
  scopesNamed,
} from './tool-context.ts'
import type { ToolContext } from './tool-context.ts'
import { askedOf } from './call-operation.ts'
import { answerWith } from './output.ts'
import { toolInput } from './schema.ts'
import type { Annotations, Asking, ToolAnswer, Tool } from './tool.ts'
import { planned } from './planned.ts'
import type { PlanListed } from './planned.ts'

/** A plan changes nothing on any platform; it is stored here for a while. */
const planHints: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
}

/** Each is made when its turn comes: what they take is written anew for every one of them. */
export function planTools(context: ToolContext): (() => Tool)[] {
  return [...planned.map((each) => () => planTool(context, each)), () => planOperationTool(context)]
}

const suffix = `Changes nothing: answers with planId, digest, cost and what the spend guards say; run_plan does it within ${planMinutes} minutes.`

function planTool(context: ToolContext, { name, title, description, operation: named }: PlanListed): Tool {
  const table = typeof named === 'string' ? { only: named } : named
  const operations = Object.fromEntries(
    Object.entries(table).map(([level, each]): [string, Operation] => [level, operationNamed(context, each)]),
  )
  const all = Object.values(operations)
  const shown = required(all.at(-1), 'operation')
  const isOne = typeof named === 'string'
  return {
    name,
    title,
    description: `${description} ${suffix}`,
    scopes: scopesOf(all),
    inputSchema: isOne ? toolInput(shown, context.words) : mergedInput(context, operations),
    outputSchema: planOutput,
    card: true,
    annotations: planHints,
    example: () => ({ ...(isOne ? {} : { level: Object.keys(operations).at(-1) }), ...exampleOf(context, shown) }),
    async run(asking, { level, ...given }) {
      const operation = lookUp(operations, isOne ? 'only' : String(level))
      if (operation) return plan(context, operation, asking, { input: isOne ? { level, ...given } : given })
      const expected = Object.keys(operations).join(', ')
      throw badRequest([{ path: 'level', message: `must be one of ${expected}`, expected }])
    },
  }
}

function scopesOf(operations: Operation[]): Scope[] {
  return [...new Set(operations.map(({ scope }) => scope ?? 'read'))]
}

/** The fields of operations that are alike; which of them go together their own checks say. */
function mergedInput(context: ToolContext, operations: Record<string, Operation>): JsonSchema {
  const inputs = Object.values(operations).map((operation) => toolInput(operation, context.words))
  const level: JsonSchema = { type: 'string', enum: Object.keys(operations), description: 'What is copied.' }
  const isInAll = (field: string) => inputs.every((input) => input.required?.includes(field))
  const common = inputs[0]?.required?.filter(isInAll) ?? []
  return {
    type: 'object',
    properties: Object.assign({ level }, ...inputs.map(({ properties }) => properties)) as Record<string, JsonSchema>,
    required: ['level', ...common],
  }
}

function planOperationTool(context: ToolContext): Tool {
  return {
    name: 'plan_operation',
    title: 'Plan an operation',
    description: `Plan any other operation that can cost money or destroys something. search_docs finds them and tells their input. ${suffix}`,
    scopes: ['launch', 'manage'],
    scopesFor: ({ operation }) => scopesNamed(context, operation),
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', description: 'Its name, such as add_search_keywords.' },
        input: { type: 'object', description: 'What it takes: search_docs with its name tells.' },
      },
      required: ['operation', 'input'],
    },
    outputSchema: planOutput,
    card: true,
    annotations: planHints,
    example: ({ operation }) => exampleNamed(context, operation, 'update_campaign'),
    async run(asking, { operation: name, input }) {
      const operation = await findOperation(context, asking, name)
      return plan(context, operation, asking, { input: objectIn(input), check: refuseFree })
    },
  }
}

function withoutDryRun({ dryRun: _never, dry_run: _too, ...given }: Record<string, unknown>): Record<string, unknown> {
  return given
}

function refuseFree(operation: Operation, input: Record<string, unknown>): void {
  const effect = effectWith(operation, input)
  if (effect === 'spends' || effect === 'destroys') return
  const message = `${operation.name} costs nothing with this input: call it with use_operation`
  throw badRequest([{ path: 'operation', message }])
}

async function plan(context: ToolContext, operation: Operation, asking: Asking, given: Given): Promise<ToolAnswer> {
  asking.onOperation?.(operation)
  await admit(context.callDeps, operation, asking.caller, () => undefined)
  const asked = askedOf(operation, asking, withoutDryRun(given.input))
  given.check?.(operation, asked.input())
  const created = await makePlan(context.callDeps, operation, { ...asked, caller: asking.caller })
  const { expiresAt, ...rest } = created
  return { value: { ...rest, expiresAt: expiresAt.toISOString() }, next: nextOf(created) }
}

interface Given {
  input: Record<string, unknown>
  /** Throws where it is not to be planned here. */
  check?: (operation: Operation, input: Record<string, unknown>) => void
}

function nextOf({ planId, digest, guards: { verdict, asks } }: OperationPlan): string {
  const run = `run_plan with planId ${planId} and digest ${digest}`
  if (verdict === 'would be refused')
    return 'A spend guard would refuse it. Plan something smaller, or tell the person; no tool changes a guard.'
  if (verdict === 'needs approval')
    return `${asks === null ? '' : `${asks} `}Show this to the person. ${run} asks for an approval that only a person can give.`
  return `Show this to the person; when they agree, ${run}.`
}

const planOutput = answerWith(
  {
    planId: { type: 'integer' },
    digest: { type: 'string' },
    summary: { type: 'string' },
    warnings: { type: 'array' },
    cost: { type: 'array' },
    goesLive: { type: 'object' },
    guards: {
      type: 'object',
      properties: { verdict: { type: 'string' }, notes: { type: 'array' }, asks: { type: ['string', 'null'] } },
    },
    expiresAt: { type: 'string' },
  },
  ['planId', 'digest', 'summary', 'cost', 'guards', 'expiresAt'],
)
