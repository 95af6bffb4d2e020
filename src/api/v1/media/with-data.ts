import type { z } from 'zod'

/** One thing, under `data` and with its fields at the top as well, because clients in the wild read either. */
export function withData<T extends object>(item: T): T & { data: T } {
  return { ...item, data: item }
}

export function withDataShape<Shape extends z.core.$ZodShape>(item: z.ZodObject<Shape>) {
  return item.extend({ data: item.meta({ description: 'The same once more, as some clients read it.' }) })
}
