import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { suggestionHours } from '../../../core/automations/execute/limits.ts'
import { listSuggestions } from '../../../core/automations/execute/people/suggestions.ts'
import type { Suggestion } from '../../../core/automations/execute/people/suggestions.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { section } from './automation-view.ts'
import { idIn, presentDecision, RuleDecision, time, timeOrNull } from './run-fields.ts'

const SuggestionState = z.enum(['open', 'accepted', 'dismissed', 'expired']).meta({ id: 'SuggestionState' })

export const SuggestionView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the suggestion.' }),
    state: SuggestionState.meta({ description: `Where it stands; it expires after ${suggestionHours} hours.` }),
    automationId: z.number().int().meta({ description: 'Id of the rule.' }),
    automationName: z.string().meta({ description: 'What the rule is called.' }),
    executionId: z.number().int().meta({ description: 'Id of the execution in which it was made.' }),
    madeAt: time('When it was made.'),
    expiresAt: time('When it can no longer be accepted.'),
    decidedAt: timeOrNull('When it was accepted or dismissed; null: it was not.'),
    decidedBy: z.string().nullable().meta({ description: 'Who did; null: nobody.' }),
    decision: RuleDecision.meta({ description: 'What would be done, or was, with the numbers behind it.' }),
  })
  .meta({ id: 'Suggestion' })

export function presentSuggestion(suggestion: Suggestion): z.input<typeof SuggestionView> {
  const { decision, madeAt, expiresAt, decidedAt, ...rest } = suggestion
  return {
    ...rest,
    automationId: decision.automationId,
    executionId: decision.executionId,
    madeAt: madeAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decision: presentDecision(decision),
  }
}

export const listSuggestionsOperation = operation({
  name: 'list_suggestions',
  rest: { method: 'GET', path: '/v1/automations/suggestions' },
  section,
  summary: 'What rules in mode suggest would do, the newest first.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    state: SuggestionState.optional().meta({ description: 'Only those in this state.' }),
    automationId: idIn('Only those of this rule.').optional(),
    ...pageFields(100, 20),
  }),
  example: { state: 'open' },
  reply: pageOf(SuggestionView),
  async handle(deps, call, { state, automationId, ...paged }) {
    const window = windowOf(paged)
    const { suggestions, total } = await listSuggestions(deps, call, { state, automationId, ...window })
    return pageWith(suggestions.map(presentSuggestion), window, total)
  },
})
