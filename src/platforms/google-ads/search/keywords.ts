import { z } from 'zod'
import type { AccountRef, PlannedWrite } from '../../contract/manage.ts'
import type { KeywordState, ManyWrite, NewKeyword } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { isOneOf, isTrue, isWord } from '../gaql.ts'
import { setFields } from '../manage/set-fields.ts'
import { pairIn, switchWords, toMicros } from '../map.ts'
import { Id } from '../wire.ts'
import { manyWrite } from './many-write.ts'
import { sameText } from './rules.ts'

const CriterionWire = z.object({
  adGroupCriterion: z.object({
    criterionId: Id,
    status: z.string().default('UNSPECIFIED'),
    keyword: z.object({ text: z.string().default(''), matchType: z.string().default('') }).optional(),
  }),
  adGroup: z.object({ id: Id }),
})

const select = [
  ...['criterion_id', 'status', 'keyword.text', 'keyword.match_type'].map((name) => `ad_group_criterion.${name}`),
  'ad_group.id',
]
const isKeyword = [
  isWord('ad_group_criterion.type', '=', 'KEYWORD'),
  isTrue('ad_group_criterion.negative', false),
  isWord('ad_group_criterion.status', '!=', 'REMOVED'),
]

export const keyOf = (place: string, { text, matchType }: { text: string; matchType: string }) =>
  `${place} ${matchType} ${sameText(text)}`

export function addKeywords(api: Api, account: AccountRef, adGroupId: string, keywords: NewKeyword[]): ManyWrite {
  const adGroup = `customers/${account.id}/adGroups/${adGroupId}`
  const operations = keywords.map(({ text, matchType, bid }) => ({
    create: {
      adGroup,
      status: 'ENABLED',
      keyword: { text: text.trim(), matchType },
      ...(bid === undefined ? {} : { cpcBidMicros: toMicros(bid) }),
    },
  }))
  return manyWrite(api, account, {
    kind: 'adGroupCriteria',
    asks: { adGroupId, keywords },
    operations,
    done: 'added',
    async look() {
      const where = [...isKeyword, isOneOf('ad_group.id', [adGroupId])]
      const rows = await api.rows(
        CriterionWire,
        { select, from: 'ad_group_criterion', where },
        { accountId: account.id },
      )
      const known = new Map(
        rows.flatMap(({ adGroupCriterion: { criterionId, keyword } }) =>
          keyword ? [[keyOf(adGroupId, keyword), `${adGroupId}~${criterionId}`] as const] : [],
        ),
      )
      return keywords.map((keyword) => known.get(keyOf(adGroupId, keyword)) ?? null)
    },
    isDone: (found) => found.every((id) => id !== null),
  })
}

export async function readKeywords(api: Api, account: AccountRef, ids: string[]): Promise<(KeywordState | null)[]> {
  const pairs = ids.flatMap((id) => pairIn(id) ?? [])
  if (pairs.length === 0) return ids.map(() => null)
  // A number of a keyword stands in many ad groups: both halves are asked for, and what fits is taken.
  const where = [
    ...isKeyword,
    isOneOf('ad_group.id', [...new Set(pairs.map(({ parent }) => parent))]),
    isOneOf('ad_group_criterion.criterion_id', [...new Set(pairs.map(({ own }) => own))]),
  ]
  const rows = await api.rows(CriterionWire, { select, from: 'ad_group_criterion', where }, { accountId: account.id })
  const found = new Map(
    rows.map(({ adGroup, adGroupCriterion: { criterionId, status, keyword } }) => {
      const id = `${adGroup.id}~${criterionId}`
      return [id, { id, status, text: keyword?.text ?? '', matchType: keyword?.matchType ?? '' }] as const
    }),
  )
  return ids.map((id) => found.get(id) ?? null)
}

export function setKeywordStatus(api: Api, account: AccountRef, id: string, status: 'active' | 'paused'): PlannedWrite {
  return setFields(api, account, {
    id,
    kind: 'adGroupCriteria',
    nameOf: async () => `customers/${account.id}/adGroupCriteria/${id}`,
    fields: { status: switchWords[status] },
  })
}
