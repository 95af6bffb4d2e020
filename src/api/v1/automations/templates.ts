import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { listTemplates, RuleTemplate } from '../../../core/automations/templates/templates.ts'
import { section } from './automation-view.ts'

export const automationTemplates = operation({
  name: 'list_automation_templates',
  rest: { method: 'GET', path: '/v1/automations/templates' },
  section,
  summary: 'Ready-made rules, each with a sentence, parameters and their defaults.',
  description: 'A rule is made from one by POST /v1/automations with template, and values for what is to be different.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: z.object({
    data: z.array(RuleTemplate).meta({ description: 'Every ready-made rule, by name.' }),
    templates: z.array(RuleTemplate).meta({ description: 'The same.' }),
  }),
  async handle() {
    const data = await listTemplates()
    return { data, templates: data }
  },
})
