import { z } from 'zod'
import { appField, appSecret, givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { apiVersion, createApi, versionEndsOn } from './client.ts'
import { developerToken, oauth, sandboxApp } from './consent.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns } from './discover.ts'
import { checkBudget, roundBudget } from './manage/money.ts'
import { changeDays, listChanges } from './manage/changes.ts'
import { deleteEntity, ownerOf, readEntities, setBudget, setStatus } from './manage/manage.ts'
import { rehearsalVerbs } from './manage/rehearsal.ts'
import { listAdPerformance, listAds, listPerformance, spendByCampaign } from './manage/views.ts'
import { words } from './grant.ts'
import { platformName, sandboxPath } from './name.ts'
import { apiAddress } from './oauth.ts'
import { isNumber } from './gaql.ts'
import { reportingVerbs } from './report/report.ts'
import { termFigures } from './report/terms.ts'
import { searchAdsVerbs } from './search/search.ts'
import { dailySetting, usualDaily } from './usage.ts'

const sandboxRefreshToken = 'sandbox-google-ads-refresh'

export const googleAds = definePlatform({
  name: platformName,
  aliases: ['search-ads', 'google'],
  title: 'Google Ads',
  mark: { colour: '#1f7a3d', path: 'M5.5 14.5 9.7 5.500M14.5 14.5 10.3 5.500M14.5 14.500h-.01' },
  levels: { adset: 'ad group' },
  changeDays,
  sandboxPath,
  isEntityId: isNumber,
  insteadOfLaunching: 'GET /v1/google-ads/campaigns',
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
      refreshToken: givenToken('a consent that was given to the OAuth client'),
      clientId: appField(words.console.id),
      clientSecret: appSecret(words.console.secret),
      developerToken: developerToken.optional(),
    })
    .meta({
      description:
        'Access tokens live for an hour and are had with the refreshToken. A developerToken is sent where one is given.',
    }),
  oauth,
  sandboxCredentials: (tenant) => ({
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
    ...sandboxApp,
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
  open: createApi,
  check: checkConnection,
  listAccounts,
  verbs: {
    listAdSets,
    listCampaigns,
    spendByCampaign,
    ownerOf,
    readEntities,
    setStatus,
    setBudget,
    deleteEntity,
    listAds,
    listChanges,
    listPerformance,
    listAdPerformance,
    termFigures,
  },
  rules: { checkBudget, roundBudget },
  groups: { rehearsal: rehearsalVerbs, reporting: reportingVerbs, searchAds: searchAdsVerbs },
})
