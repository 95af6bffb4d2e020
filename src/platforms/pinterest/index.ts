import { z } from 'zod'
import type { Surroundings } from '../contract/platform.ts'
import { appField, appSecret, givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { checkAd } from './launch/check-ad.ts'
import { apiAddress, apiVersion, createApi } from './client.ts'
import { oauth, sandboxApp } from './consent.ts'
import { checkConnection, listAccounts, listAdSets, listBoards, listCampaigns, listProfiles } from './discover.ts'
import { words } from './grant.ts'
import { launchFields } from './launch/fields.ts'
import type { OwnAd } from './launch/fields.ts'
import { settings } from './settings.ts'
import { launchVerbs } from './launch/launch.ts'
import { sentFields } from './launch/sent-fields.ts'
import { listAdPerformance, listAds } from './manage/ads.ts'
import { checkBudget, deleteEntity, ownerOf, readEntities, roundBudget, setBudget, setStatus } from './manage/manage.ts'
import { listPerformance } from './manage/views.ts'
import { isId } from './map.ts'
import { platformName, sandboxPath } from './name.ts'
import { reportingVerbs } from './report/report.ts'
import { spendByCampaign } from './report/spend.ts'
import { features } from './scopes.ts'

const sandboxToken = 'sandbox-pinterest-token'
const sandboxRefreshToken = 'sandbox-pinterest-refresh'

export const pinterest = definePlatform({
  name: platformName,
  aliases: ['pin'],
  title: 'Pinterest',
  mark: { colour: '#bd2130', path: 'M10 16V9.500M6.5 10.500a3.8 3.8 0 1 1 7 0c-.7 1.3-2 1.7-3.5 1' },
  levels: { adset: 'ad group' },
  placements: [{ name: 'Pin', ratio: 2 / 3, texts: 'beside' }],
  sandboxPath,
  api: { address: apiAddress, version: apiVersion, endsOn: null },
  isEntityId: isId,
  credentials: z
    .object({
      accessToken: givenToken('"Generate access token" at developers.pinterest.com > My apps > the app'),
      refreshToken: givenToken('the answer that held the access token').optional(),
      clientId: appField(words.console.id).optional(),
      clientSecret: appSecret(words.console.secret).optional(),
    })
    .meta({ description: 'With refreshToken, clientId and clientSecret the token is renewed before it ends.' }),
  features,
  oauth,
  sandboxCredentials: (tenant) => ({
    accessToken: tenant ? `${sandboxToken}.${tenant}` : sandboxToken,
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
    ...sandboxApp,
  }),
  launchTypes: ['single'],
  launchFields,
  sentFields,
  needsPreview: (ad: OwnAd) => ad.aiDisclosure === true,
  settings,
  usedFields: () => ['title', 'description', 'cta', 'link', 'urlTags'],
  adUrl: (accountId, adId) => `https://ads.pinterest.com/advertiser/${accountId}/reporting/ads/?adIds=${adId}`,
  checkAd,
  open(credentials: Record<string, string>, surroundings: Surroundings) {
    const api = createApi(credentials, surroundings)
    // What it remembers serves all who ask.
    return { ...api, reporting: reportingVerbs(api, surroundings) }
  },
  check: checkConnection,
  listAccounts,
  verbs: {
    listProfiles,
    listBoards,
    listAdSets,
    listCampaigns,
    spendByCampaign,
    ownerOf,
    readEntities,
    setStatus,
    setBudget,
    deleteEntity,
    listAds,
    listPerformance,
    listAdPerformance,
  },
  deletedBecomes: 'archived',
  rules: { checkBudget, roundBudget },
  groups: { launch: launchVerbs, reporting: ({ reporting }) => reporting },
})
