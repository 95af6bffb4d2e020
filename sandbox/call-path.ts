const secretParameters = [
  'access_token',
  'appsecret_proof',
  'input_token',
  'client_secret',
  'secret',
  'developer-token',
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
  /** Source of a regular expression, tested on the path after the prefix with its query. */
  path?: string
}

export function matchesCall(match: CallMatch, method: string, path: string): boolean {
  if (match.method && match.method.toUpperCase() !== method) return false
  return !match.path || new RegExp(match.path).test(path)
}
