import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { readSwitch, resumeAll, stopAll } from '../../../core/automations/execute/switch.ts'
import type { SwitchView } from '../../../core/automations/execute/switch.ts'
import { section } from './automation-view.ts'
import { timeOrNull } from './run-fields.ts'

const AutomationSwitch = z
  .object({
    stopped: z.boolean().meta({ description: 'Whether no rule of the company does anything.' }),
    stoppedAt: timeOrNull('Since when; null: rules go on.'),
    stoppedBy: z.string().nullable().meta({ description: 'Who stopped them; null: nobody.' }),
    reason: z.string().nullable().meta({ description: 'Why, if it was said.' }),
  })
  .meta({ id: 'AutomationSwitch' })

function present({ stoppedAt, ...rest }: SwitchView): z.input<typeof AutomationSwitch> {
  return { ...rest, stoppedAt: stoppedAt?.toISOString() ?? null }
}

export const automationSwitch = operation({
  name: 'get_automation_switch',
  rest: { method: 'GET', path: '/v1/automations/stop' },
  section,
  summary: 'Whether all rules of the company are stopped, since when, by whom and why.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: AutomationSwitch,
  handle: async (deps, call) => {
    const found = await readSwitch(deps.db, call.company.id)
    // Who stopped them, and why, is the whole company's.
    const seen = call.company.workspaces === undefined ? found : { ...found, stoppedBy: null, reason: null }
    return present(seen)
  },
})

export const stopAutomations = operation({
  name: 'stop_automations',
  rest: { method: 'POST', path: '/v1/automations/stop' },
  section,
  summary: 'Stop all rules of the company at once: what they have not sent yet is not sent.',
  description: 'Slots that pass while they are stopped are recorded as skipped. Taking an execution back still works.',
  scope: 'manage',
  effect: 'changes',
  wholeCompany: true,
  tool: true,
  input: z.object({
    reason: z.string().trim().min(1).max(500).optional().meta({ description: 'Why, for those who wonder later.' }),
  }),
  example: { reason: 'Tracking is broken' },
  reply: AutomationSwitch,
  async handle(deps, call, { reason = null }) {
    call.touched({ before: present(await readSwitch(deps.db, call.company.id)) })
    return present(await stopAll(deps, call, { reason }))
  },
})

export const resumeAutomations = operation({
  name: 'resume_automations',
  rest: { method: 'POST', path: '/v1/automations/resume' },
  section,
  summary: 'Let the rules of the company go on.',
  scope: 'manage',
  effect: 'changes',
  wholeCompany: true,
  tool: true,
  input: z.object({}),
  example: {},
  reply: AutomationSwitch,
  async handle(deps, call) {
    call.touched({ before: present(await readSwitch(deps.db, call.company.id)) })
    return present(await resumeAll(deps, call))
  },
})
