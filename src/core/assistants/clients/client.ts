import { isObject } from '../../../lookup.ts'
import { SignInProblem } from '../problem.ts'
import { maxRedirects, whyNoRedirect } from './redirects.ts'

/** A program that asks to act for somebody. */
export interface AssistantClient {
  clientId: string
  /** What it calls itself. */
  name: string
  redirectUris: string[]
  /** Who vouches for what it says of itself: the host of its document, whoever set it up here, or nobody. */
  vouchedBy: string | null
}

const maxClientName = 100
/** What reads in another direction, or not at all, could make one name look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** What a client says of itself, wherever that stands. It has no secret to keep. */
export function readMetadata(said: unknown): Pick<AssistantClient, 'name' | 'redirectUris'> {
  if (!isObject(said)) throw badMetadata('must be a JSON object')
  const { client_name: name, grant_types: grants, response_types: responses } = said
  requireWords(grants, 'grant_types', 'authorization_code')
  requireWords(responses, 'response_types', 'code')
  return { name: nameIn(name), redirectUris: redirectsIn(said.redirect_uris) }
}

function nameIn(name: unknown): string {
  if (name !== undefined && typeof name !== 'string') throw badMetadata('client_name must be text')
  const plain = (name ?? '').slice(0, 1_000).replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim()
  return [...plain].slice(0, maxClientName).join('') || 'An assistant without a name'
}

function redirectsIn(said: unknown): string[] {
  const are = Array.isArray(said) ? (said as unknown[]) : []
  if (are.length === 0 || are.length > maxRedirects)
    throw new SignInProblem('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${maxRedirects} addresses`)
  return are.map((each, at) => {
    const why = typeof each === 'string' ? whyNoRedirect(each) : 'must be text'
    if (why !== null) throw new SignInProblem('invalid_redirect_uri', `redirect_uris[${at}] ${why}`)
    return each as string
  })
}

/** Left out, it is the usual. */
function requireWords(said: unknown, field: string, needed: string): void {
  if (said === undefined) return
  const fits = Array.isArray(said) && said.length <= 20 && said.includes(needed)
  if (!fits) throw badMetadata(`${field} must have ${needed}`)
}

function badMetadata(message: string): SignInProblem {
  return new SignInProblem('invalid_client_metadata', message)
}
