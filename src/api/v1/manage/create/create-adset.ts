import { z } from 'zod'
import { createAdSet as create } from '../../../../core/manage/create.ts'
import { rehearsalReply } from '../fields.ts'
import { AdSetSummary, AudienceFallback } from '../../../../core/manage/summaries.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { EntityError } from '../entity-list.ts'
import { adSetFields, maxSchedules } from './adset-fields.ts'
import { guardFailures } from '../../../guard-failures.ts'

const ScheduleOutcome = z
  .object({
    index: z.number().int().meta({ description: 'Which of the schedules, counted from 0.' }),
    success: z.boolean().meta({ description: 'Whether it was added.' }),
    id: z.string().optional().meta({ description: "The platform's id of the schedule." }),
    error: EntityError.optional().meta({ description: 'Why it was not added.' }),
  })
  .meta({ id: 'ScheduleOutcome' })

/** People and places that were overlooked would show the ads to everybody else. */
const audienceFields = {
  ...{ age: 'targeting.age_min', ages: 'targeting.age_min', ageMin: 'targeting.age_min', minAge: 'targeting.age_min' },
  ...{ ageMax: 'targeting.age_max', maxAge: 'targeting.age_max' },
  ...{ gender: 'targeting.genders', genders: 'targeting.genders', locales: 'targeting.locales' },
  ...{ interests: 'targeting.flexible_spec', flexibleSpec: 'targeting.flexible_spec' },
  ...{ customAudiences: 'targeting.custom_audiences', excludedCustomAudiences: 'targeting.excluded_custom_audiences' },
  ...{ publisherPlatforms: 'targeting.publisher_platforms', devicePlatforms: 'targeting.device_platforms' },
  ...{ geoLocations: 'location', countries: 'location.countries', regions: 'location.regions' },
  ...{ cities: 'location.cities', zips: 'location.zips' },
}

export const createAdSet = operation({
  name: 'create_ad_set',
  rest: { method: 'POST', path: '/v1/manage/create-adset' },
  section: 'Primary platform',
  summary: 'Create an ad set in a campaign.',
  description:
    'Paused unless status says otherwise. A lifetime budget needs endTime. Without optimizationGoal one is chosen that ' +
    "goes with the campaign's objective. location wins over targeting.geo_locations; with neither the ads are shown in " +
    'the United States. The platform wants a word about its automated audience: where targeting has none, it is off for a narrowed ' +
    `audience and on for any other, which fallbackApplied tells. Budget schedules (at most ${maxSchedules} periods of 3 hours or more that do not overlap, ` +
    'up to 8 times the daily budget) are applied afterwards: when one fails the ad set stays.',
  scope: 'manage',
  effect: ({ dryRun, status }) => (dryRun ? 'reads' : status === 'ACTIVE' ? 'spends' : 'changes'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  takesLeftovers: true,
  belongsIn: audienceFields,
  input: z.object(adSetFields),
  example: {
    accountId: demo.account,
    campaignId: demo.trafficCampaign,
    name: 'United States, broad',
    dailyBudget: 20,
    location: { countries: ['US'] },
  },
  reply: z.object({
    adSetId: z.string().nullable().meta({ description: 'Id of the ad set; null: it was a rehearsal.' }),
    adSet: AdSetSummary.nullable().meta({ description: 'What the platform made; null: it was a rehearsal.' }),
    fallbackApplied: AudienceFallback.optional().meta({
      description:
        "spend_cap: the campaign holds the budget, so the ad set's became its cap. Else what the platform's automated audience was set to where the request did not say; lowest_cost: a bid strategy had to be said.",
    }),
    budgetSchedules: z.array(ScheduleOutcome).optional().meta({ description: 'What became of each budget schedule.' }),
    ...rehearsalReply,
  }),
  handle: (deps, call, { accountId, campaignId, workspaceId: _workspace, dryRun, ...request }) =>
    create(deps, call, { accountId, campaignId, request, dryRun }),
})
