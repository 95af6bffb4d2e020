import { z } from 'zod'
import { createTemplate, listTemplates } from '../../../core/media/templates.ts'
import { text } from '../../../core/media/library-text.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { presentTemplate, Template, templateFields } from './template-view.ts'
import { withData, withDataShape } from '../media/with-data.ts'

export const templateList = operation({
  name: 'list_ad_copy_templates',
  rest: { method: 'GET', path: '/v1/ad-copy-templates' },
  section: 'Media and library',
  summary: 'Ad copy templates of the company, newest first.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    search: text(500).optional().meta({ description: 'Part of the name, title or description.' }),
    ...pageFields(200, 50),
  }),
  example: {},
  reply: pageOf(Template),
  async handle(deps, call, { search, ...paged }) {
    const window = windowOf(paged)
    const order = { sortBy: 'createdAt', sortOrder: 'desc' } as const
    const { rows, total } = await listTemplates(deps, call, { search, ...window, ...order })
    return pageWith(rows.map(presentTemplate), window, total)
  },
})

export const addTemplate = operation({
  name: 'create_ad_copy_template',
  rest: { method: 'POST', path: '/v1/ad-copy-templates', status: 201 },
  section: 'Media and library',
  summary: 'Make an ad copy template.',
  scope: 'launch',
  effect: 'changes',
  input: z.object(templateFields),
  example: {
    name: 'Spring sale',
    title: 'Spring sale',
    description: 'Everything must go.',
    cta: 'SHOP_NOW',
    link: 'https://example.com/sale',
    variations: [{ title: 'Half price until Sunday' }],
  },
  reply: withDataShape(Template),
  async handle(deps, call, fields) {
    return deps.db.transaction().execute(async (trx) => {
      const answer = withData(presentTemplate(await createTemplate({ db: trx }, call, fields)))
      await call.keepAnswer(trx, answer)
      return answer
    })
  },
})
