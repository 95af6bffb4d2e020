import { z } from 'zod'
import type { AccountRef, CampaignRequest } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'
import { todaysCategories } from './special-categories.ts'

const AccountCountryWire = z.object({ business_country_code: z.string().optional() })

/** Where ads are shown when nobody says where: categories hold there, whatever the account's own country is. */
const usual = 'US'

/**
 * What is special about a category is the law of a country, so the platform wants to hear which. Where the caller named none, it
 * is that of the account and that in which ad sets are shown unless they say otherwise.
 */
export async function completeCampaign(
  graph: Graph,
  account: AccountRef,
  request: CampaignRequest,
): Promise<CampaignRequest> {
  const { specialAdCategories: asked = [], specialAdCategoryCountry: given = [] } = request
  if (!asked.some((category) => category !== 'NONE')) return request
  const special = { ...request, specialAdCategories: todaysCategories(asked) }
  if (given.length > 0) return { ...special, specialAdCategoryCountry: given.map((country) => country.toUpperCase()) }
  const accountId = nodeId(account.id)
  const { business_country_code: own } = await graph.get(
    AccountCountryWire,
    accountId,
    { fields: 'business_country_code' },
    { accountId },
  )
  const countries = new Set([...(own ? [own.toUpperCase()] : []), usual])
  return { ...special, specialAdCategoryCountry: [...countries] }
}
