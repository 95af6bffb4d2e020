import { z } from 'zod'
import { listTemplates, sortColumns } from '../../core/media/templates.ts'
import { operation } from '../../call/operation.ts'
import { pageFields, windowOf } from '../pages.ts'
import { presentTemplate, Template } from '../v1/ad-copy-templates/template-view.ts'

const sortNames = Object.keys(sortColumns) as [keyof typeof sortColumns]
const { page, limit } = pageFields(100, 20)

export const olderTemplateList = operation({
  name: 'list_older_ad_copy_templates',
  rest: { method: 'GET', path: '/api/ad-copy-templates', surface: 'older' },
  section: 'Older surface',
  summary: 'Ad copy templates of the company.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    page: page.unwrap().default(1).meta({ description: 'Which page, counted from 1.' }),
    pageSize: limit,
    sortBy: z.enum(sortNames).default('createdAt').meta({ description: 'What to sort by.' }),
    sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Smallest or largest first.' }),
  }),
  example: { sortBy: 'name', sortOrder: 'asc' },
  reply: z.object({
    data: z.array(Template).meta({ description: 'The templates.' }),
    page: z.number().int().meta({ description: 'Which page this is, counted from 1.' }),
    pageSize: z.number().int().meta({ description: 'How many templates a page has at most.' }),
    total: z.number().int().meta({ description: 'How many templates there are in all.' }),
  }),
  async handle(deps, call, { page: number, pageSize, ...order }) {
    const window = windowOf({ page: number, limit: pageSize })
    const { rows, total } = await listTemplates(deps, call, { ...window, ...order })
    return { data: rows.map(presentTemplate), page: number, pageSize, total }
  },
})
