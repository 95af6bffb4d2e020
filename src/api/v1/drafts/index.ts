import { z } from 'zod'
import { createDraft, listDrafts } from '../../../core/launch/batch/drafts.ts'
import type { DraftSummary } from '../../../core/launch/batch/drafts.ts'
import { inDocumentedForm, otherFormsNote } from '../../../core/launch/plan/other-forms.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { draftFields, DraftLine, DraftView, viewDraft } from './draft-view.ts'
import { draftIssues, tidyDraft } from './read-draft.ts'
import { exampleLaunch } from '../launch/example.ts'

export const listDraftsOperation = operation({
  name: 'list_drafts',
  rest: { method: 'GET', path: '/v1/drafts' },
  section: 'Drafts',
  summary: 'Drafts of the company, newest first.',
  description: 'With counts instead of contents; GET /v1/drafts/{id} has the ads and the issues of one.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object(pageFields(100, 50)),
  example: {},
  reply: pageOf(DraftLine),
  async handle(deps, call, paged) {
    const window = windowOf(paged)
    const { drafts, total } = await listDrafts(deps, call, window)
    return pageWith(drafts.map(lineOf), window, total)
  },
})

function lineOf(draft: DraftSummary): z.output<typeof DraftLine> {
  return {
    id: draft.id,
    adBatchSlug: draft.slug,
    name: draft.name,
    sandbox: draft.is_sandbox,
    adCount: draft.ad_count,
    issueCount: draft.issue_count,
    createdAt: draft.created_at.toISOString(),
    updatedAt: (draft.updated_at ?? draft.created_at).toISOString(),
  }
}

export const createDraftOperation = operation({
  name: 'create_draft',
  rest: { method: 'POST', path: '/v1/drafts', status: 201 },
  section: 'Drafts',
  summary: 'Save a launch for later. It may be incomplete; issues says what stands between it and its launch.',
  description: `As large as a launch may be. ${otherFormsNote}`,
  scope: 'launch',
  effect: 'changes',
  tool: true,
  input: z.object(draftFields),
  prepare: inDocumentedForm,
  example: { name: 'Spring sale', ...exampleLaunch },
  reply: DraftView,
  async handle(deps, call, { name = null, ads = [], ...rest }) {
    const content = tidyDraft(deps, { ...rest, ads })
    const issues = await draftIssues(deps, call, content)
    return viewDraft(await createDraft(deps, call, { name, content, issues }))
  },
})
