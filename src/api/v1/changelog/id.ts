import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { changeChangelogEntry, deleteChangelogEntry, findChangelogEntry } from '../../../core/changelog/changelog.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import { idField, idOf } from '../media/media-item.ts'
import { ChangelogEntry, changelogFields, section } from './changelog-view.ts'

const what = 'changelog entry'
const path = '/v1/changelog/{id}'
const id = idField(what)

export const changelogEntry = operation({
  name: 'get_changelog_entry',
  rest: { method: 'GET', path },
  section,
  summary: 'One entry of the changelog.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id }),
  example: { id: demo.changelogEntry },
  reply: ChangelogEntry,
  handle: (deps, call, asked) => findChangelogEntry(deps, call, { id: idOf(what, asked.id) }),
})

export const patchChangelogEntry = operation({
  name: 'update_changelog_entry',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Change an entry of the changelog.',
  scope: 'manage',
  effect: 'changes',
  input: z.object({ id, ...z.object(changelogFields).partial().shape }),
  example: { id: demo.changelogEntry, body: 'Twelve ads in three ad sets, until Sunday.' },
  reply: ChangelogEntry,
  async handle(deps, call, { id: given, ...changes }) {
    const { before, after } = await changeChangelogEntry(deps, call, { id: idOf(what, given), ...changes })
    call.touched({ before, after })
    return after
  },
})

export const removeChangelogEntry = operation({
  name: 'delete_changelog_entry',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Delete an entry of the changelog.',
  scope: 'manage',
  effect: 'destroys',
  input: z.object({ id }),
  example: { id: demo.changelogEntry },
  reply: Deleted,
  async handle(deps, call, asked) {
    const ref = { id: idOf(what, asked.id) }
    call.touched({ before: await findChangelogEntry(deps, call, ref) })
    await deleteChangelogEntry(deps, call, ref)
    return { ...ref, deleted: true as const }
  },
})
