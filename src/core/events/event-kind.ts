import type { z } from 'zod'

/**
 * Who of the company sees an event, where somebody works in some workspaces only.
 * batch: who sees the ad, or the batch, that it is about. account: who sees the account that it names. accounts: who sees all of
 * the accounts that were written down with it; nobody of them where none were. everybody: all. whole: who works in all workspaces.
 */
export type SeenBy = 'batch' | 'account' | 'accounts' | 'everybody' | 'whole'

/** One kind of event: what it is called, what it says, and what it looks like. Documents, webhooks and readers go by it. */
export interface EventKind<
  Name extends string = string,
  Data extends z.ZodObject = z.ZodObject,
  Seen extends SeenBy = SeenBy,
> {
  name: Name
  /** When it is written, in a sentence. */
  description: string
  seenBy: Seen
  data: Data
  example: z.input<Data>
}

export function eventKind<Name extends string, Data extends z.ZodObject, Seen extends SeenBy>(
  kind: EventKind<Name, Data, Seen>,
): EventKind<Name, Data, Seen> {
  return kind
}
