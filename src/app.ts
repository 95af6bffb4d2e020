import { join } from 'node:path'
import { operationsFor } from './api/index.ts'
import { carryOutDecision } from './api/carry-out-decision.ts'
import type { Config } from './config.ts'
import { usualUrl } from './config/address.ts'
import { createAuditLog } from './core/audit/log.ts'
import { auditKey } from './core/audit/signed-head.ts'
import { createApprovalRunner } from './call/run-approved.ts'
import { createOperationRunner } from './call/run-operation.ts'
import { openSeal } from './core/secrets/open.ts'
import { isHeld, untilResumed } from './core/restored.ts'
import { ensureDemoCompany } from './core/people/companies/demo.ts'
import type { NewDemo } from './core/people/companies/demo.ts'
import { createEventHub } from './core/events/hub.ts'
import { createEventFeed } from './core/launch/batch/event-feed.ts'
import { launchBodyOf } from './core/launch/plan/request.ts'
import type { Worker } from './core/launch/engine/worker.ts'
import { createInstanceReader } from './core/instance/instance.ts'
import type { ProcessRole } from './core/instance/processes.ts'
import { announceProcess } from './core/instance/processes.ts'
import { createReadings } from './core/reports/sync/ensure/readings.ts'
import { createReportMemory } from './core/reports/query/memory.ts'
import { createHeldViews } from './core/guards/ledger/held-views.ts'
import { createStructureMemory } from './core/search-ads/memory.ts'
import { backtestPlaces } from './core/automations/backtest/limits.ts'
import { createExports } from './core/reports/query/export/export.ts'
import { createResearch } from './core/research/research.ts'
import { pageLimits } from './core/research/scrape/run-scrape.ts'
import { openMail } from './open/mail.ts'
import { createOidc } from './core/people/sessions/oidc.ts'
import { createSignInTries } from './core/people/sessions/sign-ins.ts'
import { tokensOut } from './core/people/sessions/tokens-out.ts'
import { taskChannel } from './core/tasks.ts'
import { endingsJob } from './jobs/endings.ts'
import { handoversJob } from './jobs/handovers.ts'
import { healthJob } from './jobs/health.ts'
import { lateLooksJob } from './jobs/late-looks.ts'
import { leavingJob } from './jobs/leaving.ts'
import { auditJob } from './jobs/audit.ts'
import { housekeepingJob } from './jobs/housekeeping.ts'
import { backupJobs } from './jobs/backup.ts'
import { anomaliesJob, watchJob } from './jobs/guards.ts'
import { createFairShare } from './async/fair-share.ts'
import { startQueue } from './jobs/queue.ts'
import type { Queue } from './jobs/queue.ts'
import { scrapePages } from './jobs/scrape.ts'
import { rehearseConnections } from './jobs/rehearsals.ts'
import { renewalsJob } from './jobs/renewals.ts'
import { ratesJob } from './jobs/rates.ts'
import { mirrorJob, syncJobs } from './jobs/sync.ts'
import type { DestinationStream, Logger } from 'pino'
import { createBesideCount } from './db/beside.ts'
import type { Connection, Db } from './db/connect.ts'
import type { Listener } from './db/listen.ts'
import type { NewerDatabase } from './db/migrations.ts'
import type { SchemaWatch } from './db/schema-watch.ts'
import type { DatabaseWatch } from './db/watch.ts'
import { createUrlPoster } from './files/fetch/post-url.ts'
import { openData, openJournalDb } from './open/data.ts'
import { openClientDocuments } from './open/agents.ts'
import { openApi } from './open/api.ts'
import type { SocketHolder } from './open/listen.ts'
import { openFetcher, openLaunchMedia, openMedia, logMedia } from './open/media.ts'
import { openConnections } from './open/connections.ts'
import { openSandbox } from './open/sandbox.ts'
import type { SandboxStarter } from './open/sandbox.ts'
import { readyChecks } from './open/probes.ts'
import { openSeen } from './open/seen.ts'
import { closing, undoAll } from './open/undo.ts'
import type { Undo } from './open/undo.ts'
import { openWork } from './open/work.ts'
import { builtIn } from './platforms/index.ts'
import type { Platforms } from './platforms/registry.ts'
import { oauthApps, speaking } from './platforms/settings.ts'
import { createReadiness } from './probes/readiness.ts'
import type { Readiness } from './probes/readiness.ts'
import type { Services } from './services.ts'

export interface Parts {
  api: boolean
  worker: boolean
  sandbox: boolean
}

/** Other platforms than those in the box, another way to start what stands in for them, who holds our socket, another dashboard. */
export interface Choice {
  platforms?: Platforms
  startSandbox?: SandboxStarter
  socketHolder?: SocketHolder | null
  /** The folder in which its sources lie, in web/ and client/. */
  dashboardRoot?: string
  /** Where its log goes. */
  logTo?: DestinationStream
}

