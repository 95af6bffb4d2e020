import { z } from 'zod'
import { reached } from '../../core/launch/engine/checkpoint.ts'
import { createBatch } from '../../core/launch/batch/create-batch.ts'
import { warningsOf } from '../../core/launch/plan/plan.ts'
import { describePlan, requirePlan } from '../../core/launch/plan/prepare.ts'
import { LaunchBody, unwrapCreativeState, wrapperNote } from '../../core/launch/plan/request.ts'
import { exampleSandboxUrl } from '../../http/docs/words.ts'
import { Answer, defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { followBatch } from './batch-status.ts'
import { readLaunch } from './launch/read-launch.ts'
import { Warning } from './launch/warning.ts'

export const launch = defineEndpoint({
  method: 'POST',
  path: '/v1/launch',
  section: 'Launching',
  summary: 'Launch a batch of ads.',
  description:
    'Checked whole, stored whole, then worked off ad by ad. Answers at once; follow it with GET /v1/batch-status/{id}. ' +
    `One ad in three ad sets makes three ads. Nothing is created when anything in the request breaks a rule. ${wrapperNote}`,
  scope: 'launch',
  tool: 'launch_ads',
  status: 202,
  follow: followBatch,
  body: LaunchBody,
  prepare: unwrapCreativeState,
  readsBody: true,
  example: {
    ads: [
      {
        adName: 'Spring sale, square',
        adAccountId: 'act_...',
        adSets: [{ value: '...', label: 'Prospecting' }],
        page: '...',
        secondary: '...',
        title: 'Spring sale',
        description: 'Everything must go.',
        cta: 'SHOP_NOW',
        link: 'https://example.com/sale',
        media: [{ url: `${exampleSandboxUrl}/_assets/square.png` }],
      },
    ],
  },
  reply: z.object({
    message: z.string(),
    adBatchSlug: z.string(),
    adBatchId: z.number().int(),
    isAsync: z.literal(true),
    totalAds: z.number().int(),
    warnings: z.array(Warning),
  }),
  async handle({ body, caller, services, keepAnswer }) {
    const wanted = readLaunch(body)
    const { dryRun, ...request } = wanted.request
    await using plan = await requirePlan(services, companyOf(caller), wanted)
    const warnings = warningsOf(plan.ads)
    if (dryRun) {
      const totalAds = plan.ads.reduce((sum, ad) => sum + ad.adSets.length, 0)
      const message = `Nothing was launched. This would make ${totalAds} ${totalAds === 1 ? 'ad' : 'ads'}.`
      return new Answer(200, {
        success: true,
        message,
        dryRun: true,
        depth: plan.depth,
        valid: true,
        totalAds,
        warnings,
        ads: describePlan(plan.ads),
      })
    }
    await plan.media.keep()
    const stored = await services.db.transaction().execute(async (trx) => {
      const batch = await createBatch(trx, {
        companyId: caller.companyId,
        keyId: caller.keyId,
        createdBy: caller.keyName,
        request,
        plan,
      })
      const answer = {
        message: `${batch.totalAds} ${batch.totalAds === 1 ? 'ad is' : 'ads are'} being launched.`,
        adBatchSlug: batch.slug,
        adBatchId: batch.id,
        isAsync: true,
        totalAds: batch.totalAds,
        warnings,
      }
      await keepAnswer(trx, answer)
      return answer
    })
    reached('launch-stored', stored.adBatchSlug)
    return stored
  },
})
