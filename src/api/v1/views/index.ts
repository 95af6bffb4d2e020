import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { listViews as list, saveView as save } from '../../../core/entities/views/store.ts'
import { maxViews } from '../../../core/entities/views/view.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { readView, View, viewed, viewFields } from './view-fields.ts'

const section = 'Reporting'

export const listViews = operation({
  name: 'list_views',
  rest: { method: 'GET', path: '/v1/views' },
  section,
  summary: 'Saved views of GET /v1/entities: your own and those of the company, by name.',
  scope: 'read',
  effect: 'reads',
  input: z.object(pageFields(maxViews, 50)),
  example: {},
  reply: pageOf(View),
  async handle(deps, call, paged) {
    const window = windowOf(paged)
    const { views, total } = await list(deps, call, window)
    return pageWith(views.map(viewed), window, total)
  },
})

export const saveView = operation({
  name: 'save_view',
  rest: { method: 'PUT', path: '/v1/views' },
  section,
  summary: 'Save a view of GET /v1/entities, in the place of the one of that name.',
  description: `It keeps what a list is asked for by, never rows. A person has at most ${maxViews}, and so has the company.`,
  scope: 'read',
  keyScope: 'manage',
  effect: 'changes',
  input: z.object(viewFields),
  example: {
    ...{ name: 'Spent without a result', forCompany: true, level: 'ad', window: 'last_14_days' },
    filter: [
      { field: 'status', operator: 'eq', value: 'active' },
      { metric: 'spend', operator: 'gt', value: 50 },
      { metric: 'results', operator: 'eq', value: 0 },
    ],
    ...{ columns: ['spend', 'clicks', 'results'], sortBy: 'spend', compare: 'previous_period' },
  },
  reply: View,
  async handle(deps, call, given) {
    const change = await readView(deps, call, given)
    const { before, after } = await save(deps, call, change)
    const shown = viewed(after)
    call.touched({ targets: [`view:${after.id}`], ...(before ? { before: viewed(before) } : {}), after: shown })
    return shown
  },
})
