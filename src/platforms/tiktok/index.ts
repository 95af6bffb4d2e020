import { z } from 'zod'
import type { Surroundings } from '../contract/platform.ts'
import { appSecret, givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import type { Counted } from '../kit/figures.ts'
import { createFiguresForPages } from '../kit/remember.ts'
import { checkAd, isSpark, usedTexts } from './launch/check-ad.ts'
import { enhancements } from './launch/enhancements.ts'
import { apiAddress, apiVersion, createApi } from './client.ts'
import { appId, oauth, sandboxApp } from './consent.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns } from './discover.ts'
import { identityVerbs } from './content/identities.ts'
import { words } from './grant.ts'
import { duplicateVerbs } from './duplicate/duplicate.ts'
import { launchFields } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { sentFields } from './launch/sent-fields.ts'
import { listAdPerformance, listAds, showAds } from './manage/ads.ts'
import { deleteEntity, ownerOf, setBudget, setStatus } from './manage/manage.ts'
import { checkBudget, roundBudget } from './manage/money.ts'
import { readEntities } from './manage/read.ts'
import { listPerformance } from './manage/views.ts'
import { spendByCampaign } from './report/spend.ts'
import { isEntityId } from './map.ts'
import { platformName, sandboxPath } from './name.ts'
import { readMaterials } from './report/materials.ts'
import { reportingVerbs } from './report/report.ts'
import { closingSettings, manualCreationEnds } from './smart-plus/closing.ts'
import { features } from './scopes.ts'
import { automatedVerbs } from './smart-plus/create.ts'

const sandboxToken = 'sandbox-tiktok-token'

export const tiktok = definePlatform({
  name: platformName,
  aliases: ['short-video'],
  title: 'TikTok',
  mark: { colour: '#1b1d22', path: 'M11 4v8.500A2.6 2.6 0 1 1 8.4 10M11 5.500c.6 2 2 3 4 3' },
  levels: { adset: 'ad group' },
  networks: [
    { name: 'PLACEMENT_TIKTOK', title: 'TikTok' },
    { name: 'PLACEMENT_GLOBAL_APP_BUNDLE', title: 'Global App Bundle' },
    { name: 'PLACEMENT_PANGLE', title: 'Pangle' },
  ],
  placements: [{ name: 'In the feed', ratio: 9 / 16, texts: 'over' }],
  sandboxPath,
  isEntityId,
  api: { address: apiAddress, version: apiVersion, endsOn: null },
  endings: [manualCreationEnds],
  settings: closingSettings,
  credentials: z.object({
    accessToken: givenToken('an authorization of the app by the advertiser'),
    appId,
    appSecret: appSecret(words.console.secret),
  }),
  features,
  oauth,
  sandboxCredentials: (tenant) => ({
    ...sandboxApp,
    accessToken: tenant ? `${sandboxToken}.${tenant}` : sandboxToken,
  }),
  launchTypes: ['single', 'carousel', 'flexible'],
  launchFields,
  enhancements,
  sentFields,
  usedFields: (ad) => ['cta', 'link', 'urlTags', ...usedTexts(ad)],
  takesNoMedia: isSpark,
  adOfPost: ({ post, speaker }) => ({ sparkPostId: post, ...(speaker ? { identityId: speaker } : {}) }),
  adUrl: (accountId, adId) => `https://ads.tiktok.com/i18n/perf/creative?aadvid=${accountId}&keyword=${adId}`,
  checkAd,
  // Every ad goes into ad sets, and not into every kind of them.
  needsPreview: () => true,
  // For the dynamic daily budgets alone; the others are told to be strict, but which of them one is does not tell them apart here.
  dayFactor: {
    factor: 1.25,
    source:
      'TikTok Business Help Center, About Dynamic Daily Budget: up to 25 % more on a day, at most seven times the daily budget in a week',
  },
  open(credentials: Record<string, string>, surroundings: Surroundings) {
    const api = createApi(credentials, surroundings)
    const { appId = '', appSecret = '' } = credentials
    // What they remember serves all who ask.
    return {
      ...api,
      ...{ appId, appSecret },
      figures: createFiguresForPages<Map<string, Counted>>(),
      reporting: reportingVerbs(api, surroundings),
    }
  },
  check: checkConnection,
  listAccounts,
  deletesWithin: true,
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
    showAds,
    listPerformance,
    listAdPerformance,
    readMaterials,
  },
  rules: { checkBudget, roundBudget },
  groups: {
    identities: identityVerbs,
    launch: launchVerbs,
    automated: automatedVerbs,
    duplicate: duplicateVerbs,
    reporting: ({ reporting }) => reporting,
  },
})
