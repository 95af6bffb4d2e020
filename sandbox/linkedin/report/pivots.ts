import { hashText } from '../../core/figures/random.ts'
import { urn } from '../objects/objects.ts'
import { textOf } from '../objects/objects.ts'
import { placesOf } from '../objects/rules/targeting.ts'
import { splitCounts } from './counts.ts'
import type { Cell, Unit } from './delivery.ts'
import { required } from '../../core/required.ts'

/** What a row may be about, one value for each unit. */
const plain: Record<string, (unit: Unit) => string> = {
  ACCOUNT: ({ creative }) => urn('sponsoredAccount', creative.account),
  COMPANY: ({ post }) => post.author,
  CAMPAIGN_GROUP: ({ group }) => urn('sponsoredCampaignGroup', group.id),
  CAMPAIGN: ({ campaign }) => urn('sponsoredCampaign', campaign.id),
  CREATIVE: ({ creative }) => urn('sponsoredCreative', creative.id),
  SHARE: ({ post }) => post.id,
  SERVING_LOCATION: () => 'ON_LINKEDIN',
  PLACEMENT_NAME: () => 'LinkedIn feed',
}

const numbered = (type: string, numbers: number[]) => () => numbers.map((number) => `urn:li:${type}:${number}`)
const abroad: Record<string, string> = { US: '101165590', JP: '105149562' }

/** What a row may be about where one unit falls into several parts. */
const split: Record<string, (unit: Unit) => string[]> = {
  IMPRESSION_DEVICE_TYPE: () => ['MOBILE_APP', 'DESKTOP_WEB', 'MOBILE_WEB'],
  MEMBER_COMPANY_SIZE: () => ['SIZE_11_TO_50', 'SIZE_51_TO_200', 'SIZE_1001_TO_5000'],
  MEMBER_INDUSTRY: numbered('industry', [4, 96, 26]),
  MEMBER_SENIORITY: numbered('seniority', [4, 5, 6, 8]),
  MEMBER_JOB_TITLE: numbered('title', [9, 39, 25201]),
  MEMBER_JOB_FUNCTION: numbered('function', [8, 12, 25]),
  MEMBER_REGION_V2: numbered('geo', [90000070, 90000084]),
  MEMBER_COMPANY: numbered('organization', [1035, 1441, 1586]),
  // A few people are on their travels.
  MEMBER_COUNTRY_V2: ({ campaign, country }) => [
    ...new Set([...placesOf(campaign.fields), urn('geo', abroad[country] ?? '101165590')]),
  ],
}
/** Only some units fall into these. */
const partial: Record<string, (unit: Unit) => string[]> = {
  CARD_INDEX: ({ post }) => (post.kind === 'CAROUSEL' ? ['0', '1', '2'] : []),
  CONVERSION: ({ campaign }) =>
    textOf(campaign.fields['objectiveType']) === 'WEBSITE_CONVERSION' ? ['urn:lla:llaPartnerConversion:104012'] : [],
}

export const pivotNames = [...Object.keys(plain), ...Object.keys(split), ...Object.keys(partial)]

export function isMemberPivot(pivot: string): boolean {
  return pivot.startsWith('MEMBER_')
}

/** A part of a cell, with the values that it is filed under. */
export interface Slice {
  values: string[]
  cell: Cell
}

export function slicesOf(cell: Cell, pivots: string[]): Slice[] {
  return pivots.reduce<Slice[]>(
    (slices, pivot) => slices.flatMap((slice) => sliced(slice, pivot)),
    [{ values: [], cell }],
  )
}

function sliced({ values, cell }: Slice, pivot: string): Slice[] {
  const one = plain[pivot]
  if (one) return [{ values: [...values, one(cell.unit)], cell }]
  const into = required(split[pivot] ?? partial[pivot], 'pivot')(cell.unit)
  if (into.length === 0) return []
  const weights = into.map((value, index) => (index === 0 ? 120 : 20) + (hashText(value + cell.unit.creative.id) % 30))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return splitCounts(cell.counts, weights)
    .map((counts, index) => ({
      values: [...values, into[index]!],
      cell: { ...cell, counts, reach: Math.min(counts.impressions, (cell.reach * weights[index]!) / total) },
    }))
    .filter(({ cell: part }) => part.counts.impressions > 0)
}
