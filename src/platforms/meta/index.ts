import { z } from 'zod'
import type { Surroundings } from '../contract/platform.ts'
import { appField, appSecret, givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import { checkAd } from './launch/check-ad.ts'
import { apiAddress, apiVersion, createGraph } from './client.ts'
import { oauth } from './consent.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns, listProfiles, maxAdsPerAdSet } from './discover.ts'
import { duplicateVerbs } from './duplicate/duplicate.ts'
import { features } from './features.ts'
import { needsPreview } from './launch/preview.ts'
import { launchFields } from './launch/fields.ts'
import type { OwnAd } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { sentFields } from './launch/sent-fields.ts'
import { createKinds } from './manage/kinds.ts'
import { listAdPerformance, listAds, showAds } from './manage/ads.ts'
import { listChanges } from './manage/changes.ts'
import { deleteEntity, ownerOf, readEntities, setBudget, setStatus } from './manage/manage.ts'
import { checkBudget, roundBudget } from './manage/money.ts'
import { rehearsalVerbs } from './manage/rehearsal.ts'
import { buildVerbs, contentVerbs } from './manage/verbs.ts'
import { listPerformance, spendByCampaign } from './manage/views.ts'
import { insights } from './report/insights.ts'
import { nodeId } from './map.ts'
import { canRenew, words } from './grant.ts'
import { timesIn } from '../kit/oauth/oauth.ts'
import { isNodeId } from './manage/read.ts'
import { platformName, sandboxPath } from './name.ts'
import { audienceNetworkPositions, primaryPositions, secondaryPositions } from './positions.ts'
import { enhancements } from './launch/enhancements.ts'
import { checkMedia } from './launch/placements.ts'
import { adOfPost, showsExistingPost } from './launch/post.ts'
import { reportingVerbs } from './report/report.ts'
import { settings } from './settings.ts'
import { usedFields } from './launch/used-fields.ts'

const sandboxToken = 'sandbox-meta-token'

export const meta = definePlatform({
  name: platformName,
  aliases: ['meta', 'facebook'],
  title: 'Meta',
  companion: 'Instagram',
  networks: [
    { name: 'primary', title: 'Facebook', positions: primaryPositions },
    { name: 'secondary', title: 'Instagram', positions: secondaryPositions },
    { name: 'messenger', title: 'Messenger' },
    { name: 'audience_network', title: 'Audience Network', positions: audienceNetworkPositions },
    { name: 'threads', title: 'Threads' },
  ],
  mark: { colour: '#1468d8', path: 'M4.5 10.5c0-5 3.2-5 5.5-1s5.5 5 5.5 1-3.2-5-5.5-1-5.5 6-5.5 1z' },
  placements: [
    { name: 'Feed', ratio: 4 / 5, texts: 'beside' },
    { name: 'Story and reel', ratio: 9 / 16, texts: 'over' },
    { name: 'Column', ratio: 1.91, texts: 'beside' },
  ],
  sandboxPath,
  isEntityId: isNodeId,
  accountIdPattern: /^act_\d+$/,
  api: { address: apiAddress, version: apiVersion, endsOn: null },
  credentials: z
    .object({
      accessToken: givenToken('"Generate token" of a system user at business.facebook.com > Settings > System users'),
      appId: appField(words.console.id).optional(),
      appSecret: appSecret(words.console.secret).optional(),
    })
    .meta({
      description:
        'With appSecret every call is signed; with appId as well a token that lives for 60 days is renewed before it ends.',
    }),
  settings,
  features,
  oauth,
  sandboxCredentials: (tenant) => ({ accessToken: tenant ? `${sandboxToken}.${tenant}` : sandboxToken }),
  fullAccountId: nodeId,
  launchTypes: ['single', 'multi', 'carousel', 'flexible', 'partnershipCode'],
  launchFields,
  sentFields,
  enhancements,
  impliedType: ({ partnershipCode }: OwnAd) => (partnershipCode ? 'partnershipCode' : undefined),
  takesNoMedia: ({ type }) => type === 'partnershipCode',
  showsExisting: showsExistingPost,
  adOfPost,
  usedFields,
  // The documentation for developers (Marketing API, Budgets) still says 25 %: the larger of the two counts.
  dayFactor: {
    factor: 1.75,
    source:
      'Meta Business Help Centre, About daily budgets: up to 75 % over the daily budget on a day, at most seven times the daily budget in a calendar week',
  },
  maxAdsPerAdSet: maxAdsPerAdSet,
  adUrl: (accountId, adId) =>
    `https://adsmanager.facebook.com/adsmanager/manage/ads?act=${accountId.replace('act_', '')}&selected_ad_ids=${adId}`,
  checkAd,
  needsPreview: needsPreview,
  checkMedia,
  open(credentials: Record<string, string>, surroundings: Surroundings) {
    const graph = createGraph(credentials, surroundings)
    // What they remember serves all who ask.
    return {
      ...graph,
      accessToken: credentials.accessToken ?? '',
      canRenew: canRenew(credentials),
      renewedAt: timesIn(credentials).renewedAt,
      kinds: createKinds(),
      reporting: reportingVerbs(graph, surroundings),
    }
  },
  check: checkConnection,
  listAccounts,
  deletesWithin: true,
  verbs: {
    listProfiles,
    listAdSets,
    listCampaigns,
    spendByCampaign,
    ownerOf,
    kindsOf: (graph, ids) => graph.kinds(graph, ids),
    readEntities,
    setStatus,
    setBudget,
    deleteEntity,
    listAds,
    showAds,
    listChanges,
    listPerformance,
    listAdPerformance,
    insights,
  },
  rules: { checkBudget, roundBudget },
  groups: {
    launch: launchVerbs,
    duplicate: duplicateVerbs,
    reporting: ({ reporting }) => reporting,
    rehearsal: rehearsalVerbs,
    build: buildVerbs,
    ...contentVerbs,
  },
})
