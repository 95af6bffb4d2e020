import { compilePattern } from './control/pattern.ts'

const secretParameters = [
  'access_token',
  'auth_code',
  'code',
  'code_challenge',
  'code_verifier',
  'fb_exchange_token',
  'refresh_token',
  'revoke_token',
  'state',
  'token',
  'appsecret_proof',
  'input_token',
  'client_secret',
  'secret',
  'developer-token',
  'api_key',
]

/** The path as it is matched and listed: query included, secrets left out. */
export function callPath(path: string, query: URLSearchParams): string {
  const shown = new URLSearchParams(query)
  for (const name of secretParameters) shown.delete(name)
  const text = decodeQuery(shown.toString())
  return text ? `${path}?${text}` : path
}

/** Readable for people and regular expressions: `fields=id,name` instead of `fields=id%2Cname`. */
function decodeQuery(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return encoded
  }
}

export interface CallMatch {
  method?: string
  /** Source of a pattern, looked for in the path after the prefix with its query. */
  path?: string
}

/** Whether a call is one of those that are meant; the pattern is read once. */
export function callMatcher({ method, path }: CallMatch): (method: string, path: string) => boolean {
  const finds = path ? compilePattern(path) : () => true
  return (calledMethod, calledPath) => (!method || method.toUpperCase() === calledMethod) && finds(calledPath)
}
