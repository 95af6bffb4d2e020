import type { SimRequest } from '../simulator.ts'
import type { ConsentApp } from './apps.ts'
import type { Challenge } from './grants.ts'
import type { Person } from './people.ts'

/** What an app asks a person for, once it is sure whose app it is and where the person goes afterwards. */
export interface Question {
  app: ConsentApp
  redirectUri: string
  query: URLSearchParams
  /** What it asks for, each of them once. */
  asked: string[]
  tenant: string
  person: Person
}

/** The query as it came, in characters that any address may have. */
export function plainQuery({ rawQuery = '' }: SimRequest): string {
  return rawQuery.replace(/[^!-~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/** `&state=...`, to the byte as it came. */
function rawState(query: string): string {
  const pair = query.split('&').find((each) => each.startsWith('state='))
  return pair === undefined ? '' : `&${pair}`
}

interface Return {
  redirectUri: string
  answer: Record<string, string>
  query: string
  fragment: string
}

/** The address that a person is sent back to. */
export function returnAddress({ redirectUri, answer, query, fragment }: Return): string {
  const sign = redirectUri.includes('?') ? '&' : '?'
  return `${redirectUri}${sign}${new URLSearchParams(answer).toString()}${rawState(query)}${fragment}`
}

/** RFC 7636; null: none was given. */
export function challengeIn(query: URLSearchParams): Challenge | null {
  const value = query.get('code_challenge')
  return value === null ? null : { value, method: query.get('code_challenge_method') === 'S256' ? 'S256' : 'plain' }
}
