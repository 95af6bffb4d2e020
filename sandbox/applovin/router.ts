import { ApiError } from './errors.ts'
import { listAssets, uploadAssets, uploadResult } from './objects/assets.ts'
import { catalogInfo, createCampaign, listCampaigns, updateCampaign } from './objects/campaigns.ts'
import {
  addToCampaigns,
  changeAssets,
  cloneSet,
  createSet,
  listSets,
  listSetsByCampaign,
  removeFromAllCampaigns,
  removeFromCampaigns,
  updateSet,
} from './objects/creative-sets.ts'
import type { ApiCall } from './world.ts'

type Handler = (call: ApiCall) => unknown

const routes: Record<string, Handler> = {
  'GET /campaign/list': listCampaigns,
  'POST /campaign/create': createCampaign,
  'POST /campaign/update': updateCampaign,
  'GET /campaign/catalog_info': catalogInfo,
  'GET /creative_set/list': listSets,
  'GET /creative_set/list_by_campaign_id': listSetsByCampaign,
  'POST /creative_set/create': createSet,
  'POST /creative_set/update': updateSet,
  'POST /creative_set/clone': cloneSet,
  'POST /creative_set/add-to-campaigns': addToCampaigns,
  'POST /creative_set/remove-from-campaigns': removeFromCampaigns,
  'POST /creative_set/remove-from-all-campaigns': removeFromAllCampaigns,
  'GET /asset/list': listAssets,
  'POST /asset/upload': uploadAssets,
  'GET /asset/upload_result': uploadResult,
  'POST /asset/add-to-creative-sets': changeAssets('add'),
  'POST /asset/remove-from-creative-sets': changeAssets('remove'),
  'POST /asset/remove-from-all-creative-sets': changeAssets('remove-all'),
}

export function findRoute(method: string, path: string): Handler {
  const found = Object.hasOwn(routes, `${method} ${path}`) ? routes[`${method} ${path}`] : undefined
  if (found) return found
  const isKnown = Object.keys(routes).some((route) => route.endsWith(` ${path}`))
  throw isKnown ? new ApiError(405, 405, 'Method not allowed') : new ApiError(404, 404, 'Not found')
}
