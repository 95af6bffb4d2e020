import { z } from 'zod'
import { operation } from '../call/operation.ts'
import { sandboxOrGone } from './shapes.ts'
import { carryOutApproved, carryOutName } from '../core/automations/execute/people/ask.ts'

/** What an approval of a rule's decision leads to. It stands in no list of operations: nobody else can ask for it. */
export const carryOutDecision = operation({
  name: carryOutName,
  rest: { method: 'POST', path: '/v1/automations/decisions/{decisionId}' },
  section: 'Automation',
  summary: 'Do what a rule decided and a person approved.',
  scope: 'manage',
  effect: 'spends',
  input: z.object({ decisionId: z.number().int().meta({ description: 'Id of the decision.' }) }),
  reply: z.object({
    decisionId: z.number().int().meta({ description: 'Id of the decision.' }),
    sandbox: sandboxOrGone,
    outcome: z.string().meta({ description: 'What became of it.' }),
    reason: z.string().nullable().meta({ description: 'Why it was not done, or not all of it; else null.' }),
  }),
  async handle(deps, call, { decisionId }) {
    const { sandbox, outcome, reason } = await carryOutApproved(deps, call, decisionId)
    return { decisionId, sandbox, outcome, reason }
  },
})
