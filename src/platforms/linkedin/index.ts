import { z } from 'zod'
import { appField, appSecret, givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { alsoKnown, apiVersion, createApi, versionEndsOn } from './client.ts'
import { oauth, sandboxApp } from './consent.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns, listProfiles, maxCreatives } from './discover.ts'
import { networkVerbs } from './content/network.ts'
import { duplicateVerbs } from './duplicate/duplicate.ts'
import { checkAd, showsPost } from './launch/check-ad.ts'
import { words } from './grant.ts'
import { launchFields } from './launch/fields.ts'
import type { OwnAd } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { sentFields } from './launch/sent-fields.ts'
import { checkBudget, deleteEntity, ownerOf, readEntities, roundBudget, setBudget, setStatus } from './manage/manage.ts'
import { listAdPerformance, listAds, listPerformance, spendByCampaign } from './manage/views.ts'
import { isId } from './map.ts'
import { platformName, sandboxPath } from './name.ts'
import { apiAddress } from './oauth.ts'
import { reportingVerbs } from './report/report.ts'

const sandboxToken = 'sandbox-linkedin-token'
const sandboxRefreshToken = 'sandbox-linkedin-refresh'

export const linkedin = definePlatform({
  name: platformName,
  aliases: ['professional-network'],
  title: 'LinkedIn',
  mark: { colour: '#0b5cad', path: 'M6 9v5.500M6 5.800v.01M9.5 14.500V9M9.5 11.500c0-3 5-3.3 5 0v3' },
  levels: { campaign: 'campaign group', adset: 'campaign', ad: 'creative' },
  placements: [{ name: 'Feed', ratio: 1.91, texts: 'beside' }],
  sandboxPath,
  isEntityId: isId,
  api: { address: apiAddress, version: apiVersion, endsOn: versionEndsOn, alsoKnown },
  credentials: z
    .object({
      accessToken: givenToken('the OAuth token tools at linkedin.com/developers/tools/oauth'),
      refreshToken: givenToken('the answer that held the access token').optional(),
      clientId: appField(words.console.id).optional(),
      clientSecret: appSecret(words.console.secret).optional(),
    })
    .meta({
      description:
        'An access token lives for 60 days. With refreshToken, clientId and clientSecret it is renewed before it ends, for a year.',
    }),
  oauth,
  sandboxCredentials: (tenant) => ({
    accessToken: tenant ? `${sandboxToken}.${tenant}` : sandboxToken,
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
    ...sandboxApp,
  }),
  /** People may write an account as the platform's own name for it. */
  fullAccountId: (id) => /^urn:li:sponsoredAccount:(\d{1,19})$/.exec(id)?.[1] ?? id,
  launchTypes: ['single'],
  mediaKinds: ['image', 'video', 'document'],
  launchFields,
  sentFields,
  usedFields: (ad: OwnAd) => [
    ...['page', ...(showsPost(ad) ? [] : ['title', 'description', 'cta', 'link', 'urlTags'])],
    ...(ad.media.length > 1 ? ['carouselTitle', 'carouselLink'] : []),
  ],
  showsExisting: (ad: OwnAd) => ad.scalePostId === true,
  adOfPost: ({ post }) => ({ postId: post }),
  takesNoMedia: (ad: OwnAd) => ad.postId !== undefined,
  maxAdsPerAdSet: maxCreatives,
  adUrl: (accountId, adId) =>
    `https://www.linkedin.com/campaignmanager/accounts/${accountId}/creatives?creativeIds=%5B${adId}%5D`,
  checkAd,
  needsPreview: () => true,
  dayFactor: {
    factor: 1.5,
    source: 'LinkedIn Marketing documentation, Campaigns: up to 150 % of the daily budget may be spent on a day',
  },
  open: createApi,
  check: checkConnection,
  listAccounts,
  verbs: {
    listProfiles,
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
  rules: { checkBudget, roundBudget },
  groups: { launch: launchVerbs, duplicate: duplicateVerbs, reporting: reportingVerbs, network: networkVerbs },
})
