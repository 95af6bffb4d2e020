import type { SearchAdsVerbs } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { readCampaigns } from './campaigns.ts'
import { addKeywords, readKeywords, setKeywordStatus } from './keywords.ts'
import { listAdGroups, listAds, listKeywords, listTerms } from './lists.ts'
import { listNegatives } from './negative-lists.ts'
import { addNegatives, removeNegatives } from './negatives.ts'
import { checkKeywords } from './rules.ts'

export function searchAdsVerbs(api: Api): SearchAdsVerbs {
  return {
    listCustomers: () => api.logins.walk(),
    readCampaigns: (account) => readCampaigns(api, account),
    listAdGroups: (account, query) => listAdGroups(api, account, query),
    listAds: (account, query) => listAds(api, account, query),
    listKeywords: (account, query) => listKeywords(api, account, query),
    listTerms: (account, query) => listTerms(api, account, query),
    listNegatives: (account, query) => listNegatives(api, account, query),
    checkKeywords,
    addKeywords: (account, adGroupId, keywords) => addKeywords(api, account, adGroupId, keywords),
    addNegatives: (account, negatives) => addNegatives(api, account, negatives),
    removeNegatives: (account, ids) => removeNegatives(api, account, ids),
    readKeywords: (account, ids) => readKeywords(api, account, ids),
    setKeywordStatus: (account, id, status) => setKeywordStatus(api, account, id, status),
  }
}
