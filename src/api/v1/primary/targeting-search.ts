import { z } from 'zod'
import { searchTargeting } from '../../../core/manage/reading.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'

const TargetingOption = z
  .object({
    key: z.string().meta({ description: 'What targeting takes.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    type: z.string().meta({ description: "What kind it is, in the platform's own word." }),
    countryCode: z
      .string()
      .nullable()
      .meta({ description: 'The country that it lies in, by two letters; null: it is no place.' }),
  })
  .meta({ id: 'TargetingOption' })

export const targetingSearch = operation({
  name: 'search_targeting',
  rest: { method: 'GET', path: '/v1/primary/targeting-search' },
  section: 'Primary platform',
  summary: 'Find the keys of places and interests for targeting.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    q: z.string().trim().min(1).max(200).meta({ description: 'The beginning of a name, or a postal code.' }),
    type: z.enum(['country', 'region', 'city', 'zip', 'interest']).meta({ description: 'What is looked for.' }),
    ...pageFields(200, 25),
  }),
  example: { q: 'new york', type: 'city' },
  reply: pageOf(TargetingOption),
  async handle(deps, call, { q, type, ...paged }) {
    const window = windowOf(paged)
    // One more than is shown tells whether there is more.
    const query = { q, type, limit: window.offset + window.limit + 1 }
    return sliceOf(await searchTargeting(deps, call, query), window)
  },
})
