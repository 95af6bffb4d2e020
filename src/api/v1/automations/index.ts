import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { maxRules } from '../../../core/automations/rule/limits.ts'
import { createAutomation, listAutomations } from '../../../core/automations/rule/store.ts'
import { validateRule } from '../../../core/automations/rule/validate.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import {
  amongOthers,
  Automation,
  AutomationAmongOthers,
  makingFields,
  makingNote,
  readRule,
  section,
  viewAutomation,
} from './automation-view.ts'

export const automationList = operation({
  name: 'list_automations',
  rest: { method: 'GET', path: '/v1/automations' },
  section,
  summary: 'The rules that watch figures of the company and act.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    enabled: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'Only those that are switched on, or only those that are not.' }),
    ...pageFields(100, 50),
  }),
  example: {},
  reply: pageOf(AutomationAmongOthers),
  async handle(deps, call, { enabled, ...paged }) {
    const window = windowOf(paged)
    const chosen = enabled === undefined ? {} : { enabled: enabled === 'true' }
    const { automations, total } = await listAutomations(deps, call, { ...window, ...chosen })
    return pageWith(await amongOthers(deps, call, automations), window, total)
  },
})

export const addAutomation = operation({
  name: 'create_automation',
  rest: { method: 'POST', path: '/v1/automations', status: 201 },
  section,
  summary: 'Make a rule that watches figures and acts, from nothing or from a ready-made one.',
  description:
    `${makingNote} A rule is switched off and only suggests unless it says otherwise; preview it before it acts. ` +
    'A number that is unknown makes a condition unknown, never true. Protections are on by default, and spend guards hold for whatever it does. ' +
    `A company has at most ${maxRules}.`,
  scope: 'manage',
  effect: 'changes',
  input: z.object(makingFields),
  example: {
    template: 'stop-loss',
    name: 'No result above 40',
    values: { maxCostPerResult: 40 },
    scope: { accountIds: [demo.account] },
  },
  reply: Automation,
  async handle(deps, call, given) {
    const rule = await validateRule(deps, call, await readRule(deps, call, given))
    return deps.db.transaction().execute(async (trx) => {
      const automation = viewAutomation(await createAutomation({ db: trx }, call, rule))
      call.touched({ targets: [`automation:${automation.id}`], after: automation })
      await call.keepAnswer(trx, automation)
      return automation
    })
  },
})
