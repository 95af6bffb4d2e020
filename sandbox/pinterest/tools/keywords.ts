import { z } from 'zod'
import { hashText } from '../../core/figures/random.ts'
import { accountIn } from '../objects/accounts.ts'
import { readBody } from '../objects/batch.ts'
import type { Keyword } from '../objects/objects.ts'
import { invalid, missing } from '../errors.ts'
import { idsParam, listParam, pageOf } from '../lists.ts'
import type { Page } from '../lists.ts'
import { newId } from '../world.ts'
import type { ApiCall } from '../world.ts'

const matchTypes = ['BROAD', 'PHRASE', 'EXACT', 'EXACT_NEGATIVE', 'PHRASE_NEGATIVE']
const Body = z.object({
  parent_id: z.string().regex(/^((AG)|C)?\d+$/),
  keywords: z
    .array(
      z.object({
        value: z.string().min(1),
        match_type: z.enum(matchTypes).nullable(),
        bid: z.number().int().nullish(),
      }),
    )
    .min(1)
    .max(200),
})

function render({ id, parent_id, parent_type, value, match_type, bid }: Keyword): object {
  return { id, parent_id, parent_type, value, match_type, bid, archived: false, type: 'keyword' }
}

/** Words that an ad group, or all of a campaign, is shown for. */
export function createKeywords(call: ApiCall, [accountId = '']: string[]): object {
  const { world, tenant } = call
  const account = accountIn(call, accountId)
  const { parent_id: named, keywords } = readBody(call, Body)
  const id = named.replace(/^\D+/, '')
  const isCampaign = world.campaigns.get(id)?.account_id === account.id
  if (!isCampaign && world.adGroups.get(id)?.account_id !== account.id) throw missing('Keyword parent')
  const errors: object[] = []
  const made: object[] = []
  for (const { value, match_type, bid = null } of keywords) {
    const fields = { value, match_type, bid, parent_id: id, parent_type: isCampaign ? 'campaign' : 'adgroup' }
    const isLong = value.length > 80 || value.split(/\s+/).length > 10
    if (isLong || (isCampaign && !match_type?.endsWith('NEGATIVE'))) {
      const text = isLong
        ? 'A keyword has at most 80 letters in ten words.'
        : 'A campaign takes negative keywords alone.'
      errors.push({ data: fields, error_messages: [text] })
      continue
    }
    const now = world.now()
    const keyword = { ...fields, id: newId(world), tenant, account_id: account.id, created: now, updated: now }
    made.push(render(world.keywords.put(keyword.id, keyword)))
  }
  return { keywords: made, errors }
}

export function listKeywords(call: ApiCall, [accountId = '']: string[]): Page {
  const { world, request } = call
  const account = accountIn(call, accountId)
  const parents = ['campaign_id', 'ad_group_id', 'ad_group_ids'].flatMap((name) => idsParam(request.query, name) ?? [])
  if (parents.length !== 1) throw invalid('one of campaign_id, ad_group_id and ad_group_ids is required')
  const types = listParam(request.query, 'match_types')
  const all = world.keywords
    .lookup('account', account.id)
    .filter((keyword) => parents[0]!.has(keyword.parent_id))
    .filter(({ match_type: type }) => !types || types.includes(type ?? ''))
  return pageOf(call, all, render)
}

export function keywordMetrics(call: ApiCall, [accountId = '']: string[]): object {
  accountIn(call, accountId)
  const { query } = call.request
  const country = query.get('country_code') ?? ''
  if (!/^[A-Z]{2}$/.test(country)) throw invalid('country_code is required')
  const keywords = listParam(query, 'keywords')
  if (!keywords || keywords.length > 2000) throw invalid('keywords takes from 1 to 2000')
  const data = keywords.map((keyword) => {
    const low = 10_000 * (1 + (hashText(`${country} ${keyword}`) % 50))
    return { keyword, metrics: { keyword_query_volume: `${low} - ${low * 2}` } }
  })
  return { data }
}

const around = ['', 'ideas', 'diy', 'aesthetic', 'modern', 'small']
const besides = (term: string) => around.map((word) => `${term} ${word}`.trim())

export function relatedTerms({ request }: ApiCall): object {
  const terms = listParam(request.query, 'terms')
  if (!terms) throw invalid('terms is required')
  const lists = terms.map((term) => ({ term, related_terms: besides(term).slice(1) }))
  const count = lists.reduce((sum, { related_terms: some }) => sum + some.length, 0)
  return { id: String(hashText(terms.join())), related_term_count: count, related_terms_list: lists }
}

export function suggestedTerms({ request }: ApiCall): string[] {
  const term = request.query.get('term')
  if (!term) throw invalid('term is required')
  const limit = Number(request.query.get('limit') ?? 4)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10) throw invalid('limit must be from 1 to 10')
  return besides(term).slice(0, limit)
}
