import type { Endpoint, Method } from '../../call/endpoint.ts'

/** A path that ends in "/..." takes the rest of the address, slashes and all; documents call it {path}. */
export function documentedPath(path: string): string {
  return path.replace(/\/\.\.\.$/, '/{path}')
}

export function parametersOfPath(path: string): string[] {
  return [...documentedPath(path).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

/** GET /v1/batches/{id}/receipts becomes getBatchesByIdReceipts. */
export function operationName(method: Method, path: string): string {
  const segments = documentedPath(path)
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
  const words = segments.flatMap((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return (name ? `by-${name}` : segment).split(/[^A-Za-z0-9]+/).filter(Boolean)
  })
  return method.toLowerCase() + words.map(capitalize).join('')
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export interface NamedOperation {
  endpoint: Endpoint
  path: string
  id: string
  isAlias: boolean
}

/** Every operation under each of its paths, with a name that no other has; documented paths get the plain names first. */
export function nameOperations(endpoints: Endpoint[]): NamedOperation[] {
  const taken = new Set<string>()
  const give = (endpoint: Endpoint, path: string, isAlias: boolean): NamedOperation => {
    const plain = operationName(endpoint.method, path)
    let id = plain
    for (let n = 2; taken.has(id); n++) id = `${plain}${n}`
    taken.add(id)
    return { endpoint, path, id, isAlias }
  }
  const documented = endpoints.map((endpoint) => give(endpoint, endpoint.path, false))
  const aliases = endpoints.flatMap((endpoint) => (endpoint.alsoAt ?? []).map((path) => give(endpoint, path, true)))
  return [...documented, ...aliases]
}

/** Operations can be called as tools where there is an address for it; without one nobody is told their names. */
export function withTrueTools(endpoints: Endpoint[]): Endpoint[] {
  if (endpoints.some(({ path }) => path === '/mcp')) return endpoints
  return endpoints.map((endpoint) => ({ ...endpoint, tool: undefined }))
}

/** The sections in the order of the table, each with its endpoints. */
export function bySection(endpoints: Endpoint[]): [string, Endpoint[]][] {
  return [...Map.groupBy(endpoints, (endpoint) => endpoint.section)]
}
