import { z } from 'zod'
import { createTemplate, listTemplates } from '../../core/media/templates.ts'
import type { TemplateRow } from '../../core/media/templates.ts'
import { text, words } from '../../core/media/library-text.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { bothWays, bothWaysOf } from './media/both-ways.ts'
import { pageOf, pageQuery, paginate } from '../shapes.ts'

const copy = {
  title: text(2000).nullish().meta({ description: 'Headline.' }),
  description: text(10_000).nullish().meta({ description: 'Body text.' }),
  cta: text(100).nullish().meta({ description: 'Call to action, such as SHOP_NOW.' }),
  link: text(4000).nullish().meta({ description: 'Where the ad leads to.' }),
}

const Variation = z.object(copy)

export const templateFields = {
  name: words(200).meta({ description: 'What people call the template.' }),
  ...copy,
  variations: z
    .array(Variation)
    .max(50)
    .optional()
    .meta({ description: 'Other wordings of the same ad; what one leaves out is taken from the template.' }),
}

export const Template = z.object({
  id: z.number().int(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  cta: z.string().nullable(),
  link: z.string().nullable(),
  variations: z.array(Variation),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const templateList = defineEndpoint({
  method: 'GET',
  path: '/v1/ad-copy-templates',
  section: 'Media and library',
  summary: 'Ad copy templates of the company, newest first.',
  scope: 'read',
  tool: 'list_ad_copy_templates',
  query: z.object({
    search: text(500).optional().meta({ description: 'Part of the name, title or description.' }),
    ...pageQuery(200, 50),
  }),
  reply: pageOf(Template),
  async handle({ query, caller, services }) {
    const { rows, total } = await listTemplates(services.db, caller.companyId, {
      ...query,
      sortBy: 'createdAt',
      sortOrder: 'desc',
    })
    const data = rows.map(presentTemplate)
    return { data, count: data.length, pagination: paginate(query.page, query.limit, total) }
  },
})

export const addTemplate = defineEndpoint({
  method: 'POST',
  path: '/v1/ad-copy-templates',
  section: 'Media and library',
  summary: 'Make an ad copy template.',
  scope: 'launch',
  status: 201,
  body: z.object(templateFields),
  example: {
    name: 'Spring sale',
    title: 'Spring sale',
    description: 'Everything must go.',
    cta: 'SHOP_NOW',
    link: 'https://example.com/sale',
    variations: [{ title: 'Half price until Sunday' }],
  },
  reply: bothWaysOf(Template),
  async handle(call) {
    return call.services.db.transaction().execute(async (trx) => {
      const answer = bothWays(presentTemplate(await createTemplate(trx, call.caller.companyId, call.body)))
      await call.keepAnswer(trx, answer)
      return answer
    })
  },
})

export function presentTemplate(row: TemplateRow) {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    cta: row.cta,
    link: row.link,
    variations: row.variations,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
