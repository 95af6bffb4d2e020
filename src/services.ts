import type { FairShare } from './async/fair-share.ts'
import type { Config } from './config.ts'
import type { MessageDeps } from './core/deps.ts'
import type { AccessLog } from './call/access-log.ts'
import type { AuditLog } from './core/audit/log.ts'
import type { ClientDocuments } from './core/assistants/clients/documents.ts'
import type { ApprovalRunner } from './core/approvals/runner.ts'
import type { HeldViews } from './core/guards/ledger/held-views.ts'
import type { Exports } from './core/reports/query/export/export.ts'
import type { StructureMemory } from './core/search-ads/memory.ts'
import type { ReportDeps } from './core/reports/sync/ensure/readings.ts'
import type { OperationRunner } from './core/automations/execute/operation-runner.ts'
import type { MediaStorage } from './core/media/storage.ts'
import type { EventHub } from './core/events/hub.ts'
import type { EventFeed } from './core/launch/batch/event-feed.ts'
import type { LaunchSchema } from './core/launch/plan/request.ts'
import type { MediaCache } from './core/launch/media/media-cache.ts'
import type { InstanceReader } from './core/instance/instance.ts'
import type { Research } from './core/research/research.ts'
import type { Oidc } from './core/people/sessions/oidc.ts'
import type { SignInTries } from './core/people/sessions/sign-ins.ts'
import type { Restored } from './core/restored.ts'
import type { BesideCount } from './db/beside.ts'
import type { Replica } from './db/replica.ts'
import type { SchemaWatch } from './db/schema-watch.ts'
import type { Tasks } from './core/tasks.ts'
import type { Listener } from './db/listen.ts'
import type { LinkRequests } from './core/mail/sign-in-links.ts'
import type { MailOutbox } from './core/people/invites/mail/outbox.ts'
import type { ServiceMetrics } from './metrics/metrics.ts'
import type { OAuthApp } from './platforms/contract/oauth.ts'
import type { Tracing } from './trace/tracing.ts'
import type { Readiness } from './probes/readiness.ts'

/** What endpoints and jobs work with. Made once in app.ts. */
export interface Services extends ReportDeps, MessageDeps {
  config: Config
  /** Apps of the installation at platforms that stand in its settings, by platform. */
  oauthApps: Readonly<Record<string, OAuthApp>>
  /** Where reports may be read instead; null: nowhere. What decides about money never asks it. */
  replica: Replica | null
  listener: Listener
  /** Who reads the events of batches. */
  eventFeed: EventFeed
  /** Who follows the events of companies. */
  eventHub: EventHub
  /** Where changes are written down. */
  audit: AuditLog
  /** Does what a person has approved. */
  approvals: ApprovalRunner
  /** Does what rules want done. */
  operations: OperationRunner
  /** Null: the level of the log leaves them out. */
  accessLog: AccessLog | null
  /** Tells a collector what is done; nobody, unless there is one. */
  tracing: Tracing
  media: MediaStorage
  /** What a launch is read by: with the fields of every platform there is. */
  launchBody: LaunchSchema
  /** Fetches the media of launches. */
  launchMedia: MediaCache
  /** What runs in ad accounts, as guards read it lately. */
  heldViews: HeldViews
  /** How many launches are stored while guards decide about them. */
  besideCount: BesideCount
  /** What was read of campaigns lately. */
  structureMemory: StructureMemory
  exports: Exports
  /** Who may try a rule on the past. */
  backtests: FairShare
  /** Takes work that is done later. */
  tasks: Tasks
  /** Where competitors' ads are looked up. */
  research: Research
  /** What operators see of the installation. */
  instance: InstanceReader
  /** Where assistants say who they are. */
  clientDocuments: ClientDocuments
  /** Where agents find us; known once we listen. */
  agentUrl: () => string
  /** Who fails to sign in. */
  signInTries: SignInTries
  /** null: people have no identity provider. */
  oidc: Oidc | null
  /** Where mails are left to be sent; null: nothing is mailed. */
  mails: MailOutbox | null
  /** Mails links that sign in; null: nothing is mailed. */
  linkRequests: LinkRequests | null
  /** null: METRICS is off. */
  metrics: ServiceMetrics | null
  version: string
  /** null: it was never put back from a backup. */
  restored: Restored | null
  schema: Pick<SchemaWatch, 'newer'>
  startedAt: Date
  /** Where the sandbox is; null where there is none. */
  sandboxUrl: string | null
  /** What /ready says. */
  readiness: Pick<Readiness, 'problem'>
  /** What /v1/health asks; each rejects when its part is not well. */
  healthChecks: Record<'database' | 'queue' | 'storage', () => Promise<void>>
}
