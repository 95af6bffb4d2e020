import type { Endpoint } from '../call/endpoint.ts'
import { platformNamed, platformWords } from '../platforms/index.ts'

/** Every operation whose path names a platform answers under each of the platform's other words too. */
export function withPlatformWords(endpoints: Endpoint[]): Endpoint[] {
  const taken = new Set(endpoints.flatMap((endpoint) => namesOf(endpoint, [endpoint.path, ...(endpoint.alsoAt ?? [])])))
  return endpoints.map((endpoint) => {
    const others = otherWords(endpoint.path).filter((path) => !taken.has(`${endpoint.method} ${path}`))
    return others.length > 0 ? { ...endpoint, unlistedAt: others } : endpoint
  })
}

function namesOf({ method }: Endpoint, paths: string[]): string[] {
  return paths.map((path) => `${method} ${path}`)
}

function otherWords(path: string): string[] {
  const segments = path.split('/')
  return segments.flatMap((segment, place) => {
    const platform = platformNamed(segment)
    if (platform === null) return []
    return platformWords
      .filter((word) => word !== segment && platformNamed(word) === platform)
      .map((word) => segments.with(place, word).join('/'))
  })
}
