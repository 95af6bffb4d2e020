import { z } from 'zod'
import { changeDraft, deleteDraft, findDraft } from '../../../core/launch/batch/drafts.ts'
import { unwrapCreativeState, wrapperNote } from '../../../core/launch/plan/request.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { DraftBody, DraftView, viewDraft } from '../drafts.ts'
import { DraftId, draftIssues, tidyDraft } from './read-draft.ts'

const params = z.object({ id: DraftId })
const path = '/v1/drafts/{id}'
const section = 'Drafts'

export const getDraft = defineEndpoint({
  method: 'GET',
  path,
  section,
  summary: 'One draft.',
  scope: 'read',
  params,
  reply: DraftView,
  async handle({ params: { id }, caller, services }) {
    return viewDraft(await findDraft(services.db, caller.companyId, id))
  },
})

export const patchDraft = defineEndpoint({
  method: 'PATCH',
  path,
  section,
  summary: 'Change a draft. Fields that are left out stay as they are; ads and adSets are replaced as a whole.',
  description: wrapperNote,
  scope: 'launch',
  params,
  body: DraftBody,
  prepare: unwrapCreativeState,
  reply: DraftView,
  async handle({ params: { id }, body, caller, services }) {
    const draft = await findDraft(services.db, caller.companyId, id)
    const { name, ...changes } = body
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const content = tidyDraft({ ...draft.request, ...given })
    const issues = await draftIssues(services, companyOf(caller), content)
    const change = { name: name === undefined ? draft.name : name, content, issues }
    return viewDraft(await changeDraft(services.db, caller.companyId, id, change))
  },
})

export const deleteDraftEndpoint = defineEndpoint({
  method: 'DELETE',
  path,
  section,
  summary: 'Throw a draft away.',
  scope: 'launch',
  params,
  reply: z.object({ id: z.number().int() }),
  async handle({ params: { id }, caller, services }) {
    await deleteDraft(services.db, caller.companyId, id)
    return { id }
  },
})
