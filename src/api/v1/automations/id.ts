import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { withChanges } from '../../../core/automations/rule/make.ts'
import { someRuleFields } from '../../../core/automations/rule/rule.ts'
import { deleteAutomation, findAutomation, replaceAutomation } from '../../../core/automations/rule/store.ts'
import { refuseBeyondWorkspaces, validateRule } from '../../../core/automations/rule/validate.ts'
import { only } from '../../../lookup.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import {
  amongOthers,
  Automation,
  AutomationAmongOthers,
  automationId as id,
  parseRule,
  section,
  viewAutomation,
} from './automation-view.ts'

const path = '/v1/automations/{id}'

export const automationById = operation({
  name: 'get_automation',
  rest: { method: 'GET', path },
  section,
  summary: 'One rule.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id }),
  example: { id: demo.automation },
  reply: AutomationAmongOthers,
  handle: async (deps, call, asked) =>
    only(await amongOthers(deps, call, [await findAutomation(deps, call, asked.id)]), 'rule'),
})

export const patchAutomation = operation({
  name: 'update_automation',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Change a rule, or switch it on or off.',
  description:
    'Fields that are given replace those of the rule; protections, and a scope without a level, change what they name alone. ' +
    'The rule is validated as a whole, and what it said before stays known, so that earlier executions can be explained.',
  scope: 'manage',
  effect: 'changes',
  input: z.object({ id, ...someRuleFields }),
  example: { id: demo.automation, protections: { minSpend: 120 } },
  reply: Automation,
  async handle(deps, call, { id: given, ...changes }) {
    const before = await findAutomation(deps, call, given)
    await refuseBeyondWorkspaces(deps, call, before.rule)
    const rule = await validateRule(deps, call, parseRule(withChanges(before.rule, changes)))
    const after = viewAutomation(await replaceAutomation(deps, call, { id: given, rule }))
    call.touched({ targets: [`automation:${given}`], before: viewAutomation(before), after })
    return after
  },
})

export const removeAutomation = operation({
  name: 'delete_automation',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Delete a rule, with what is known of its executions.',
  scope: 'manage',
  effect: 'destroys',
  input: z.object({ id }),
  example: { id: demo.automation },
  reply: Deleted,
  async handle(deps, call, asked) {
    const automation = await findAutomation(deps, call, asked.id)
    await refuseBeyondWorkspaces(deps, call, automation.rule)
    call.touched({ targets: [`automation:${asked.id}`], before: viewAutomation(automation) })
    await deleteAutomation(deps, call, asked.id)
    return { id: asked.id, deleted: true as const }
  },
})
