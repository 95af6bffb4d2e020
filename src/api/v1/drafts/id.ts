import { z } from 'zod'
import {
  changeDraft,
  deleteDraft,
  findDraft,
  findWholeDraft,
  requireUnchanged,
} from '../../../core/launch/batch/drafts.ts'
import { inDocumentedForm, otherFormsNote } from '../../../core/launch/plan/other-forms.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import { draftFields, DraftView, ifUpdatedAt, viewDraft } from './draft-view.ts'
import { DraftId, draftIssues, tidyDraft } from './read-draft.ts'

const path = '/v1/drafts/{id}'
const section = 'Drafts'

export const getDraft = operation({
  name: 'get_draft',
  rest: { method: 'GET', path },
  section,
  summary: 'One draft.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id: DraftId }),
  example: { id: demo.drafts.toChange },
  reply: DraftView,
  async handle(deps, call, { id }) {
    return viewDraft(await findDraft(deps, call, { draftId: id }))
  },
})

export const patchDraft = operation({
  name: 'update_draft',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Change a draft. Fields that are left out stay as they are; ads and adSets are replaced as a whole.',
  description: otherFormsNote,
  scope: 'launch',
  effect: 'changes',
  input: z.object({ id: DraftId, ...draftFields, ifUpdatedAt }),
  prepare: inDocumentedForm,
  example: { id: demo.drafts.toChange, name: 'Spring sale, second try', launchPaused: true },
  reply: DraftView,
  async handle(deps, call, { id, name, ifUpdatedAt: given, ...changes }) {
    const known = given === undefined ? undefined : new Date(given)
    const draft = await findWholeDraft(deps, call, { draftId: id })
    if (known) requireUnchanged(draft, known)
    call.touched({ before: { name: draft.name, ...draft.request } })
    const said = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const content = tidyDraft(deps, { ...draft.request, ...said })
    const issues = await draftIssues(deps, call, content)
    const change = { name: name === undefined ? draft.name : name, content, issues }
    return viewDraft(await changeDraft(deps, call, { draftId: id, ifUpdatedAt: known, ...change }))
  },
})

export const deleteDraftOperation = operation({
  name: 'delete_draft',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Throw a draft away.',
  scope: 'launch',
  effect: 'destroys',
  input: z.object({ id: DraftId }),
  example: { id: demo.drafts.toDelete },
  reply: Deleted,
  async handle(deps, call, { id }) {
    const draft = await findWholeDraft(deps, call, { draftId: id })
    call.touched({ before: { name: draft.name, ...draft.request } })
    await deleteDraft(deps, call, { draftId: id })
    return { id, deleted: true as const }
  },
})
