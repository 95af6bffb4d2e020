import { drawSampleImage } from '../../../sandbox/core/media/sample-image.ts'

/** The platform's answer, loosely typed: tests look into it. */
export interface GraphAnswer {
  status: number
  headers: Headers
  body: GraphBody
}

export interface GraphBody {
  id?: string
  success?: boolean
  data?: Record<string, unknown>[]
  paging?: { cursors: { before: string; after: string }; next?: string }
  error?: {
    message: string
    type: string
    code: number
    error_subcode?: number
    error_data?: string
    fbtrace_id: string
    is_transient: boolean
  }
  [field: string]: unknown
}

export const token = 'sandbox-meta-token'
export const usdAccount = 'act_566148315000001'
export const jpyAccount = 'act_566148315000002'
export const page = '106066148315001'
export const instagram = '17841661483150001'
export const pixel = '766148315000001'

/** A client that sends forms, as curl and the platform's Python SDK do. */
export function graphClient(url: string, accessToken = token, version = 'v26.0') {
  const base = `${url}/meta/${version}`
  const send = async (method: string, path: string, form?: Record<string, unknown>): Promise<GraphAnswer> => {
    const response = await fetch(`${base}/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}` },
      ...(form ? { body: new URLSearchParams(encode(form)) } : {}),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as GraphBody }
  }
  return {
    base,
    get: (path: string) => send('GET', path),
    post: (path: string, form: Record<string, unknown>) => send('POST', path, form),
    remove: (path: string) => send('DELETE', path),
    /** Creates something and returns its id. */
    async create(path: string, form: Record<string, unknown>): Promise<string> {
      const { body } = await send('POST', path, form)
      if (!body.id) throw new Error(`Not created: ${JSON.stringify(body)}`)
      return body.id
    },
  }
}

export type GraphClient = ReturnType<typeof graphClient>

function encode(form: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(form).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

export const campaignForm = {
  name: 'Launch week',
  objective: 'OUTCOME_TRAFFIC',
  status: 'ACTIVE',
  special_ad_categories: [],
  is_adset_budget_sharing_enabled: false,
}

export const targeting = { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } }

export function adSetForm(campaignId: string) {
  return {
    name: 'US broad',
    campaign_id: campaignId,
    status: 'ACTIVE',
    daily_budget: 2000,
    billing_event: 'IMPRESSIONS',
    optimization_goal: 'LINK_CLICKS',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    targeting,
  }
}

const link = 'https://shop.example/spring'

export function linkStory(imageHash: string) {
  return {
    page_id: page,
    instagram_user_id: instagram,
    link_data: {
      link,
      message: 'Hello spring',
      name: 'New in',
      image_hash: imageHash,
      call_to_action: { type: 'SHOP_NOW', value: { link } },
    },
  }
}

/** Uploads a small picture; another `version` is another picture. */
export async function uploadImage(client: GraphClient, account: string, version = 1): Promise<string> {
  const bytes = await drawSampleImage(120, 120, version)
  const { body } = await client.post(`${account}/adimages`, { bytes: bytes.toString('base64') })
  const images = body['images'] as Record<string, { hash: string }>
  return images['bytes']?.hash ?? ''
}

/** A campaign, an ad set and a creative, ready for ads. */
export async function prepareLaunch(client: GraphClient, account = usdAccount) {
  const campaignId = await client.create(`${account}/campaigns`, campaignForm)
  const adsetId = await client.create(`${account}/adsets`, adSetForm(campaignId))
  const imageHash = await uploadImage(client, account)
  const creativeId = await client.create(`${account}/adcreatives`, {
    name: 'Spring',
    object_story_spec: linkStory(imageHash),
    url_tags: 'utm_source=meta',
  })
  return { campaignId, adsetId, imageHash, creativeId }
}
