import { z } from 'zod'
import { operation } from '../../../../call/operation.ts'
import { brokenRules } from '../../../../errors.ts'
import { isWrapper } from '../../../../core/research/research.ts'
import { batchField, batchReplies, forwardBatch, maxInputBytes, resultOf, section } from '../forward.ts'
import { shapedQuery } from './query.ts'
import { pageFields, ResearchBoard, researchPage } from './shapes.ts'
import { inShape, placesOf, readFields } from './wrapper.ts'

export const researchBoards = shapedQuery({
  name: 'list_research_boards',
  procedure: 'boards.list',
  summary: "Boards with competitors' ads on them.",
  fields: z.object(pageFields),
  data: researchPage(ResearchBoard, 'ResearchBoardPage'),
  example: {},
})

const procedure = 'boards.create'

const fields = z.object({
  name: z.string().trim().min(1).max(100).meta({ description: 'Its name.' }),
  description: z.string().max(1000).optional().meta({ description: 'What belongs on it.' }),
})

export const createResearchBoard = operation({
  name: 'create_research_board',
  rest: { method: 'POST', ...placesOf(procedure), inQuery: ['batch'], maxBodyBytes: maxInputBytes },
  section,
  summary: "Make a board for competitors' ads.",
  description:
    'The fields are the body, or stand in its field json. What the research tool refuses is 502, with its own code in details.code; ' +
    'details.mayHaveHappened says whether the board may have been made all the same.',
  failures: ['platform_error'],
  scope: 'launch',
  effect: 'changes',
  input: fields.extend({ batch: batchField }),
  prepare: (body) => (isWrapper(body) ? body.json : body),
  // The body of a batch holds inputs by their number, not the fields.
  readsInput: true,
  takesLeftovers: true,
  example: { name: 'Openers that work', description: 'The first three seconds.' },
  reply: resultOf(ResearchBoard.meta({ description: 'The board.' })),
  otherReplies: batchReplies,
  async handle(deps, call, given) {
    const { batch: _, ...input } = given as Record<string, unknown>
    if (readFields(z.object({ batch: batchField }), given).batch) {
      return forwardBatch(deps, call, { kind: 'mutation', procedure, input })
    }
    if (call.unread.length > 0) throw brokenRules(call.unread)
    const answer = await deps.research.ask(call, { kind: 'mutation', procedure, input: readFields(fields, given) })
    return inShape(ResearchBoard, procedure, answer)
  },
})
