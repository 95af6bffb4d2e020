import { z } from 'zod'
import { findWholeBatch } from '../../../core/batches/find.ts'
import { createDraft } from '../../../core/launch/batch/drafts.ts'
import { adsToMend } from '../../../core/launch/batch/mend.ts'
import { maxBatchNameLength } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { FieldIssue } from '../../shapes.ts'
import { BatchId } from '../batch-status.ts'
import { DraftView, viewDraft } from '../drafts/draft-view.ts'
import { draftIssues, tidyDraft } from '../drafts/read-draft.ts'

const DraftToMend = DraftView.extend({
  failures: z.array(FieldIssue).meta({ description: 'What stood against each ad, by its place in the draft.' }),
}).meta({ id: 'DraftToMend' })

export const draftFailedOperation = operation({
  name: 'draft_failed_ads',
  rest: { method: 'POST', path: '/v1/batches/{id}/draft', status: 201 },
  section: 'Launching',
  summary: 'Save the ads of a batch that failed or were cancelled as a draft, to mend and launch them.',
  description:
    'Each with the ad sets in which it does not exist. The batch stays as it is; launching it again as well would make these ads twice.',
  scope: 'launch',
  effect: 'changes',
  input: z.object({ id: BatchId }),
  example: { id: demo.batchToCancel },
  reply: DraftToMend,
  async handle(deps, call, { id }) {
    const batch = await findWholeBatch(deps, call, { id })
    const { content: asked, failures } = await adsToMend(deps, call, batch)
    const content = tidyDraft(deps, asked)
    const issues = await draftIssues(deps, call, content)
    const name = `What failed of ${batch.name ?? `batch ${batch.id}`}`.slice(0, maxBatchNameLength)
    return { ...viewDraft(await createDraft(deps, call, { name, content, issues })), failures }
  },
})
