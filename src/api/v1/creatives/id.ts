import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { askCreative } from '../../../core/creatives/ask.ts'
import { groupOf } from '../../../core/creatives/find.ts'
import { rulesOf } from '../../../core/creatives/judged.ts'
import { creativeSettings } from '../../../core/creatives/settings.ts'
import { ReportMetadata, withMissing } from '../../../core/reports/query/metadata.ts'
import { forReader } from '../../../core/reports/query/readers.ts'
import { demo } from '../../examples.ts'
import { accountsOf, Creative, creativeScope, noCreative, readScope, Rules } from './shapes.ts'

export const CreativeId = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the id of a creative that is a file or a post')
  .meta({ description: 'Id of the creative, from GET /v1/creatives by asset or post.' })

export const getCreative = operation({
  name: 'get_creative',
  rest: { method: 'GET', path: '/v1/creatives/{id}' },
  section: 'Reporting',
  summary: 'One creative: its figures, its ads and what is said of it as of a day.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id: CreativeId, ...creativeScope }),
  example: { id: demo.creative },
  reply: z.object({
    creative: Creative.meta({ description: 'The creative.' }),
    rules: Rules.meta({ description: "The rules, with the company's numbers." }),
    metadata: ReportMetadata.meta({ description: 'How fresh the figures are, and what is missing.' }),
  }),
  async handle(deps, call, { id, ...input }) {
    const { platforms } = deps.connections
    const { range, ...scope } = readScope(platforms, input)
    const group = await groupOf(deps, call, id)
    if (!group) throw noCreative(id)
    const found = { ...scope, accounts: await accountsOf(deps, call, scope) }
    const { accounts, excluded } = forReader(platforms, call, found)
    const settings = await creativeSettings(deps, call)
    const one = {
      only: id,
      search: null,
      sort: { by: 'spend', isRising: false },
      states: [],
      limit: 1,
      offset: 0,
    } as const
    const asked = await askCreative(deps, call, { accounts, group, range, settings, ...one, states: [] })
    if (!asked) throw noCreative(id)
    const { row: creative, metadata } = asked
    return { creative, rules: rulesOf(settings), metadata: withMissing(metadata, [], excluded) }
  },
})
