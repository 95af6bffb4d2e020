import { z } from 'zod'
import type { SessionWith } from '../contract/platform.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { apiVersion, createApi, versionEndsOn } from './client.ts'
import type { Api } from './client.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns } from './discover.ts'
import { checkBudget, roundBudget, setBudget } from './manage/budgets.ts'
import { listChanges } from './manage/changes.ts'
import { deleteEntity, ownerOf, readEntities, setStatus } from './manage/entities.ts'
import { listAdPerformance, listAds, listPerformance, spendByCampaign } from './manage/views.ts'
import { platformName } from './name.ts'
import { apiAddress } from './oauth.ts'
import { reportingVerbs } from './report/report.ts'
import { readTermFigures } from './report/terms.ts'
import { searchAdsVerbs } from './search/search.ts'
import { dailySetting, usualDaily } from './usage.ts'

const sandboxRefreshToken = 'sandbox-google-ads-refresh'

/** What can be done here. */
const verbs = [
  'listAdSets',
  'listCampaigns',
  'spendByCampaign',
  'ownerOf',
  'readEntities',
  'setStatus',
  'checkBudget',
  'roundBudget',
  'setBudget',
  'deleteEntity',
  'listAds',
  'listChanges',
  'listPerformance',
  'listAdPerformance',
  'reporting',
  'termFigures',
  'searchAds',
] as const

export const googleAds = definePlatform({
  name: platformName,
  aliases: ['search-ads', 'google'],
  title: 'Google Ads',
  sandboxPath: '/google-ads',
  api: { address: apiAddress, version: apiVersion, endsOn: versionEndsOn },
  settings: {
    [dailySetting]: {
      default: String(usualDaily),
      about:
        'operations a day that the access level of the Google Ads connection allows (a query is one, and so is each thing that is written); 0: no limit',
      schema: z.string().regex(/^\d{1,9}$/, 'must be a whole number; 0 for no limit'),
    },
  },
  credentials: z
    .object({
      refreshToken: z.string().min(10),
      clientId: z.string().min(1),
      clientSecret: z.string().min(8),
      developerToken: z.string().min(1).optional(),
    })
    .meta({
      description:
        'Access tokens live for an hour and are had with the refreshToken. A developerToken is sent where one is given.',
    }),
  sandboxCredentials: (tenant) => ({
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
    clientId: 'sandbox-google-ads.apps.example',
    clientSecret: 'sandbox-google-ads-secret',
    developerToken: 'sandbox-google-ads-dev',
  }),
  /** People write account ids with hyphens: 123-456-7890. */
  fullAccountId: (id) => (/^\d{3}-\d{3}-\d{4}$/.test(id) ? id.replaceAll('-', '') : id),
  adUrl: (accountId, adId) => `https://ads.google.com/aw/ads?__e=${accountId}&adId=${adId}`,
  dayFactor: {
    factor: 2,
    source:
      'Google Ads Help, About spending limits: for most campaigns the daily spending limit is twice the average daily budget',
  },
  verbs,
  open(credentials, surroundings) {
    const { now } = surroundings
    const sessionOver = (api: Api): SessionWith<(typeof verbs)[number]> => ({
      check: () => checkConnection(api),
      listAccounts: () => listAccounts(api),
      listAdSets: (accountId, filter) => listAdSets(api, accountId, filter),
      listCampaigns: (accountId, filter) => listCampaigns(api, accountId, filter),
      spendByCampaign: (accountId, from, to) => spendByCampaign(api, accountId, { from, to }),
      ownerOf: (entity) => ownerOf(api, entity),
      readEntities: (account, entities) => readEntities(api, account, entities),
      setStatus: (account, entity, change) => setStatus({ api, now }, account, entity, change),
      checkBudget,
      roundBudget,
      setBudget: (account, entity, change) => setBudget(api, account, entity, change),
      deleteEntity: (account, entity) => deleteEntity(api, account, entity),
      listAds: (account, query) => listAds(api, account, query),
      listChanges: (account, query) => listChanges({ api, now }, account, query),
      listPerformance: (account, level, query) => listPerformance(api, account, level, query),
      listAdPerformance: (account, query) => listAdPerformance(api, account, query),
      reporting: reportingVerbs(api),
      termFigures: (accountId, question) => readTermFigures(api, question, { accountId, signal: question.signal }),
      searchAds: searchAdsVerbs(api),
      until: (caller) => sessionOver(api.until(caller)),
      close: () => api.close(),
    })
    return sessionOver(createApi(credentials, surroundings))
  },
})
