import { z } from 'zod'
import { createDraft, listDrafts } from '../../core/launch/batch/drafts.ts'
import type { Draft, DraftSummary } from '../../core/launch/batch/drafts.ts'
import { mostAdSetsPerAd, mostAdsPerLaunch, unwrapCreativeState, wrapperNote } from '../../core/launch/plan/request.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { draftIssues, tidyDraft } from './drafts/read-draft.ts'
import { pageOf, pageQuery, paginate } from '../shapes.ts'

/** Lenient: a draft may be incomplete, and says in `issues` what is missing. */
export const DraftBody = z.object({
  name: z.string().max(200).nullish(),
  ads: z.array(z.record(z.string(), z.unknown())).max(mostAdsPerLaunch).optional(),
  adSets: z.array(z.unknown()).max(mostAdSetsPerAd).optional(),
  launchPaused: z.boolean().optional(),
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

const DraftLine = DraftView.omit({ ads: true, adSets: true, issues: true }).extend({
  adCount: z.number().int().meta({ description: 'How many ads it holds.' }),
  issueCount: z.number().int().meta({ description: 'How many things stand between it and its launch.' }),
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
  description: 'With counts instead of contents; GET /v1/drafts/{id} has the ads and the issues of one.',
  scope: 'read',
  query: z.object(pageQuery(100, 50)),
  reply: pageOf(DraftLine),
  async handle({ query: { page, limit }, caller, services }) {
    const { drafts, total } = await listDrafts(services.db, caller.companyId, page, limit)
    return { data: drafts.map(lineOf), count: drafts.length, pagination: paginate(page, limit, total) }
  },
})

function lineOf(draft: DraftSummary): z.output<typeof DraftLine> {
  return {
    id: draft.id,
    adBatchSlug: draft.slug,
    name: draft.name,
    adCount: draft.ad_count,
    issueCount: draft.issue_count,
    createdAt: draft.created_at.toISOString(),
    updatedAt: (draft.updated_at ?? draft.created_at).toISOString(),
  }
}

export const createDraftEndpoint = defineEndpoint({
  method: 'POST',
  path: '/v1/drafts',
  section: 'Drafts',
  summary: 'Save a launch for later. It may be incomplete; issues says what stands between it and its launch.',
  description: `As large as a launch may be. ${wrapperNote}`,
  scope: 'launch',
  tool: 'create_draft',
  status: 201,
  body: DraftBody,
  prepare: unwrapCreativeState,
  reply: DraftView,
  async handle({ body, caller, services }) {
    const { name, ...content } = body
    const tidy = tidyDraft({ ...content, ads: content.ads ?? [] })
    const issues = await draftIssues(services, companyOf(caller), tidy)
    const owner = { companyId: caller.companyId, keyId: caller.keyId, createdBy: caller.keyName }
    return viewDraft(await createDraft(services.db, { ...owner, name: name ?? null, content: tidy, issues }))
  },
})
