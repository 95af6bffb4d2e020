import { z } from 'zod'
import { changeTemplate, deleteTemplate, findTemplate } from '../../../core/media/templates.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { presentTemplate, Template, templateFields } from '../ad-copy-templates.ts'
import { bothWays, bothWaysOf } from '../media/both-ways.ts'
import { idOf, idParams } from '../media/media-item.ts'

const what = 'ad copy template'

export const templateById = defineEndpoint({
  method: 'GET',
  path: '/v1/ad-copy-templates/{id}',
  section: 'Media and library',
  summary: 'One ad copy template.',
  scope: 'read',
  params: idParams(what),
  reply: bothWaysOf(Template),
  async handle({ params, caller, services }) {
    const row = await findTemplate(services.db, caller.companyId, idOf(what, params.id))
    if (!row) throw notFound(what, params.id)
    return bothWays(presentTemplate(row))
  },
})

export const patchTemplate = defineEndpoint({
  method: 'PATCH',
  path: '/v1/ad-copy-templates/{id}',
  section: 'Media and library',
  summary: 'Change an ad copy template. A text set to null is removed.',
  scope: 'launch',
  params: idParams(what),
  body: z.object({ ...templateFields, name: templateFields.name.optional() }),
  example: { title: 'Last days of the spring sale' },
  reply: bothWaysOf(Template),
  async handle({ params, body, caller, services }) {
    const row = await changeTemplate(services.db, caller.companyId, idOf(what, params.id), body)
    if (!row) throw notFound(what, params.id)
    return bothWays(presentTemplate(row))
  },
})

export const removeTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/v1/ad-copy-templates/{id}',
  section: 'Media and library',
  summary: 'Delete an ad copy template.',
  scope: 'launch',
  params: idParams(what),
  reply: z.object({ id: z.number().int(), deleted: z.literal(true) }),
  async handle({ params, caller, services }) {
    const id = idOf(what, params.id)
    if (!(await deleteTemplate(services.db, caller.companyId, id))) throw notFound(what, params.id)
    return { id, deleted: true }
  },
})
