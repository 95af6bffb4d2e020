import { z } from 'zod'
import { createDraft, listDrafts } from '../../core/launch/drafts.ts'
import type { Draft } from '../../core/launch/drafts.ts'
import { defineEndpoint } from '../../http/endpoint.ts'
import { companyOf } from '../caller.ts'
import { draftIssues, tidyDraft } from './drafts/read-draft.ts'
import { pageOf, pageQuery, paginate } from '../shapes.ts'

/** Lenient: a draft may be incomplete, and says in `issues` what is missing. */
export const DraftBody = z.object({
  name: z.string().max(200).nullish(),
  ads: z.array(z.record(z.string(), z.unknown())).max(1000).optional(),
  adSets: z.array(z.unknown()).max(200).optional(),
  launchPaused: z.boolean().optional(),
  creativeState: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The older wrapper, still understood.' }),
})

export const DraftView = z.object({
  id: z.number().int(),
  adBatchSlug: z.string(),
  name: z.string().nullable(),
  ads: z.array(z.record(z.string(), z.unknown())),
  adSets: z.array(z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string(), expected: z.string().optional() })),
})

export function viewDraft(draft: Draft): object {
  return {
    id: draft.id,
    adBatchSlug: draft.slug,
    name: draft.name,
    ads: draft.request.ads,
    adSets: draft.request.adSets ?? [],
    createdAt: draft.created_at.toISOString(),
    updatedAt: (draft.updated_at ?? draft.created_at).toISOString(),
    issues: draft.draft_issues ?? [],
  }
}

export const listDraftsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/v1/drafts',
  section: 'Drafts',
  summary: 'Drafts of the company, newest first.',
  scope: 'read',
  query: z.object(pageQuery(100, 50)),
  reply: pageOf(DraftView),
  async handle({ query: { page, limit }, caller, services }) {
    const { drafts, total } = await listDrafts(services.db, caller.companyId, page, limit)
    return { data: drafts.map(viewDraft), count: drafts.length, pagination: paginate(page, limit, total) }
  },
})

export const createDraftEndpoint = defineEndpoint({
  method: 'POST',
  path: '/v1/drafts',
  section: 'Drafts',
  summary: 'Save a launch for later. It may be incomplete; issues says what stands between it and its launch.',
  scope: 'launch',
  tool: 'create_draft',
  status: 201,
  body: DraftBody,
  reply: DraftView,
  async handle({ body, caller, services }) {
    const { name, ...content } = body
    const tidy = tidyDraft({ ...content, ads: content.ads ?? [] })
    const issues = await draftIssues(services, companyOf(caller), tidy)
    const owner = { companyId: caller.companyId, keyId: caller.keyId, createdBy: caller.keyName }
    return viewDraft(await createDraft(services.db, { ...owner, name: name ?? null, content: tidy, issues }))
  },
})
