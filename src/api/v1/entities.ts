import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { textIssues } from '../../call/text.ts'
import { maxCursorLength } from '../../core/entities/cursor.ts'
import { EntityFilter } from '../../core/entities/filter/condition.ts'
import { listEntities as list } from '../../core/entities/list.ts'
import { EntityMetadata, EntityRow, EntityTotals } from '../../core/entities/row-shape.ts'
import type { ListWishes } from '../../core/entities/question.ts'
import { findView } from '../../core/entities/views/store.ts'
import { withoutGaps } from '../../core/entities/views/view.ts'
import type { SavedView } from '../../core/entities/views/view.ts'
import { listedIds, listFields, listOfFields } from '../../core/entities/wishes.ts'
import { maxConditions } from '../../core/entities/words.ts'
import { questionFields, scopeFields, Words } from '../../core/reports/query/question.ts'
import { limitField, pageOf } from '../pages.ts'
import { viewId } from './views/view-fields.ts'

const maxRows = 500
const usualRows = 50
const maxFilterLength = 20_000

const filterExample = '[{"metric":"spend","operator":"gt","value":50}]'

/** A filter as a query can carry it. */
const FilterText = z
  .string()
  .max(maxFilterLength)
  .transform((text, context): unknown => {
    try {
      const parsed: unknown = JSON.parse(text)
      for (const { path, message } of textIssues(parsed))
        context.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), message })
      return parsed
    } catch {
      context.addIssue({
        code: 'custom',
        message: `is not JSON: it takes a list of conditions, such as ${filterExample}`,
      })
      return z.NEVER
    }
  })
  .pipe(EntityFilter)

const lists = { ...listOfFields, ids: listedIds }

/** Ids by comma, as reports take them; none are as if they were left out. */
function words(field: 'accountIds' | 'ids' | 'campaignIds' | 'adSetIds' | 'columns') {
  return Words.pipe(lists[field].unwrap())
    .transform((given) => (given.length > 0 ? given : undefined))
    .meta({ description: lists[field].meta()?.description })
}

export const listEntities = operation({
  name: 'list_entities',
  rest: { method: 'GET', path: '/v1/entities' },
  section: 'Reporting',
  summary: 'Everything that runs: campaigns, ad sets and ads over all platforms, with what they did.',
  description:
    'From what is kept: also what did nothing is there. Currencies are never added up; where accounts have several, amounts are ' +
    "sorted and filtered by what they are worth in the company's. metadata says how old structure and figures are and what is missing.",
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  input: z.object({
    view: viewId.optional().meta({ description: 'Begin with this saved view; what is given beside it wins.' }),
    ...listFields,
    accountIds: words('accountIds'),
    ids: words('ids'),
    campaignIds: words('campaignIds'),
    adSetIds: words('adSetIds'),
    columns: words('columns'),
    filter: FilterText.optional().meta({
      description: `Conditions as rules have them, at most ${maxConditions}, as JSON, such as ${filterExample}. All hold; { any: [...] } and { not: [...] } hold several.`,
    }),
    search: z.string().trim().max(200).optional().meta({
      description: 'Only what has this in its name or id, or in the name of what it stands in.',
    }),
    sortDirection: questionFields.sortDirection,
    startDate: scopeFields.startDate.optional(),
    endDate: scopeFields.endDate.optional(),
    limit: limitField(maxRows, usualRows),
    cursor: z.string().max(maxCursorLength).optional().meta({
      description: 'Where to go on: the nextCursor of the page before, with the same question.',
    }),
  }),
  example: { level: 'ad', filter: filterExample, columns: 'spend,results,costPerResult', limit: 10 },
  reply: pageOf(EntityRow).extend({
    totals: z.array(EntityTotals).meta({ description: 'Over all pages, for each currency.' }),
    metadata: EntityMetadata.meta({ description: 'How old everything is, and what is missing.' }),
  }),
  async handle(deps, call, { view, limit, cursor, ...given }) {
    const saved = view === undefined ? {} : wishesOf(await findView(deps, call, view), given)
    const wishes = withoutGaps({ ...saved, ...withoutGaps(given) })
    const { rows, totals, total, nextCursor, metadata } = await list(deps, call, wishes, {
      limit,
      cursor: cursor ?? null,
    })
    const pagination = { limit, total, hasMore: nextCursor !== null, nextCursor }
    return { data: rows, count: rows.length, pagination, totals, metadata }
  },
})

/** Days of one's own take the place of a view's window. */
function wishesOf(
  { wishes }: SavedView,
  { startDate, endDate }: Pick<ListWishes, 'startDate' | 'endDate'>,
): ListWishes {
  return startDate === undefined && endDate === undefined ? wishes : { ...wishes, window: undefined }
}
