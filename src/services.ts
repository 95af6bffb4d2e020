import type pg from 'pg'
import type { Logger } from 'pino'
import type { FairShare } from './async/fair-share.ts'
import type { Config } from './config.ts'
import type { AuditLog } from './core/audit/log.ts'
import type { ApprovalRunner } from './core/approvals/runner.ts'
import type { Connections } from './core/deps.ts'
import type { HeldViews } from './core/guards/ledger/held-views.ts'
import type { Exports } from './core/reports/query/export/export.ts'
import type { ReportMemory } from './core/reports/query/memory.ts'
import type { StructureMemory } from './core/search-ads/memory.ts'
import type { Readings } from './core/reports/sync/ensure/readings.ts'
import type { OperationRunner } from './core/automations/execute/operation-runner.ts'
import type { MediaStorage } from './core/media/storage.ts'
import type { EventHub } from './core/events/hub.ts'
import type { EventFeed } from './core/launch/batch/event-feed.ts'
import type { LaunchSchema } from './core/launch/plan/request.ts'
import type { MediaCache } from './core/launch/media/media-cache.ts'
import type { Research } from './core/research/research.ts'
import type { UrlPoster } from './files/fetch/post-url.ts'
import type { Oidc } from './core/people/oidc.ts'
import type { SignInTries } from './core/people/sign-ins.ts'
import type { Restored } from './core/restored.ts'
import type { BesideCount } from './db/beside.ts'
import type { Replica } from './db/replica.ts'
import type { SchemaWatch } from './db/schema-watch.ts'
import type { Seal } from './core/secrets/seal.ts'
import type { Tasks } from './core/tasks.ts'
import type { Db } from './db/connect.ts'
import type { Listener } from './db/listen.ts'
import type { ServiceMetrics } from './metrics/metrics.ts'

/** What endpoints and jobs work with. Made once in app.ts. */
export interface Services {
  config: Config
  db: Db
  /** The connections that db is made of, for the few statements that are worth preparing. */
  pool: pg.Pool
  /** Where reports may be read instead; null: nowhere. What decides about money never asks it. */
  replica: Replica | null
  listener: Listener
  /** Who reads the events of batches. */
  eventFeed: EventFeed
  /** Who follows the events of companies. */
  eventHub: EventHub
  /** Where changes are written down. */
  audit: AuditLog
  /** What is sent to webhooks goes through it. */
  webhookPoster: UrlPoster
  /** Does what a person has approved. */
  approvals: ApprovalRunner
  /** Does what rules want done. */
  operations: OperationRunner
  log: Logger
  seal: Seal
  connections: Connections
  media: MediaStorage
  /** What a launch is read by: with the fields of every platform there is. */
  launchBody: LaunchSchema
  /** Fetches the media of launches. */
  launchMedia: MediaCache
  /** What reports are having read from the platforms. */
  readings: Readings
  /** What reports remember between questions. */
  reportMemory: ReportMemory
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
  /** Who fails to sign in. */
  signInTries: SignInTries
  /** null: people have no identity provider. */
  oidc: Oidc | null
  /** null: METRICS is off. */
  metrics: ServiceMetrics | null
  version: string
  /** null: it was never put back from a backup. */
  restored: Restored | null
  schema: Pick<SchemaWatch, 'newer'>
  startedAt: Date
  /** Under which callers reach us; known once we listen. */
  publicUrl: () => string
  /** Where the sandbox is; null where there is none. */
  sandboxUrl: string | null
  /** What /v1/health asks; each rejects when its part is not well. */
  healthChecks: Record<'database' | 'queue' | 'storage', () => Promise<void>>
}
