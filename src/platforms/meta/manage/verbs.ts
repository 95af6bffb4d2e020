import type { BuildVerbs, ManageVerbs } from '../../contract/manage.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Graph } from '../client.ts'
import { callDestination } from '../settings.ts'
import { listComments, planAction } from '../content/comments.ts'
import { checkEvent, listCustomConversions, listPixels, sendEvents } from '../content/conversions.ts'
import { addBudgetSchedule, createAdSet } from '../create/adset.ts'
import { checkAdSet, checkFit, fitBudget } from '../create/adset-rules.ts'
import { checkCampaign, createCampaign, readCampaign } from '../create/campaign.ts'
import { checkKnownPlaces } from '../create/known-places.ts'
import { completeCampaign } from '../create/special-countries.ts'
import { creativeSpecs, debugAds } from '../content/debug.ts'
import { setFields } from './manage.ts'
import { listPartnershipCreators, listPosts } from '../content/posts.ts'
import { listAudiences, searchTargeting } from '../content/search.ts'
import { checkAdChange, planCreative, readAd } from './update-ad.ts'
import {
  checkAdSetChange,
  checkCampaignChange,
  checkTargetingChange,
  planZips,
  readSummary,
  readTargeting,
  sortZips,
  updateAdSet,
  updateCampaign,
} from './update.ts'

const campaignSummary = 'id,name,objective,status,buying_type,bid_strategy,spend_cap'
const adSetSummary = 'id,name,campaign_id,status,optimization_goal,bid_amount,start_time,targeting'

type Deps = Pick<Surroundings, 'now' | 'settings'>

export function buildVerbs(graph: Graph, { now, settings }: Deps): BuildVerbs {
  return {
    completeCampaign: (account, request) => completeCampaign(graph, account, request),
    checkCampaign,
    createCampaign: (account, request, mark) => createCampaign(graph, account, request, mark),
    checkAdSet: (account, request) => checkAdSet(account, request, now()),
    readCampaign: (account, id) => readCampaign(graph, account, id),
    fitBudget,
    checkFit,
    checkPlaces: (account, places) => checkKnownPlaces(graph, account, places),
    createAdSet: (account, request, parent, mark) =>
      createAdSet(graph, account, { request, ...parent, callDestination: callDestination(settings) }, mark),
    addBudgetSchedule: (account, id, schedule) => addBudgetSchedule(graph, account, id, schedule),
    checkCampaignChange: (account, change) => checkCampaignChange(account, change, now()),
    updateCampaign: (account, id, change) => updateCampaign(graph, account, id, change),
    readCampaignSummary: (account, id) => readSummary(graph, account, id, campaignSummary),
    checkAdSetChange: (account, change) => checkAdSetChange(account, change, now()),
    checkTargetingChange,
    readTargeting: (account, id) => readTargeting(graph, account, id),
    updateAdSet: (account, id, change, stored) => updateAdSet(graph, account, id, { change, stored }),
    readAdSetSummary: (account, id) => readSummary(graph, account, id, adSetSummary),
    checkAdChange,
    readAd: (account, id) => readAd(graph, account, id),
    planCreative: (account, ad, change, mark) => planCreative(graph, account, { ad, change }, mark),
    updateAd: (account, id, { name, creativeId }) =>
      setFields(graph, account, id, { name, creative: creativeId ? { creative_id: creativeId } : undefined }),
    sortZips: (account, change) => sortZips(graph, account, change),
    planZips: (account, adSetId, stored, change) => planZips(graph, account, { adSetId, stored }, change),
  }
}

type CreatedGroups = Pick<ManageVerbs, 'adReading' | 'comments' | 'conversions' | 'discovery'>

/** What can be done about what ads show, and whom they reach. */
export const contentVerbs = {
  adReading: (graph) => ({
    debugAds: (ids, options) => debugAds(graph, ids, options),
    creativeSpecs: (ids) => creativeSpecs(graph, ids),
  }),
  comments: (graph) => ({
    listComments: (account, query) => listComments(graph, account, query),
    planAction: (account, id, action) => planAction(graph, account, id, action),
  }),
  conversions: (graph, { now }) => ({
    listPixels: (account) => listPixels(graph, account),
    listCustomConversions: (account) => listCustomConversions(graph, account),
    checkEvent: (event) => checkEvent(event, now()),
    sendEvents: (account, pixelId, events, code) =>
      sendEvents(graph, account, { pixelId, events, testEventCode: code }),
  }),
  discovery: (graph) => ({
    listPosts: (pageId, query) => listPosts(graph, pageId, query),
    listPartnershipCreators: (account) => listPartnershipCreators(graph, account),
    searchTargeting: (query) => searchTargeting(graph, query),
    listAudiences: (account) => listAudiences(graph, account),
  }),
} satisfies { [V in keyof CreatedGroups]: (graph: Graph, deps: Deps) => CreatedGroups[V] }
