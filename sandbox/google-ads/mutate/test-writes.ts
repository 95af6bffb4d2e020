import type { Fields } from '../objects/objects.ts'
import { direct } from '../test-caller.ts'
import type { Answer } from '../test-caller.ts'

/** The name of something in the account that tests write to. */
export const own = (kind: string, id: string) => `customers/${direct}/${kind}/${id}`

export function resultsOf({ body }: Answer): Fields[] {
  return body['results'] as Fields[]
}

export const campaign = (name: string, campaignBudget: string) => ({
  ...{ name, campaignBudget, status: 'PAUSED', advertisingChannelType: 'SEARCH', manualCpc: {} },
  containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
})
