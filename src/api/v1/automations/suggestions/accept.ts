import { z } from 'zod'
import { operation } from '../../../../call/operation.ts'
import { acceptSuggestion } from '../../../../core/automations/execute/people/accept.ts'
import { findSuggestion } from '../../../../core/automations/execute/people/suggestions.ts'
import { demo } from '../../../examples.ts'
import { guardFailures } from '../../../guard-failures.ts'
import { section } from '../automation-view.ts'
import { idIn } from '../run-fields.ts'
import { presentSuggestion, SuggestionView } from '../suggestions.ts'

export const acceptSuggestionOperation = operation({
  name: 'accept_suggestion',
  rest: { method: 'POST', path: '/v1/automations/suggestions/{id}/accept' },
  section,
  summary: 'Do exactly what a rule suggested, once, as whoever accepts it.',
  description:
    '409 when it was decided before, has expired, or what it is about has changed since. What a spend guard refuses is not done, and ' +
    'the suggestion stays open. Should the service die in the middle of it, it goes on by itself; until then the outcome of the ' +
    'decision is planned.',
  scope: 'manage',
  effect: 'spends',
  tool: true,
  failures: [...guardFailures, 'conflict'],
  input: z.object({ id: idIn('Id of the suggestion.') }),
  example: { id: demo.suggestions.toAccept },
  reply: SuggestionView,
  async handle(deps, call, { id }) {
    call.touched({ before: presentSuggestion(await findSuggestion(deps.db, call.company, id)) })
    return presentSuggestion(await acceptSuggestion(deps, call, id))
  },
})
