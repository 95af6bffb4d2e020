import type { BuildVerbs, ManageVerbs } from '../../contract/manage.ts'
import type { Session } from '../../contract/platform.ts'
import { picturesIn } from '../../kit/pictures.ts'
import { listAdPerformance, listAds } from './ads.ts'
import { listChanges } from './changes.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Graph } from '../client.ts'
import { callDestination } from '../settings.ts'
import { listComments, planAction } from '../content/comments.ts'
import { checkEvent, listCustomConversions, listPixels, sendEvents } from '../content/conversions.ts'
import { addBudgetSchedule, createAdSet } from '../create/adset.ts'
import { checkAdSet, checkFit } from '../create/adset-rules.ts'
import { checkCampaign, createCampaign, readCampaign } from '../create/campaign.ts'
import { completeCampaign } from '../create/special-countries.ts'
import { creativeSpecs, debugAds } from '../content/debug.ts'
import { deleteEntity, ownerOf, readEntities, setBudget, setFields, setStatus } from './manage.ts'
import { checkAmounts, toMinor } from './money.ts'
import { listPerformance, spendByCampaign } from './views.ts'
import { minorUnits } from '../map.ts'
import { listPartnershipCreators, listPosts } from '../content/posts.ts'
import { listAudiences, searchTargeting } from '../content/search.ts'
import { checkAdChange, planCreative, readAd } from './update-ad.ts'
import {
  checkAdSetChange,
  checkCampaignChange,
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

function buildVerbs(graph: Graph, { now, settings }: Deps): BuildVerbs {
  return {
    completeCampaign: (account, request) => completeCampaign(graph, account, request),
    checkCampaign,
    createCampaign: (account, request, mark) => createCampaign(graph, account, request, mark),
    checkAdSet: (account, request) => checkAdSet(account, request, now()),
    readCampaign: (account, id) => readCampaign(graph, account, id),
    checkFit,
    createAdSet: (account, request, parent, mark) =>
      createAdSet(graph, account, { request, ...parent, callDestination: callDestination(settings) }, mark),
    addBudgetSchedule: (account, id, schedule) => addBudgetSchedule(graph, account, id, schedule),
    checkCampaignChange: (account, change) => checkCampaignChange(account, change, now()),
    updateCampaign: (account, id, change) => updateCampaign(graph, account, id, change),
    readCampaignSummary: (account, id) => readSummary(graph, account, id, campaignSummary),
    checkAdSetChange: (account, change) => checkAdSetChange(account, change, now()),
    readTargeting: (account, id) => readTargeting(graph, account, id),
    updateAdSet: (account, id, change, stored) => updateAdSet(graph, account, id, { change, stored }),
    readAdSetSummary: (account, id) => readSummary(graph, account, id, adSetSummary),
    checkAdChange,
    readAd: (account, id) => readAd(graph, account, id),
    planCreative: (account, ad, change, mark) => planCreative(graph, account, { ad, change }, mark),
    updateAd: (account, id, { name, creativeId }) =>
      setFields(graph, account, id, { name, creative: creativeId ? { creative_id: creativeId } : undefined }),
    sortZips,
    planZips: (account, adSetId, stored, change) => planZips(graph, account, { adSetId, stored }, change),
  }
}

export function manageVerbs(graph: Graph, deps: Deps) {
  const { now } = deps
  return {
    spendByCampaign: (accountId, from, to) => spendByCampaign(graph, accountId, from, to),
    ownerOf: (entity) => ownerOf(graph, entity),
    readEntities: (account, entities) => readEntities(graph, account, entities),
    setStatus: (account, entity, change) => setStatus({ graph, now }, account, entity, change),
    checkBudget: (account, change) => checkAmounts({ ...change }, account),
    roundBudget: (account, amount) => toMinor(amount, account) / minorUnits(account.currency),
    setBudget: (account, entity, change) => setBudget(graph, account, entity, change),
    deleteEntity: (account, entity) => deleteEntity(graph, account, entity),
    listAds: (account, query) => listAds(graph, account, query),
    showAds: async (account, ids) => picturesIn(await listAds(graph, account, { ids, limit: ids.length })),
    listChanges: (account, query) => listChanges(graph, account, query),
    listPerformance: (account, level, query) => listPerformance(graph, account, level, query),
    listAdPerformance: (account, query) => listAdPerformance(graph, account, query),
    build: buildVerbs(graph, deps),
    adReading: {
      debugAds: (ids, options) => debugAds(graph, ids, options),
      creativeSpecs: (ids) => creativeSpecs(graph, ids),
    },
    comments: {
      listComments: (account, query) => listComments(graph, account, query),
      planAction: (account, id, action) => planAction(graph, account, id, action),
    },
    conversions: {
      listPixels: (account) => listPixels(graph, account),
      listCustomConversions: (account) => listCustomConversions(graph, account),
      checkEvent: (event) => checkEvent(event, now()),
      sendEvents: (account, pixelId, events, code) =>
        sendEvents(graph, account, { pixelId, events, testEventCode: code }),
    },
    discovery: {
      listPosts: (pageId, query) => listPosts(graph, pageId, query),
      listPartnershipCreators: (account) => listPartnershipCreators(graph, account),
      searchTargeting: (query) => searchTargeting(graph, query),
      listAudiences: (account) => listAudiences(graph, account),
    },
  } satisfies ManageVerbs & Pick<Session, 'spendByCampaign'>
}
