import type { EventType } from '../../../client/src/index.ts'

/** What pages ask about and change. Each has a file here with its questions and its writes, or stands in that of its kin. */
export type Noun =
  | 'accounts'
  | 'approvals'
  /** Assistants that were connected by consent. */
  | 'assistants'
  | 'audit'
  | 'automations'
  /** One batch, which is followed by its own stream: no event makes it old. */
  | 'batch'
  | 'batches'
  /** What ends, and when. */
  | 'calendar'
  | 'campaigns'
  /** What only another version of the service changes. */
  | 'catalogue'
  | 'changes'
  | 'comments'
  | 'companies'
  | 'connections'
  /** What ads show, and what is said of it. */
  | 'creatives'
  | 'drafts'
  /** All that runs, as it is kept. */
  | 'entities'
  | 'executions'
  | 'guards'
  /** What operators see of the installation. */
  | 'instance'
  | 'invites'
  | 'keys'
  | 'mails'
  | 'media'
  | 'passkeys'
  | 'people'
  /** What would be done: asked for when somebody looks at it, and made old by nothing. */
  | 'plans'
  | 'reports'
  | 'research'
  | 'session'
  | 'sessions'
  | 'suggestions'
  | 'templates'
  /** Saved lists of what runs. */
  | 'views'
  | 'webhooks'
  | 'workspaces'

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Noun, ...unknown[]]
  }
}

/** Makes the keys of the questions about a noun: who ages the noun ages them all. */
export const keysOf =
  <N extends Noun>(noun: N) =>
  <Parts extends unknown[]>(...parts: Parts) =>
    [noun, ...parts] as const

type Family = EventType extends `${infer First}.${string}` ? First : never

/** What an event makes old, by the first word of its type. */
const aged: Record<Family, readonly Noun[]> = {
  ad: ['batches', 'drafts'],
  approval: ['approvals'],
  assistant: ['assistants', 'guards'],
  audit: [],
  automation: ['automations', 'executions', 'suggestions'],
  batch: ['batches', 'drafts'],
  connection: ['connections', 'accounts', 'calendar'],
  creative: ['creatives'],
  end: ['calendar'],
  guard: ['guards'],
  invite: ['invites'],
  mail: ['invites'],
  key: ['keys'],
  person: ['people', 'passkeys'],
  platform: ['connections'],
  spend: ['guards'],
  sync: ['reports', 'entities', 'creatives'],
  webhook: ['webhooks'],
  write: [],
  account: ['connections'],
}

/** A newer service may tell of what this page does not know: that ages nothing. */
export function nounsAgedBy(type: string): readonly Noun[] {
  const [family = ''] = type.split('.')
  return Object.hasOwn(aged, family) ? aged[family as Family] : []
}
