import { z } from 'zod'
import { describePlan, preparePlan } from '../../../core/launch/plan/prepare.ts'
import { warningsOf } from '../../../core/launch/plan/plan.ts'
import { LaunchBody, unwrapCreativeState } from '../../../core/launch/plan/request.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { readLaunch } from './read-launch.ts'
import { Warning } from './warning.ts'

export const validateLaunch = defineEndpoint({
  method: 'POST',
  path: '/v1/launch/validate',
  section: 'Launching',
  summary: 'Check a launch without launching it: every rule, every ad, nothing stored.',
  description:
    'Whatever is wrong with the ads is told at once, in issues with paths such as ads.3.media.0.url. depth says how far the look went: ' +
    'schema (something has the wrong form), rules, or platform (the platform was asked about what the ads depend on).',
  scope: 'launch',
  readsOnly: true,
  tool: 'validate_launch',
  body: LaunchBody,
  prepare: unwrapCreativeState,
  readsBody: true,
  reply: z.object({
    valid: z.boolean(),
    depth: z.enum(['schema', 'rules', 'platform']),
    totalAds: z.number().int(),
    warnings: z.array(Warning),
    ads: z.array(
      z.object({
        index: z.number().int(),
        adName: z.string(),
        clientRef: z.string().nullable(),
        platform: z.string().nullable(),
        valid: z.boolean(),
        issues: z.array(z.object({ path: z.string(), message: z.string(), expected: z.string().optional() })),
        warnings: z.array(Warning),
        plannedCalls: z.number().int(),
        plannedAds: z.number().int(),
      }),
    ),
  }),
  async handle({ body, caller, services }) {
    await using plan = await preparePlan(services, companyOf(caller), readLaunch(body))
    const totalAds = plan.ads.reduce((sum, ad) => sum + ad.adSets.length, 0)
    return {
      valid: plan.ads.every((ad) => ad.issues.length === 0),
      depth: plan.depth,
      totalAds,
      warnings: warningsOf(plan.ads),
      ads: describePlan(plan.ads),
    }
  },
})