export interface App {
  url: string | null
  /** Where agents alone are answered; null: they have no port of their own. */
  agentsUrl: string | null
  /** Where a process that is a worker alone can be watched; null: nowhere, or with the API. */
  probesUrl: string | null
  sandboxUrl: string | null
  /** The sandbox's process, when it has one of its own. */
  sandboxPid: () => number | null
  services: Services
  worker: Worker | null
  /** What this start has made of the demo company. */
  newDemo: NewDemo | null
  adoptedDatabase: boolean
  /** Resolves when a held installation is let go on, which takes a new start; null: it is not held. */
  resumed: Promise<void> | null
  close(): Promise<void>
}

/** Config in, a running service out; close() undoes it all, in the opposite order. */
export async function startApp(config: Config, parts: Parts, choice: Choice = {}): Promise<App> {
  const undo: (() => Promise<unknown>)[] = []
  const readiness = createReadiness()
  const close = () => {
    readiness.stopping()
    return undoAll(undo)
  }
  try {
    return await assemble(config, { ...parts, platforms: builtIn, ...choice, readiness, close }, undo)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

interface Chosen extends Parts, Choice {
  platforms: Platforms
  readiness: Readiness
  close: () => Promise<void>
}

async function assemble(config: Config, parts: Chosen, undo: Undo): Promise<App> {
  const { readiness, close } = parts
  const platforms = speaking(parts.platforms, config)
  const seen = await openSeen(config, parts, undo)
  const { log, pulse, version, accessLog, tracing } = seen
  const { database, db, pool, replica, listener, watch, schema, restored } = await openData(config, log, undo)
  const seal = await openSeal(db, config)
  const isWorker = parts.worker && !isHeld(restored)
  const sandbox = parts.sandbox ? await openSandbox(config, { db, log, platforms }, undo, parts.startSandbox) : null
  const sandboxUrl = config.sandboxUrl ?? sandbox?.url ?? null
  const metrics = await seen.openMetrics(pool)
  const connections = openConnections(config, { db, log, platforms, seal, metrics, tracing, sandboxUrl }, undo)
  const research = closing(createResearch(config.research, sandboxUrl), undo)
  const readings = createReadings({ db, pool, connections, log, figuresMonths: config.retention.figures })
  undo.push(() => readings.stop())
  let url: string | null = null
  const publicUrl = () => config.publicUrl ?? url ?? usualUrl(config)
  const agentUrl = () => config.agents.url ?? publicUrl()
  const media = await openMedia(config, { db, log, seal, sandboxUrl, publicUrl }, undo)
  const { alone } = database
  const launchMedia = await openLaunchMedia({ config, db, log, media, alone }, undo)
  const queue = await startQueue(database.direct, { db, log, pulse, tracing }, isWorker, {
    ...jobsOf(config, { db, pool, connections, launchMedia, log, seal, database, version, media }),
    tasks: [scrapePages(openFetcher(config, sandboxUrl, pageLimits, undo)), rehearseConnections({ connections, seal })],
  })
  const work = workOf(queue, listener, undo)

  const launchBody = launchBodyOf(platforms)
  const operations = operationsFor(platforms, launchBody)
  const services: Services = {
    ...{ config, db, pool, replica, listener, log, seal, connections, media, launchMedia, readings, research, metrics },
    ...{ accessLog, tracing, readiness, version, schema, restored, publicUrl, agentUrl, sandboxUrl, launchBody },
    oauthApps: oauthApps(platforms, config),
    ...openEvents(config, { db, listener, log }, undo),
    approvals: createApprovalRunner({ services: () => services, operations: () => [...operations, carryOutDecision] }),
    operations: createOperationRunner({ services: () => services, operations: () => operations }),
    ...{ ...createMemories(config), exports: createExports({ pool, replica }) },
    ...{ signInTries: createSignInTries((kind) => tokensOut(db, kind)), oidc: config.oidc && createOidc(config.oidc) },
    ...{ backtests: createFairShare(backtestPlaces), startedAt: new Date(), tasks: queue.tasks },
    instance: createInstanceReader({ db, log, config, platforms, jobs: queue.jobs }),
    healthChecks: healthChecks({ schema, watch, queue, store: media.store }),
    ...openMail(config, { db, log, seal, publicUrl }, undo),
    clientDocuments: openClientDocuments(config, undo),
  }
  const newDemo = isHeld(restored) || !(sandboxUrl ?? config.demoApiKey) ? null : await ensureDemoCompany(db, config)
  const worker = isWorker ? openWork(services, openJournalDb(database.direct, undo, watch.noticed), pulse, work) : null
  undo.push(() => undoAll(work))
  schema.onNewer(stopWork(work, log))
  const { dashboardRoot = join(import.meta.dirname, '..'), socketHolder = null } = parts
  const open = await openServer(config, parts, { services, operations, alone, dashboardRoot, socketHolder }, undo)
  url = open.url
  readiness.started(readyChecks(services, pulse, parts.api))
  return {
    ...{ ...open, probesUrl: seen.probesUrl, sandboxUrl, services, worker, newDemo, close },
    sandboxPid: () => sandbox?.pid() ?? null,
    adoptedDatabase: database.adopted,
    resumed: isHeld(restored) ? watchForResume(db, undo) : null,
  }
}

function roleOf({ api, worker }: Parts): ProcessRole {
  if (api && worker) return 'up'
  return api ? 'serve' : 'worker'
}

/** Answers where the API is, if there is one; others are told that we live, and where media lie. */
async function openServer(config: Config, parts: Parts, callDeps: Parameters<typeof openApi>[1], undo: Undo) {
  const { version, startedAt } = callDeps.services
  closing(announceProcess(callDeps.services, { role: roleOf(parts), version, startedAt }), undo)
  const open = parts.api ? await openApi(config, callDeps, undo) : { url: null, agentsUrl: null }
  await logMedia(config, callDeps.services, open.url, undo)
  return open
}

/** What takes work by itself: it is stopped alone where the schema outgrows this version. */
function workOf(queue: Queue, listener: Listener, undo: Undo): Undo {
  const stopHearing = listener.on(taskChannel, queue.tasks.wake)
  const work: Undo = [() => queue.stop(), async () => stopHearing()]
  undo.push(() => undoAll(work))
  return work
}

/** What is in hand comes to its end; the next version takes what is left. */
function stopWork(work: Undo, log: Logger): (newer: NewerDatabase) => void {
  return ({ migrations }) => {
    log.error(
      `A newer Flightdeck changed the database (${migrations.join(', ')}): no more work is taken here. Stop it.`,
    )
    undoAll(work).catch((error: unknown) => log.error({ err: error }, 'Not everything could be stopped.'))
  }
}

interface Checked {
  schema: SchemaWatch
  watch: DatabaseWatch
  queue: Queue
  store: Services['media']['store']
}

function healthChecks({ schema, watch, queue, store }: Checked): Services['healthChecks'] {
  return {
    async database() {
      const newer = schema.newer()
      if (newer) throw newer
      await watch.check()
    },
    queue: () => queue.check(),
    storage: () => store.check(),
  }
}

/** Never ends by itself when the service is closed before. */
function watchForResume(db: Db, undo: Undo): Promise<void> {
  const closed = new AbortController()
  undo.push(async () => closed.abort())
  return untilResumed(db, closed.signal).catch(() => new Promise<never>(() => undefined))
}

/** What is remembered between calls. */
function createMemories(
  config: Config,
): Pick<Services, 'reportMemory' | 'structureMemory' | 'heldViews' | 'besideCount'> {
  return {
    reportMemory: createReportMemory(),
    structureMemory: createStructureMemory(),
    heldViews: createHeldViews(),
    besideCount: createBesideCount({ isPooled: config.databaseDirectUrl !== null }),
  }
}

interface JobDeps extends Pick<Services, 'version' | 'seal' | 'media'> {
  database: { direct: Connection }
}

function jobsOf(config: Config, deps: JobDeps & Parameters<typeof syncJobs>[0] & Parameters<typeof lateLooksJob>[0]) {
  const { reportSync, ratesUrl, retention, figuresBucket } = config
  const endings = endingsJob(deps.connections.platforms)
  const synced = reportSync ? [...syncJobs({ ...deps, figuresMonths: retention.figures }), anomaliesJob(deps)] : []
  const mirrored = figuresBucket ? [mirrorJob(deps, figuresBucket)] : []
  const rates = ratesUrl ? [ratesJob(ratesUrl)] : []
  const { version, media } = deps
  const backups = backupJobs(config, media.store, { connection: deps.database.direct, version, settings: {} })
  const housekeeping = housekeepingJob({ retention, key: () => auditKey(deps.seal) })
  const others = [endings, watchJob(deps), lateLooksJob(deps), auditJob(deps.seal), healthJob(deps), renewalsJob(deps)]
  const last = [handoversJob(deps), leavingJob(deps.database.direct)]
  return { housekeeping, laterJobs: [...synced, ...mirrored, ...rates, ...others, ...last, ...backups] }
}

function openEvents(
  { allowPrivateUrls }: Config,
  deps: Pick<Services, 'db' | 'listener' | 'log'>,
  undo: Undo,
): Pick<Services, 'eventHub' | 'webhookPoster' | 'eventFeed' | 'audit'> {
  const eventHub = closing(createEventHub(deps), undo)
  const webhookPoster = closing(createUrlPoster({ allowPrivateUrls }), undo)
  return { eventHub, webhookPoster, eventFeed: createEventFeed(deps.listener), audit: createAuditLog(deps) }
}
