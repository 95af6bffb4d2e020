import { z } from 'zod'
import type { SessionWith } from '../contract/platform.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { createFiguresForPages } from '../kit/figures-for-pages.ts'
import { checkAd, checkMedia } from './launch/check-ad.ts'
import { apiVersion, createSnap } from './client.ts'
import type { Snap } from './client.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns, listProfiles } from './discover.ts'
import { launchFields } from './launch/fields.ts'
import type { OwnAd } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { manageVerbs } from './manage/verbs.ts'
import { platformName } from './name.ts'
import { reportingVerbs } from './report/report.ts'
import type { Stats } from './report/stats.ts'

const sandboxRefreshToken = 'sandbox-snapchat-refresh'

/** What can be done here. */
const verbs = [
  'listProfiles',
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
  'launch',
  'reporting',
  'listAdPerformance',
] as const

export const snapchat = definePlatform({
  name: platformName,
  aliases: ['photo-messaging', 'snap'],
  title: 'Snapchat',
  sandboxPath: '/snapchat',
  api: { address: 'https://adsapi.snapchat.com', version: apiVersion, endsOn: null },
  credentials: z.object({
    clientId: z.string().min(8),
    clientSecret: z.string().min(8),
    refreshToken: z.string().min(10),
  }),
  sandboxCredentials: (tenant) => ({
    clientId: 'sandbox-snapchat-app',
    clientSecret: 'sandbox-snapchat-secret',
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
  }),
  launchTypes: ['single'],
  launchFields,
  usedFields: (ad: OwnAd) => [
    ...(['brandName', 'cta', 'link', 'urlTags'] as const),
    ad.headline === undefined ? 'title' : 'headline',
    ...(ad.profileId === undefined ? (['page'] as const) : []),
  ],
  checkAd,
  checkMedia: (ad, media, path) => checkMedia(ad, media, `${path}.`),
  verbs,
  open(credentials, surroundings) {
    const shared = createSnap(credentials, surroundings)
    // What it remembers serves all who ask.
    const reporting = reportingVerbs(shared, surroundings)
    const figures = createFiguresForPages<Map<string, Stats>>()
    const sessionOver = (snap: Snap): SessionWith<(typeof verbs)[number]> => ({
      check: () => checkConnection(snap),
      listAccounts: () => listAccounts(snap),
      listProfiles: (accountId) => listProfiles(snap, accountId),
      listAdSets: (accountId, filter) => listAdSets(snap, accountId, filter),
      listCampaigns: (accountId, filter) => listCampaigns(snap, accountId, filter),
      ...manageVerbs(snap, { now: surroundings.now, figures }),
      launch: launchVerbs(snap, surroundings),
      reporting,
      until: (caller) => sessionOver(snap.until(caller)),
      close: () => snap.close(),
    })
    return sessionOver(shared)
  },
})
