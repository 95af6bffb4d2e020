import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { deleteView as remove, findView, replaceView as replace } from '../../../core/entities/views/store.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import { readView, View, viewed, viewFields, viewId as id } from './view-fields.ts'

const path = '/v1/views/{id}'
const section = 'Reporting'

export const getView = operation({
  name: 'get_view',
  rest: { method: 'GET', path },
  section,
  summary: 'One saved view.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id }),
  example: { id: demo.view },
  reply: View,
  handle: async (deps, call, asked) => viewed(await findView(deps, call, asked.id)),
})

export const replaceView = operation({
  name: 'replace_view',
  rest: { method: 'PUT', path },
  section,
  summary: 'Put another view in the place of one: its name, whose it is, and all that it asks for.',
  scope: 'read',
  keyScope: 'manage',
  effect: 'changes',
  input: z.object({ id, ...viewFields }),
  example: { id: demo.view, name: 'Spent a lot', forCompany: true, level: 'ad', sortBy: 'spend' },
  reply: View,
  async handle(deps, call, { id: asked, ...given }) {
    const change = await readView(deps, call, given)
    const { before, after } = await replace(deps, call, { id: asked, ...change })
    const shown = viewed(after)
    call.touched({ targets: [`view:${asked}`], before: viewed(before), after: shown })
    return shown
  },
})

export const deleteView = operation({
  name: 'delete_view',
  rest: { method: 'DELETE', path },
  section,
  summary: "Delete a saved view; the company's that somebody else made, an admin does.",
  scope: 'read',
  keyScope: 'manage',
  effect: 'destroys',
  input: z.object({ id }),
  example: { id: demo.view },
  reply: Deleted,
  async handle(deps, call, asked) {
    const view = await remove(deps, call, asked.id)
    call.touched({ targets: [`view:${asked.id}`], before: viewed(view) })
    return { id: asked.id, deleted: true as const }
  },
})
