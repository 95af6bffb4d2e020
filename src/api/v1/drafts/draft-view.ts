import { z } from 'zod'
import type { Draft } from '../../../core/launch/batch/drafts.ts'
import { BatchName, maxAdSetsPerAd, maxAdsPerLaunch } from '../../../core/launch/plan/request.ts'
import { FieldIssue, sandboxOrUnnamed } from '../../shapes.ts'

const DraftAd = z.record(z.string(), z.unknown())

/** Lenient: a draft may be incomplete, and says in `issues` what is missing. */
export const draftFields = {
  name: BatchName.nullish().meta({ description: 'What people call it.' }),
  ads: z
    .array(DraftAd)
    .max(maxAdsPerLaunch)
    .optional()
    .meta({
      description: `The ads, with the fields that they have in POST /v1/launch: at most ${maxAdsPerLaunch.toLocaleString('en')}.`,
    }),
  adSets: z
    .array(z.unknown())
    .max(maxAdSetsPerAd)
    .optional()
    .meta({ description: `Ad sets for all ads that name none, as in POST /v1/launch: at most ${maxAdSetsPerAd}.` }),
  launchPaused: z.boolean().optional().meta({ description: 'true: the ads begin paused.' }),
}

/** Two people on one draft: who saved second is told, and overwrites nothing. */
export const ifUpdatedAt = z.iso.datetime().optional().meta({
  description: 'updatedAt as you have it: 409 where the draft was saved since, and nothing is done then.',
})

const headFields = {
  id: z.number().int().meta({ description: 'Id of the draft; the batch that is made of it keeps it.' }),
  adBatchSlug: z.string().meta({ description: 'Name of the draft; it may stand wherever its id as a batch may.' }),
  name: z.string().nullable().meta({ description: 'What people call it.' }),
  sandbox: sandboxOrUnnamed,
  createdAt: z.string().meta({ description: 'When it was saved first.', format: 'date-time' }),
  updatedAt: z.string().meta({ description: 'When it was saved last.', format: 'date-time' }),
}

export const DraftView = z
  .object({
    ...headFields,
    ads: z
      .array(DraftAd)
      .meta({ description: 'The ads, with the fields of POST /v1/launch, as far as they are given.' }),
    adSets: z.array(z.unknown()).meta({ description: 'Ad sets for all ads that name none, as in POST /v1/launch.' }),
    launchPaused: z.boolean().meta({ description: 'Whether the ads begin paused.' }),
    issues: z.array(FieldIssue).meta({ description: 'What stands between it and its launch.' }),
  })
  .meta({ id: 'Draft' })

export const DraftLine = z
  .object({
    ...headFields,
    adCount: z.number().int().meta({ description: 'How many ads it holds.' }),
    issueCount: z.number().int().meta({ description: 'How many things stand between it and its launch.' }),
  })
  .meta({ id: 'DraftLine' })

export function viewDraft(draft: Draft): z.output<typeof DraftView> {
  return {
    id: draft.id,
    adBatchSlug: draft.slug,
    name: draft.name,
    sandbox: draft.is_sandbox,
    ads: draft.request.ads,
    adSets: draft.request.adSets ?? [],
    launchPaused: draft.request.launchPaused ?? false,
    createdAt: draft.created_at.toISOString(),
    updatedAt: (draft.updated_at ?? draft.created_at).toISOString(),
    issues: draft.draft_issues ?? [],
  }
}
