import type { Operation } from '../call/operation.ts'
import type { Platforms } from '../platforms/registry.ts'

/** Every operation whose path names a platform answers under each of the platform's other words too. */
export function withPlatformWords(operations: Operation[], platforms: Platforms): Operation[] {
  const taken = new Set(
    operations.flatMap(({ rest }) => [rest.path, ...(rest.alsoAt ?? [])].map(nameWith(rest.method))),
  )
  return operations.map((operation) => {
    const { rest } = operation
    const others = otherWords(rest.path, platforms).filter((path) => !taken.has(nameWith(rest.method)(path)))
    return others.length > 0 ? { ...operation, rest: { ...rest, unlistedAt: others } } : operation
  })
}

function nameWith(method: string) {
  return (path: string) => `${method} ${path}`
}

function otherWords(path: string, platforms: Platforms): string[] {
  const segments = path.split('/')
  return segments.flatMap((segment, place) => {
    const platform = platforms.named(segment)
    if (platform === null) return []
    return platforms.words
      .filter((word) => word !== segment && platforms.named(word) === platform)
      .map((word) => segments.with(place, word).join('/'))
  })
}
