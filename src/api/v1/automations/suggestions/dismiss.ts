import { z } from 'zod'
import { operation } from '../../../../call/operation.ts'
import { dismissSuggestion, findSuggestion } from '../../../../core/automations/execute/people/suggestions.ts'
import { demo } from '../../../examples.ts'
import { section } from '../automation-view.ts'
import { idIn } from '../run-fields.ts'
import { presentSuggestion, SuggestionView } from '../suggestions.ts'

export const dismissSuggestionOperation = operation({
  name: 'dismiss_suggestion',
  rest: { method: 'POST', path: '/v1/automations/suggestions/{id}/dismiss' },
  section,
  summary: 'Put a suggestion aside. Nothing is done.',
  scope: 'manage',
  effect: 'changes',
  tool: true,
  failures: ['conflict'],
  input: z.object({ id: idIn('Id of the suggestion.') }),
  example: { id: demo.suggestions.toDismiss },
  reply: SuggestionView,
  async handle(deps, call, { id }) {
    call.touched({ before: presentSuggestion(await findSuggestion(deps.db, call.company, id)) })
    return presentSuggestion(await dismissSuggestion(deps, call, id))
  },
})
