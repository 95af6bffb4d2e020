import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type { PlatformEnding } from '../../contract/platform.ts'
import type { Api, CallOptions } from '../client.ts'
import { inGroups } from '../groups.ts'
import { automationOf } from '../map.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'
import type { AdGroup } from '../wire.ts'

/** Reported by third parties; official text that says so was not found. */
const lastDay = '2026-12-31'
const objectives = ['PRODUCT_SALES', 'WEB_CONVERSIONS', 'APP_PROMOTION', 'LEAD_GENERATION']
const dayName = 'TIKTOK_MANUAL_CREATION_UNTIL'
const objectivesName = 'TIKTOK_MANUAL_CREATION_ENDS_FOR'

export const closingSettings = {
  [dayName]: {
    default: lastDay,
    about:
      'last day (YYYY-MM-DD) on which TikTok takes manual campaigns, ad groups and ads of the objectives in ' +
      `${objectivesName}; as third parties report it, not confirmed`,
    schema: z.iso.date('must be a day such as 2026-12-31'),
  },
  [objectivesName]: {
    default: objectives.join(','),
    about: 'objectives for which that day is meant, with commas between them; not confirmed',
    schema: z.string().regex(/^([A-Z_]+(,[A-Z_]+)*)?$/, 'must be words such as WEB_CONVERSIONS, with commas between'),
  },
} as const

export const manualCreationEnds: PlatformEnding = {
  on: lastDay,
  onSetting: dayName,
  what:
    'is reported to end the manual creation of campaigns, ad sets and ads for the objectives ' +
    `${objectives.slice(0, -1).join(', ')} and ${objectives.at(-1)} in favour of Smart+`,
  whatToDo:
    'Launch into Smart+ ad sets for these objectives (GET /v1/adsets lists them, and marks from then on as closed what takes ' +
    'no more ads). An account without one needs a Smart+ campaign (POST /v1/tiktok/create-campaign) and an ad set in it ' +
    '(POST /v1/tiktok/create-adset).',
}

/** What a session of the driver knows of the end of manual creation. */
export interface Closing {
  lastDay: string
  objectives: ReadonlySet<string>
}

export function closingOf(settings: Readonly<Record<string, string>>): Closing {
  const words = settings[objectivesName] ?? objectives.join(',')
  return { lastDay: settings[dayName] ?? lastDay, objectives: new Set(words.split(',')) }
}

const maxCampaigns = 5_000
const maxAdGroups = 5_000
const maxNamed = 10

/** Why nothing can be launched into some of the ad groups, by their ids; the others are not in it. */
export async function whyClosed(
  api: Api,
  closing: Closing,
  adGroups: AdGroup[],
  options: CallOptions,
): Promise<Map<string, string>> {
  const isOver = api.today() > closing.lastDay
  const manual = adGroups.filter((adGroup) => automationOf(adGroup) === 'manual')
  const objectiveOf = isOver ? await readObjectives(api, manual, options) : new Map<string, string>()
  const reasons = adGroups.flatMap((adGroup): [string, string][] => {
    const { adgroup_id: id, campaign_id: campaign, campaign_automation_type: word } = adGroup
    const kind = automationOf(adGroup)
    const objective = objectiveOf.get(campaign) ?? ''
    if (kind === 'legacy')
      return [[id, 'it is of the first generation of Smart+, in which nothing can be made any more']]
    if (kind === 'unknown') return [[id, `its campaign is of a kind that is not known here (${word.slice(0, 60)})`]]
    if (kind === 'smart' || !closing.objectives.has(objective)) return []
    return [[id, `manual ads for ${objective} can be made until ${closing.lastDay} only`]]
  })
  return new Map(reasons)
}

/** By campaign. Of many campaigns the whole list takes fewer calls. */
async function readObjectives(api: Api, adGroups: AdGroup[], options: CallOptions): Promise<Map<string, string>> {
  const ids = [...new Set(adGroups.map(({ campaign_id: id }) => id))]
  const [group = [], ...others] = inGroups(ids)
  if (group.length === 0) return new Map()
  const filtering = { primary_status: 'STATUS_ALL', ...(others.length === 0 ? { campaign_ids: group } : {}) }
  const params = { advertiser_id: options.accountId, filtering }
  const campaigns = await api.list(CampaignWire, 'campaign/get', params, { ...options, limit: maxCampaigns })
  return new Map(campaigns.map(({ campaign_id: id, objective_type: objective }) => [id, objective]))
}

/** Those that take ads, named for people. */
export async function readSmartAdGroups(api: Api, options: CallOptions): Promise<string[]> {
  const params = { advertiser_id: options.accountId }
  const all = await api.list(AdGroupWire, 'adgroup/get', params, { ...options, limit: maxAdGroups })
  const open = all.filter((adGroup) => automationOf(adGroup) === 'smart')
  return open.map(({ adgroup_id: id, adgroup_name: name }) => `${id} "${name}"`)
}

/** Nothing is put elsewhere than asked: the caller is told where it could go. */
export function closedIssue(adSetId: string, why: string, smart: string[]): Issue {
  const more = smart.length > maxNamed ? ` and ${smart.length - maxNamed} more (GET /v1/adsets)` : ''
  const instead =
    smart.length > 0
      ? `Launch into a Smart+ ad set of this account: ${smart.slice(0, maxNamed).join(', ')}${more}.`
      : 'This account has no Smart+ ad set yet: make one with POST /v1/tiktok/create-adset.'
  return { path: 'adSets', message: `ad set ${adSetId} takes no ads: ${why}. ${instead}` }
}
