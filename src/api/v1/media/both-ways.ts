import type { z } from 'zod'

/** One thing, under `data` and with its fields at the top as well, because clients in the wild read either. */
export function bothWays<T extends object>(item: T): T & { data: T } {
  return { ...item, data: item }
}

export function bothWaysOf<T extends z.ZodObject>(item: T) {
  return item.extend({ data: item })
}
