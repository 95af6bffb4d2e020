import { z } from 'zod'
import type { SessionWith } from '../contract/platform.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { checkAd } from './launch/check-ad.ts'
import { apiVersion, createGraph } from './client.ts'
import type { Graph } from './client.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns, listProfiles, maxAdsPerAdSet } from './discover.ts'
import { duplicateVerbs } from './duplicate/duplicate.ts'
import { features } from './features.ts'
import { needsPreview } from './launch/preview.ts'
import { insightsVerb } from './report/insights.ts'
import { launchFields } from './launch/fields.ts'
import type { OwnAd } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { createKinds } from './manage/kinds.ts'
import { manageVerbs } from './manage/verbs.ts'
import { nodeId } from './map.ts'
import { platformName } from './name.ts'
import { checkMedia } from './launch/placements.ts'
import { showsExistingPost } from './launch/post.ts'
import { reportingVerbs } from './report/report.ts'
import { settings } from './settings.ts'
import { usedFields } from './launch/used-fields.ts'

const sandboxToken = 'sandbox-meta-token'

/** What can be done here. */
const verbs = [
  'listProfiles',
  'listAdSets',
  'listCampaigns',
  'spendByCampaign',
  'ownerOf',
  'kindsOf',
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
  'showAds',
  'listChanges',
  'build',
  'adReading',
  'comments',
  'conversions',
  'discovery',
  'duplicate',
  'insights',
] as const

export const meta = definePlatform({
  name: platformName,
  aliases: ['meta', 'facebook'],
  title: 'Meta (Facebook and Instagram)',
  sandboxPath: '/meta',
  accountIdPattern: /^act_\d+$/,
  api: { address: 'https://graph.facebook.com', version: apiVersion, endsOn: null },
  credentials: z.object({ accessToken: z.string().min(10), appSecret: z.string().min(8).optional() }),
  settings,
  features,
  sandboxCredentials: (tenant) => ({ accessToken: tenant ? `${sandboxToken}.${tenant}` : sandboxToken }),
  fullAccountId: nodeId,
  launchTypes: ['single', 'multi', 'carousel', 'flexible', 'partnershipCode'],
  launchFields,
  impliedType: ({ partnershipCode }: OwnAd) => (partnershipCode ? 'partnershipCode' : undefined),
  takesNoMedia: ({ type }) => type === 'partnershipCode',
  showsExisting: showsExistingPost,
  usedFields,
  // The documentation for developers (Marketing API, Budgets) still says 25 %: the larger of the two counts.
  dayFactor: {
    factor: 1.75,
    source:
      'Meta Business Help Centre, About daily budgets: up to 75 % over the daily budget on a day, at most seven times the daily budget in a calendar week',
  },
  mostAdsPerAdSet: maxAdsPerAdSet,
  adUrl: (accountId, adId) =>
    `https://adsmanager.facebook.com/adsmanager/manage/ads?act=${accountId.replace('act_', '')}&selected_ad_ids=${adId}`,
  checkAd,
  needsForesight: needsPreview,
  checkMedia,
  verbs,
  open(credentials, surroundings) {
    const shared = createGraph(credentials, surroundings)
    // What it remembers serves all who ask.
    const reporting = reportingVerbs(shared, surroundings)
    const kinds = createKinds()
    const sessionOver = (graph: Graph): SessionWith<(typeof verbs)[number]> => ({
      check: () => checkConnection(graph, credentials.accessToken ?? ''),
      listAccounts: () => listAccounts(graph),
      listProfiles: (accountId) => listProfiles(graph, accountId),
      listAdSets: (accountId, filter) => listAdSets(graph, accountId, filter),
      listCampaigns: (accountId, filter) => listCampaigns(graph, accountId, filter),
      ...manageVerbs(graph, surroundings),
      kindsOf: (ids) => kinds(graph, ids),
      launch: launchVerbs(graph, surroundings),
      duplicate: duplicateVerbs(graph, surroundings),
      insights: insightsVerb(graph, surroundings),
      reporting,
      until: (caller) => sessionOver(graph.until(caller)),
      close: () => graph.close(),
    })
    return sessionOver(shared)
  },
})
