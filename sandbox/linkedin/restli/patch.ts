import { refused } from '../errors.ts'
import type { Fields } from '../objects/objects.ts'
import { isRecord } from '../objects/objects.ts'

/** What a patch changes: the new fields, and the names at the top that it touches. */
export interface Patched {
  fields: Fields
  touched: string[]
}

/** `{patch: {$set: {...}, $delete: [...], inner: {$set: {...}}}}` */
export function applyPatch(before: Fields, body: Fields): Patched {
  const { patch } = body
  if (!isRecord(patch) || Object.keys(body).length !== 1) throw broken()
  const touched = new Set<string>()
  const fields = patched(before, patch, 0)
  for (const [name, value] of Object.entries(patch)) {
    if (name === '$set') for (const each of Object.keys(value as Fields)) touched.add(each)
    else if (name === '$delete') for (const each of value as string[]) touched.add(each)
    else touched.add(name)
  }
  if (touched.size === 0) throw broken()
  return { fields, touched: [...touched] }
}

const deepest = 12

function patched(before: Fields, patch: Fields, depth: number): Fields {
  if (depth > deepest) throw broken()
  const { $set: set = {}, $delete: gone = [], ...inner } = patch
  if (!isRecord(set) || !Array.isArray(gone) || gone.some((name) => typeof name !== 'string')) throw broken()
  const names = gone as string[]
  if (names.some((name) => Object.hasOwn(set, name))) throw broken()
  const after: Fields = Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))
  Object.assign(after, set)
  for (const [name, change] of Object.entries(inner)) {
    if (name.startsWith('$') || !isRecord(change) || Object.hasOwn(set, name) || names.includes(name)) throw broken()
    const below = after[name]
    after[name] = patched(isRecord(below) ? below : {}, change, depth + 1)
  }
  return after
}

function broken() {
  return refused(400, 'The patch could not be read: {"patch": {"$set": {...}, "$delete": [...]}}', 0)
}
