import { z } from 'zod'
import type { SessionWith } from '../contract/platform.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { checkAd } from './launch/check-ad.ts'
import { apiVersion, createApi } from './client.ts'
import type { Api } from './client.ts'
import { checkConnection, listAccounts, listAdSets, listBoards, listCampaigns, listProfiles } from './discover.ts'
import { launchFields } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { listAdPerformance, listAds } from './manage/ads.ts'
import { checkBudget, deleteEntity, ownerOf, readEntities, roundBudget, setBudget, setStatus } from './manage/manage.ts'
import { listPerformance } from './manage/views.ts'
import { platformName } from './name.ts'
import { reportingVerbs } from './report/report.ts'
import { spendByCampaign } from './report/spend.ts'

const sandboxToken = 'sandbox-pinterest-token'
const sandboxRefreshToken = 'sandbox-pinterest-refresh'

/** What can be done here. */
const verbs = [
  'listProfiles',
  'listBoards',
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
  'listPerformance',
  'listAdPerformance',
  'launch',
  'reporting',
] as const

export const pinterest = definePlatform({
  name: platformName,
  aliases: ['pin'],
  title: 'Pinterest',
  sandboxPath: '/pinterest',
  api: { address: 'https://api.pinterest.com', version: apiVersion, endsOn: null },
  credentials: z
    .object({
      accessToken: z.string().min(10),
      refreshToken: z.string().min(10).optional(),
      clientId: z.string().min(1).optional(),
      clientSecret: z.string().min(8).optional(),
    })
    .meta({ description: 'With refreshToken, clientId and clientSecret the token is renewed before it ends.' }),
  sandboxCredentials: (tenant) => ({
    accessToken: tenant ? `${sandboxToken}.${tenant}` : sandboxToken,
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
    clientId: '1490001',
    clientSecret: 'sandbox-pinterest-app-secret',
  }),
  launchTypes: ['single'],
  launchFields,
  usedFields: () => ['title', 'description', 'cta', 'link', 'urlTags'],
  adUrl: (accountId, adId) => `https://ads.pinterest.com/advertiser/${accountId}/reporting/ads/?adIds=${adId}`,
  checkAd,
  verbs,
  open(credentials, surroundings) {
    const shared = createApi(credentials, surroundings)
    // What it remembers serves all who ask.
    const reporting = reportingVerbs(shared, surroundings)
    const { now, isSandbox } = surroundings
    const sessionOver = (api: Api): SessionWith<(typeof verbs)[number]> => ({
      check: () => checkConnection(api),
      listAccounts: () => listAccounts(api),
      listProfiles: (accountId) => listProfiles(api, accountId),
      listBoards: (accountId) => listBoards(api, accountId),
      listAdSets: (accountId, filter) => listAdSets(api, accountId, filter),
      listCampaigns: (accountId, filter) => listCampaigns(api, accountId, filter),
      spendByCampaign: (accountId, from, to) => spendByCampaign(api, surroundings, accountId, { from, to }),
      ownerOf: (entity) => ownerOf(api, entity),
      readEntities: (account, entities) => readEntities(api, account, entities),
      setStatus: (account, entity, change) => setStatus({ api, now }, account, entity, change),
      checkBudget,
      roundBudget,
      setBudget: (account, entity, change) => setBudget(api, account, entity, change),
      deleteEntity: (account, entity) => deleteEntity(api, account, entity),
      deletedBecomes: 'archived',
      listAds: (account, query) => listAds(api, account, query),
      listPerformance: (account, level, query) => listPerformance({ api, now, isSandbox }, account, level, query),
      listAdPerformance: (account, query) => listAdPerformance({ api, now, isSandbox }, account, query),
      launch: launchVerbs(api, surroundings),
      reporting,
      until: (caller) => sessionOver(api.until(caller)),
      close: () => api.close(),
    })
    return sessionOver(shared)
  },
})
