import { z } from 'zod'
import { listTemplates, sortColumns } from '../../core/media/templates.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { presentTemplate, Template } from '../v1/ad-copy-templates.ts'

const sortNames = Object.keys(sortColumns) as [keyof typeof sortColumns]

export const olderTemplateList = defineEndpoint({
  method: 'GET',
  path: '/api/ad-copy-templates',
  section: 'Older surface',
  summary: 'Ad copy templates of the company.',
  scope: 'read',
  surface: 'older',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1).meta({ description: 'Counted from 1.' }),
    pageSize: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'At most 100.' }),
    sortBy: z.enum(sortNames).default('createdAt').meta({ description: 'What to sort by.' }),
    sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'asc or desc.' }),
  }),
  reply: z.object({
    data: z.array(Template),
    page: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
  async handle({ query, caller, services }) {
    const { page, pageSize, sortBy, sortOrder } = query
    const { rows, total } = await listTemplates(services.db, caller.companyId, {
      page,
      limit: pageSize,
      sortBy,
      sortOrder,
    })
    return { data: rows.map(presentTemplate), page, pageSize, total }
  },
})
