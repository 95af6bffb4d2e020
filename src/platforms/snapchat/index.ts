import { z } from 'zod'
import type { Surroundings } from '../contract/platform.ts'
import { appField, appSecret, givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { createFiguresForPages } from '../kit/remember.ts'
import { checkAd, checkMedia } from './launch/check-ad.ts'
import { apiVersion, createSnap } from './client.ts'
import { oauth, sandboxApp } from './consent.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns, listProfiles } from './discover.ts'
import { words } from './grant.ts'
import { enhancements } from './launch/enhancements.ts'
import { launchFields } from './launch/fields.ts'
import type { OwnAd } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { sentFields } from './launch/sent-fields.ts'
import { deleteEntity, ownerOf, readEntities, setBudget, setStatus } from './manage/manage.ts'
import { checkBudget, roundBudget } from './manage/money.ts'
import { createOwners } from './manage/read.ts'
import { listAdPerformance, listAds, listPerformance, spendByCampaign } from './manage/views.ts'
import { isId } from './map.ts'
import { platformName, sandboxPath } from './name.ts'
import { reportingVerbs } from './report/report.ts'
import type { Stats } from './report/question.ts'

const sandboxRefreshToken = 'sandbox-snapchat-refresh'

export const snapchat = definePlatform({
  name: platformName,
  aliases: ['photo-messaging', 'snap'],
  title: 'Snapchat',
  mark: { colour: '#7d6a00', path: 'M4.5 14.500c1.8-.7 2.3-2 2.3-4.300a3.2 3.2 0 0 1 6.4 0c0 2.3.5 3.6 2.3 4.3' },
  levels: { adset: 'ad squad' },
  placements: [{ name: 'Between stories', ratio: 9 / 16, texts: 'over' }],
  sandboxPath,
  isEntityId: isId,
  api: { address: 'https://adsapi.snapchat.com', version: apiVersion, endsOn: null },
  credentials: z.object({
    clientId: appField(words.console.id),
    clientSecret: appSecret(words.console.secret),
    refreshToken: givenToken('a consent that was given to the app'),
  }),
  oauth,
  sandboxCredentials: (tenant) => ({
    ...sandboxApp,
    refreshToken: tenant ? `${sandboxRefreshToken}.${tenant}` : sandboxRefreshToken,
  }),
  launchTypes: ['single'],
  launchFields,
  enhancements,
  sentFields,
  usedFields: (ad: OwnAd) => [
    ...(['brandName', 'cta', 'link', 'urlTags'] as const),
    ad.headline === undefined ? 'title' : 'headline',
    ...(ad.profileId === undefined ? (['page'] as const) : []),
  ],
  checkAd,
  checkMedia: (ad, media, path) => checkMedia(ad, media, `${path}.`),
  open(credentials: Record<string, string>, surroundings: Surroundings) {
    const snap = createSnap(credentials, surroundings)
    // What they remember serves all who ask.
    return {
      ...snap,
      owners: createOwners(),
      figures: createFiguresForPages<Map<string, Stats>>(),
      reporting: reportingVerbs(snap, surroundings),
    }
  },
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
  groups: { launch: launchVerbs, reporting: ({ reporting }) => reporting },
})
