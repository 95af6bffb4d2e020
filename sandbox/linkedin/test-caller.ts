import type { TestContext } from 'node:test'
import { RestliClient } from 'linkedin-api-client'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import type { SandboxOptions } from '../server.ts'
import type { Fields } from './objects/objects.ts'

export const usd = '5066148311'
export const jpy = '5066148312'
export const organization = 'urn:li:organization:8066148311'
export const foreignOrganization = 'urn:li:organization:8066148312'
export const account = `urn:li:sponsoredAccount:${usd}`
export const groups = { default: '606614831101', open: '606614831102', draft: '606614831103', ended: '606614831104' }
export const campaigns = {
  image: '2066148311001',
  video: '2066148311002',
  carousel: '2066148311003',
  document: '2066148311004',
  leads: '2066148311005',
  draft: '2066148311006',
  ended: '2066148311007',
}
export const firstCreative = 'urn:li:sponsoredCreative:40661483110001'
export const media = {
  image: 'urn:li:image:C4E10AQ6614831001',
  video: 'urn:li:video:C5F10AQ6614831001',
  document: 'urn:li:document:C4D10AQ6614831001',
}
export const pagePost = 'urn:li:share:71661483110001'

export const usualHeaders: Record<string, string> = {
  authorization: 'Bearer sandbox-linkedin-token',
  'linkedin-version': '202607',
  'x-restli-protocol-version': '2.0.0',
}

export interface Answer {
  status: number
  headers: Headers
  body: Fields
  /** What was created. */
  id: string
}

interface GivenError {
  code: string
  input: { inputPath: { fieldPath: string } }
}

/** `MISSING_FIELD name` */
export function errorsOf({ body }: Pick<Answer, 'body'>): string[] {
  const { inputErrors = [] } = (body['errorDetails'] ?? {}) as { inputErrors?: GivenError[] }
  return inputErrors.map(({ code, input }) => `${code} ${input.inputPath.fieldPath}`)
}

export function elementsOf({ body }: Pick<Answer, 'body'>): Fields[] {
  return body['elements'] as Fields[]
}

export function campaignUrn(id: string): string {
  return `urn:li:sponsoredCampaign:${id}`
}

export function group(more: Fields = {}): Fields {
  return { account, name: 'Mine', status: 'ACTIVE', runSchedule: { start: Date.now() + 60_000 }, ...more }
}

const facet = (name: string, values: string[]) => ({ or: { [`urn:li:adTargetingFacet:${name}`]: values } })

export const everybody = {
  include: {
    and: [facet('locations', ['urn:li:geo:103644278']), facet('interfaceLocales', ['urn:li:locale:en_US'])],
  },
}

export function narrowed(...conditions: [string, string[]][]): Fields {
  const and = [...everybody.include.and, ...conditions.map(([name, values]) => facet(name, values))]
  return { include: { and } }
}

export function campaign(more: Fields = {}): Fields {
  return {
    account,
    campaignGroup: `urn:li:sponsoredCampaignGroup:${groups.open}`,
    associatedEntity: organization,
    name: 'Mine',
    type: 'SPONSORED_UPDATES',
    format: 'STANDARD_UPDATE',
    objectiveType: 'WEBSITE_VISIT',
    costType: 'CPM',
    optimizationTargetType: 'MAX_CLICK',
    locale: { country: 'US', language: 'en' },
    status: 'ACTIVE',
    unitCost: { amount: '0', currencyCode: 'USD' },
    dailyBudget: { amount: '25', currencyCode: 'USD' },
    targetingCriteria: everybody,
    offsiteDeliveryEnabled: false,
    politicalIntent: 'NOT_POLITICAL',
    ...more,
  }
}

export function darkPost(more: Fields = {}): Fields {
  return {
    author: organization,
    commentary: 'Desks, made slowly',
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'NONE', targetEntities: [], thirdPartyDistributionChannels: [] },
    content: { media: { id: media.image, title: 'Desks' } },
    adContext: { dscAdAccount: account, dscStatus: 'ACTIVE', dscName: 'Desks' },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    contentLandingPage: 'https://shop.example/desks',
    contentCallToActionLabel: 'LEARN_MORE',
    ...more,
  }
}

/** Calls as any client would make them: bare requests, bare answers. */
export async function openCaller(context: TestContext, options: SandboxOptions = {}) {
  const sandbox = await startTestSandbox(context, options)
  const base = `${sandbox.url}/linkedin`

  async function call(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string | undefined> = {},
  ): Promise<Answer> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const all = Object.entries({ ...usualHeaders, ...type, ...more })
    const headers = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await fetch(`${base}${path}`, { method, headers, ...sent })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    const id = decodeURIComponent(answer.headers.get('x-restli-id') ?? '')
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as Fields) : { text },
      id,
    }
  }

  const inAccount = (resource: string, key?: string) =>
    `/rest/adAccounts/${usd}/${resource}${key === undefined ? '' : `/${encodeURIComponent(key)}`}`

  return {
    ...sandbox,
    base,
    call,
    inAccount,
    find: (path: string) => call('GET', path, undefined, { 'x-restli-method': 'FINDER' }),
    get: (path: string) => call('GET', path),
    create: (resource: string, body: unknown) => call('POST', inAccount(resource), body),
    read: (resource: string, key: string) => call('GET', inAccount(resource, key)),
    set: (resource: string, key: string, fields: Fields) =>
      call('POST', inAccount(resource, key), { patch: { $set: fields } }, { 'x-restli-method': 'PARTIAL_UPDATE' }),
    remove: (resource: string, key: string) => call('DELETE', inAccount(resource, key)),
    change: (settings: Fields) => sandbox.control('POST', '/linkedin', settings),
    clock: (offsetSeconds: number) => sandbox.control('POST', '/clock', { offsetSeconds }),
  }
}

/** The client as it is; only where it sends its requests is another place. */
export async function openClient(context: TestContext) {
  const caller = await openCaller(context)
  const client = new RestliClient()
  client.axiosInstance.interceptors.request.use((config) => ({
    ...config,
    url: config.url!.replace('https://api.linkedin.com', caller.base),
  }))
  return { ...caller, client }
}
