import type { TestContext } from 'node:test'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import type { SandboxOptions } from '../server.ts'
import type { Fields } from './objects/objects.ts'

/** The default company's accounts. */
export const direct = '5661483101'
export const managed = '5661483102'
export const canceled = '5661483103'
export const manager = '9661483101'
export const subManager = '9661483102'

export const usualHeaders: Record<string, string> = {
  authorization: 'Bearer sandbox-google-ads-token',
  'developer-token': 'sandbox-google-ads-dev',
}

export interface Answer {
  status: number
  headers: Headers
  body: Fields
}

export interface GivenError {
  errorCode: Record<string, string>
  message: string
  trigger?: { stringValue: string }
  location?: { fieldPathElements: { fieldName: string; index?: number }[] }
  details?: Fields
}

interface Failure {
  errors: GivenError[]
  requestId: string
}

/** The errors of a refusal; none for one without a GoogleAdsFailure. */
export function errorsOf({ body }: Pick<Answer, 'body'>): GivenError[] {
  const error = body['error'] as { details?: Failure[] } | undefined
  return error?.details?.[0]?.errors ?? []
}

/** `queryError.UNRECOGNIZED_FIELD` */
export function codesOf(answer: Pick<Answer, 'body'>): string[] {
  return namesOf(errorsOf(answer))
}

export function namesOf(errors: GivenError[]): string[] {
  return errors.map(({ errorCode }) => Object.entries(errorCode).flat().join('.'))
}

export function placeOf({ location }: GivenError): string {
  const parts = location?.fieldPathElements ?? []
  return parts.map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`)).join('.')
}

/** Calls as any client would make them: bare requests, bare answers. */
export async function openCaller(context: TestContext, options: SandboxOptions = {}) {
  const sandbox = await startTestSandbox(context, options)
  const base = `${sandbox.url}/google-ads`

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = usualHeaders,
  ): Promise<Answer> {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as Fields) : { text } }
  }

  const search = (query: string, customer = direct, more: Fields = {}) =>
    call('POST', `/v25/customers/${customer}/googleAds:search`, { query, ...more }, throughManager(customer))

  const rows = async (query: string, customer = direct) => {
    const { status, body } = await search(query, customer)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (body['results'] ?? []) as Record<string, Fields>[]
  }

  const mutate = (kind: string, operations: object[], more: Fields = {}, customer = direct) =>
    call('POST', `/v25/customers/${customer}/${kind}:mutate`, { operations, ...more }, throughManager(customer))

  const change = (settings: Fields) => sandbox.control('POST', '/google-ads', settings)

  return { ...sandbox, base, call, search, rows, mutate, change }
}

function throughManager(customer: string): Record<string, string> {
  return customer === managed ? { ...usualHeaders, 'login-customer-id': manager } : usualHeaders
}
