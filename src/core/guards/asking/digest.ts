import { createHash } from 'node:crypto'

/** The same for the same content, in whatever order its fields are written. */
export function digestOf(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(content, inOrder) ?? '')
    .digest('hex')
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
