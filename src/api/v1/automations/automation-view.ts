import { z } from 'zod'
import { schemaIssues, readWith } from '../../../call/input/parse.ts'
import { winners } from '../../../core/automations/rule/overlap.ts'
import { meetsLately, metHours, maxMeetings } from '../../../core/automations/execute/read/meets.ts'
import type { Db } from '../../../db/connect.ts'
import { ruleFromTemplate, withChanges } from '../../../core/automations/rule/make.ts'
import type { SomeRule } from '../../../core/automations/rule/make.ts'
import { Rule, ruleLevels, someRuleFields } from '../../../core/automations/rule/rule.ts'
import { entityStates } from '../../../core/automations/rule/words.ts'
import type { Automation as Stored } from '../../../core/automations/rule/store.ts'
import { TemplateParameter } from '../../../core/automations/templates/templates.ts'
import type { Context } from '../../../core/context.ts'
import { findView } from '../../../core/entities/views/store.ts'
import { ruleFromView } from '../../../core/entities/views/rule.ts'
import type { ReportDeps } from '../../../core/reports/sync/ensure/readings.ts'
import { badRequest } from '../../../errors.ts'

export const section = 'Automation'

export const RuleLevelWord = z.enum(ruleLevels).meta({ id: 'RuleLevel' })
export const RuleStateWord = z.enum(entityStates).meta({ id: 'RuleEntityState' })

export const automationId = z.coerce
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Id of the automation.' })

const time = (description: string) => z.iso.datetime().meta({ description })

export const ExecutionStateWord = z
  .enum(['running', 'done', 'skipped', 'failed'])
  .meta({ id: 'ExecutionState', description: 'Where it stands; skipped: nothing was checked.' })

const countOrNull = (description: string) => z.number().int().nullable().meta({ description })

const LastExecution = z
  .object({
    id: z.number().int().meta({ description: 'Id of the execution.' }),
    state: ExecutionStateWord,
    matched: countOrNull('How many met the conditions; null: not yet, or never.'),
    acted: countOrNull('On how many it acted, with what people accepted or approved since; null: it is not over.'),
    startedAt: time('When it began.'),
  })
  .meta({ id: 'LastExecution' })

export const Automation = z
  .object({
    id: z.number().int().meta({ description: 'Id of the automation.' }),
    ...Rule.shape,
    version: z.number().int().meta({ description: 'Counts its changes, from 1.' }),
    createdBy: z.string().meta({ description: 'Who made it.' }),
    createdAt: time('When it was made.'),
    updatedAt: time('When it was last changed.'),
    nextCheckAt: z.iso.datetime().nullable().meta({ description: 'When it is checked next; null: not by itself.' }),
    errorsInRow: z.number().int().meta({ description: 'How many executions failed in a row.' }),
    offReason: z.string().nullable().meta({ description: 'Why it was switched off by the service; null: it was not.' }),
    heldToAsk: z.string().nullable().meta({
      description:
        'The name of a key that asks before it spends and made the rule, changed it, switched it on or had it checked: its mode is at most ask, whoever changes it, until a signed-in person who may approve sets it to act. null: there is none.',
    }),
    lastExecution: LastExecution.nullable().meta({ description: 'Its newest execution; null: it was never checked.' }),
  })
  .meta({ id: 'Automation' })

const RuleMeeting = z
  .object({
    ruleId: z.number().int().meta({ description: 'Id of the other rule.' }),
    name: z.string().meta({ description: 'What it is called.' }),
    entities: countOrNull('On how many entities both would act; null: nobody knows yet, their scopes overlap.'),
    wins: z.enum(winners).meta({
      id: 'RuleWinner',
      description:
        'Who acts there: this rule, the other, whichever is checked first, or mixed: it depends on the entity.',
    }),
  })
  .meta({ id: 'RuleMeeting' })
export const RuleMeetings = z.array(RuleMeeting).max(maxMeetings)

/** A rule with whom it meets. */
export const AutomationAmongOthers = Automation.extend({
  meets: RuleMeetings.meta({
    description: `Other rules that are switched on and changed the same entities in the last ${metHours} hours, or may come to. What lowers what an entity may spend wins over what does not.`,
  }),
}).meta({ id: 'AutomationAmongOthers' })

/** Rules, each with whom it meets. */
export async function amongOthers(
  deps: { db: Db },
  context: Pick<Context, 'company'>,
  automations: Stored[],
): Promise<z.output<typeof AutomationAmongOthers>[]> {
  const meets = await meetsLately(deps, context, automations)
  return automations.map((each) => ({ ...viewAutomation(each), meets: meets.get(each.id) ?? [] }))
}

export function viewAutomation({ rule, lastExecution, ...stored }: Stored): z.output<typeof Automation> {
  return {
    ...rule,
    ...stored,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    nextCheckAt: stored.nextCheckAt?.toISOString() ?? null,
    lastExecution: lastExecution && { ...lastExecution, startedAt: lastExecution.startedAt.toISOString() },
  }
}

/** What a rule is made of: all of it, or a ready-made one and what is to be different. */
export const makingFields = {
  template: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Begin with this ready-made rule; GET /v1/automations/templates lists them.' }),
  values: z
    .record(z.string(), TemplateParameter.shape.default)
    .optional()
    .meta({ description: 'Values of its parameters; those left out have their defaults.' }),
  view: z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Or begin with the filter of this saved view: a copy, which does not follow it.' }),
  ...someRuleFields,
}

export const makingNote =
  'Without a template or a view, name, scope with a level, and either when and then or cases are required. With one, every field that is given replaces that of the rule it begins with; protections, and a scope without a level, change what they name alone.'

type Making = { [Field in keyof typeof makingFields]?: z.output<(typeof makingFields)[Field]> }

/** The whole rule; 400 for what is wrong with its form. */
export async function readRule(
  deps: ReportDeps & { db: Db },
  context: Pick<Context, 'company' | 'actor'>,
  given: Making,
): Promise<Rule> {
  const { template, values, view: viewId, ...changes } = given
  if (template === undefined) {
    if (values) throw badRequest([{ path: 'values', message: 'goes with a template' }])
    if (viewId === undefined) return parseRule(changes)
    const view = await findView(deps, context, viewId)
    return parseRule(
      withChanges(
        await ruleFromView(deps, context, { view, currency: changes.currency, only: changes.scope?.currency }),
        changes,
      ),
    )
  }
  if (viewId !== undefined) throw badRequest([{ path: 'view', message: 'goes without a template' }])
  return parseRule(await ruleFromTemplate(deps, context, { template, values: values ?? {}, changes }))
}

export function parseRule(given: SomeRule): Rule {
  const result = readWith(Rule, given)
  if (!result.success) throw badRequest(schemaIssues(result.error))
  return result.data
}
