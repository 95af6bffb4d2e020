import { z } from 'zod'
import { changeTemplate, deleteTemplate, findTemplate } from '../../../core/media/templates.ts'
import { notFound } from '../../../errors.ts'
import { operation } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import type { Services } from '../../../services.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import { withData, withDataShape } from '../media/with-data.ts'
import { idField, idOf } from '../media/media-item.ts'
import { presentTemplate, Template, templateFields } from './template-view.ts'

const what = 'ad copy template'
const path = '/v1/ad-copy-templates/{id}'
const section = 'Media and library'
const id = idField(what)

export const templateById = operation({
  name: 'get_ad_copy_template',
  rest: { method: 'GET', path },
  section,
  summary: 'One ad copy template.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id }),
  example: { id: demo.template },
  reply: withDataShape(Template),
  async handle(deps, call, asked) {
    const row = await findTemplate(deps, call, { id: idOf(what, asked.id) })
    if (!row) throw notFound(what, asked.id)
    return withData(presentTemplate(row))
  },
})

async function noteBefore(deps: Services, call: Call, ref: { id: number }): Promise<void> {
  const row = await findTemplate(deps, call, ref)
  if (row) call.touched({ before: presentTemplate(row) })
}

export const patchTemplate = operation({
  name: 'update_ad_copy_template',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Change an ad copy template. A text set to null is removed.',
  scope: 'launch',
  effect: 'changes',
  input: z.object({ id, ...templateFields, name: templateFields.name.optional() }),
  example: { id: demo.template, title: 'Last days of the spring sale' },
  reply: withDataShape(Template),
  async handle(deps, call, { id: given, ...changes }) {
    const ref = { id: idOf(what, given) }
    await noteBefore(deps, call, ref)
    const row = await changeTemplate(deps, call, { ...ref, ...changes })
    if (!row) throw notFound(what, given)
    return withData(presentTemplate(row))
  },
})

export const removeTemplate = operation({
  name: 'delete_ad_copy_template',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Delete an ad copy template.',
  scope: 'launch',
  effect: 'destroys',
  input: z.object({ id }),
  example: { id: demo.template },
  reply: Deleted,
  async handle(deps, call, asked) {
    const ref = { id: idOf(what, asked.id) }
    await noteBefore(deps, call, ref)
    if (!(await deleteTemplate(deps, call, ref))) throw notFound(what, asked.id)
    return { ...ref, deleted: true as const }
  },
})
