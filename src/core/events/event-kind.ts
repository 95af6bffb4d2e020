import type { z } from 'zod'

/** One kind of event: what it is called, what it says, and what it looks like. Documents, webhooks and readers go by it. */
export interface EventKind<Name extends string = string, Data extends z.ZodObject = z.ZodObject> {
  name: Name
  /** When it is written, in a sentence. */
  description: string
  data: Data
  example: z.input<Data>
}

export function eventKind<Name extends string, Data extends z.ZodObject>(
  kind: EventKind<Name, Data>,
): EventKind<Name, Data> {
  return kind
}
