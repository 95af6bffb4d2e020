import type { Operation } from '../call/operation.ts'

/** Documents name operations by method and path; agents know them by name. */
export function wordsFor(operations: Operation[], listed: Set<string>): (text: string) => string {
  const byAddress = new Map(
    operations.map(({ name, rest: { method, path } }): [string, string] => [`${method} ${path}`, name]),
  )
  return (text) =>
    text.replace(/\b(?:GET|POST|PATCH|PUT|DELETE) \/[\w/{}-]+/g, (address) => {
      const name = byAddress.get(address)
      if (!name) return address
      return listed.has(name) ? name : `use_operation ${name}`
    })
}
