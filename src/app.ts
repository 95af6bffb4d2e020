import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { SimulatorFactory } from '../sandbox/core/simulator.ts'
import { startSandbox } from '../sandbox/server.ts'
import { operationsFor } from './api/index.ts'
import { carryOutDecision } from './api/carry-out-decision.ts'
import type { Config } from './config.ts'
import { createAuditLog } from './core/audit/log.ts'
import { auditKey } from './core/audit/signed-head.ts'
import { createApprovalRunner } from './call/run-approved.ts'
import { createOperationRunner } from './call/run-operation.ts'
import type { Operation } from './call/operation.ts'
import { startApprovalKeeper } from './core/approvals/keeper.ts'
import { createConnectionWatch } from './core/connection-state/watch.ts'
import { createConnections } from './core/connections.ts'
import { ensureDemoCompany } from './core/demo.ts'
import { createEventHub } from './core/events/hub.ts'
import { createEventFeed } from './core/launch/batch/event-feed.ts'
import { journalFigures } from './core/journal/figures.ts'
import { createMediaCache } from './core/launch/media/media-cache.ts'
import type { MediaCache } from './core/launch/media/media-cache.ts'
import { launchBodyOf } from './core/launch/plan/request.ts'
import { keepClean } from './core/media/leftovers.ts'
import { openMediaStorage } from './core/media/storage.ts'
import type { MediaStorage } from './core/media/storage.ts'
import { createStoredMedia } from './core/media/stored.ts'
import { startWorker } from './core/launch/engine/worker.ts'
import type { Worker } from './core/launch/engine/worker.ts'
import { sandboxIsNeeded } from './core/sandbox-need.ts'
import { createReadings } from './core/reports/sync/ensure-readings.ts'
import { createReportMemory } from './core/reports/query/memory.ts'
import { createStructureMemory } from './core/search-ads/memory.ts'
import { backtestPlaces } from './core/automations/past/limits.ts'
import { createExports } from './core/reports/query/export/export.ts'
import { createResearch } from './core/research/research.ts'
import { pageLimits } from './core/research/scrape/run-scrape.ts'
import { startWebhooks } from './core/webhooks/engine.ts'
import { createOidc } from './core/people/oidc.ts'
import { createSignInTries } from './core/people/sign-ins.ts'
import { createSeal, loadSecretKey } from './core/seal.ts'
import { taskChannel } from './core/tasks.ts'
import type { Db } from './db/connect.ts'
import { createAuthenticator } from './http/auth.ts'
import { limitsOfPeople, memoryRateLimiter, sharedRateLimiter } from './call/rate-limit.ts'
import { addFace, createServer } from './http/server.ts'
import { endingsJob } from './jobs/endings.ts'
import { auditJob } from './jobs/audit.ts'
import { startAutomations } from './jobs/automations.ts'
import { anomaliesJob, watchJob } from './jobs/guards.ts'
import { createFairShare } from './async/fair-share.ts'
import { startQueue } from './jobs/queue.ts'
import { scrapePages } from './jobs/scrape.ts'
import { ratesJob } from './jobs/rates.ts'
import { syncJobs } from './jobs/sync.ts'
import { createLog } from './log.ts'
import { createUrlFetcher } from './files/fetch/fetch-url.ts'
import type { UrlFetcherOptions } from './files/fetch/fetch-url.ts'
import { createIntake } from './files/fetch/intake.ts'
import { createUrlPoster } from './files/fetch/post-url.ts'
import { createProber } from './files/probe/probe.ts'
import { openData, openJournalDb } from './open/data.ts'
import type { Undo } from './open/data.ts'
import { addGauges } from './metrics/gauges.ts'
import { createMetrics } from './metrics/metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import { mcpFace, metadataFace } from './mcp/face.ts'
import { builtIn } from './platforms/index.ts'
import type { Platforms } from './platforms/registry.ts'
import { platformSettings } from './platforms/settings.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import type { Services } from './services.ts'
import { readVersion } from './version.ts'

export interface Parts {
  api: boolean
  worker: boolean
  sandbox: boolean
}

/** Other platforms than those in the box, with the simulators that stand in for them. */
export interface Choice {
  platforms?: Platforms
  simulators?: SimulatorFactory[]
}

export interface App {
  url: string | null
  sandboxUrl: string | null
  /** The sandbox's process, when it has one of its own. */
  sandboxPid: () => number | null
  services: Services
  worker: Worker | null
  /** The demo company's key, on the start that made it. */
  newDemoKey: string | null
  adoptedDatabase: boolean
  close(): Promise<void>
}

/** How long calls to platforms that are in the air may take to end when we stop. */
const stopWorkWithinMs = 2_500

/** Config in, a running service out; close() undoes it all, in the opposite order. */
export async function startApp(config: Config, parts: Parts, choice: Choice = {}): Promise<App> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await assemble(config, { ...parts, platforms: builtIn, ...choice }, undo, close)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

type Chosen = Parts & Choice & { platforms: Platforms }

async function assemble(config: Config, parts: Chosen, undo: Undo, close: () => Promise<void>): Promise<App> {
  const { platforms } = parts
  const log = createLog(config.logLevel)
  const { database, db, pool, listener } = await openData(config, log, undo)
  const sandbox = await openSandbox(config, parts, { db, log }, undo)
  const sandboxUrl = config.sandboxUrl ?? sandbox?.url ?? null
  const version = readVersion()
  const metrics = openMetrics(config, version, pool)
  const secretKey = await loadSecretKey(config.secretKey, config.dataDir)
  const seal = createSeal(secretKey)
  const watch = createConnectionWatch({ db, log })
  const connections = closing(
    createConnections({
      ...{ db, platforms, seal },
      timeoutMs: config.platformTimeoutMs,
      platformSettings: platformSettings(platforms, config),
      sandboxUrl: () => sandboxUrl,
      onCall: metrics?.countPlatformCall,
      watch,
    }),
    undo,
  )
  undo.push(() => watch.close())
  const research = closing(createResearch(config.research, sandboxUrl), undo)
  const readings = createReadings({ db, pool, connections, log })
  undo.push(() => readings.stop())
  let url: string | null = null
  const publicUrl = () => config.publicUrl ?? url ?? `http://${config.host}:${config.port}`
  const media = await openMedia(config, sandboxUrl, publicUrl, undo)
  const launchMedia = await openLaunchMedia({ config, db, log, media, alone: database.alone }, undo)
  const queue = await startQueue(database.direct, { db, log }, parts.worker, {
    laterJobs: [...jobsOf(config, { db, pool, connections, log }), auditJob(auditKey(secretKey))],
    tasks: [scrapePages(openFetcher(config, sandboxUrl, pageLimits, undo))],
  })
  undo.push(() => queue.stop())
  const stopHearing = listener.on(taskChannel, queue.tasks.wake)
  undo.push(async () => stopHearing())

  const launchBody = launchBodyOf(platforms)
  const operations = operationsFor(platforms, launchBody)
  const services: Services = {
    ...{ config, db, pool, listener, log, seal, connections, media, launchMedia, readings, research, metrics },
    ...{ version, publicUrl, sandboxUrl, startedAt: new Date(), tasks: queue.tasks, launchBody },
    ...openEvents(config, { db, listener, log }, undo),
    approvals: createApprovalRunner({ services: () => services, operations: () => [...operations, carryOutDecision] }),
    operations: createOperationRunner({ services: () => services, operations: () => operations }),
    ...{ reportMemory: createReportMemory(), structureMemory: createStructureMemory(), exports: createExports(pool) },
    ...{ signInTries: createSignInTries(), oidc: config.oidc && createOidc(config.oidc) },
    backtests: createFairShare(backtestPlaces),
    healthChecks: {
      database: async () => void (await pool.query('SELECT 1')),
      queue: () => queue.check(),
      storage: () => media.store.check(),
    },
  }
  const newDemoKey = sandboxUrl || config.demoApiKey ? await ensureDemoCompany(db, config) : null
  const worker = parts.worker ? openWorker(services, openJournalDb(database.direct, undo), undo) : null
  if (parts.worker) openWebhooks(config, services, undo)
  if (parts.api) url = await openApi(config, { services, operations, alone: database.alone }, undo)
  if (parts.worker) openApprovals(services, undo)
  if (parts.worker) closing(startAutomations(services), undo)
  const sandboxPid = () => (sandbox && 'pid' in sandbox ? sandbox.pid() : null)
  return { url, sandboxUrl, sandboxPid, services, worker, newDemoKey, adoptedDatabase: database.adopted, close }
}

/** The same thing, to be closed when the service stops. */
function closing<T extends { close(): Promise<unknown> }>(thing: T, undo: Undo): T {
  undo.push(() => thing.close())
  return thing
}

interface LaunchMediaDeps {
  config: Config
  db: Db
  log: Logger
  media: MediaStorage
  alone: boolean
}

async function openLaunchMedia({ config, db, log, media, alone }: LaunchMediaDeps, undo: Undo): Promise<MediaCache> {
  const { store, intake } = media
  const stopCleaning = await keepClean({ db, log, store }, [media.tempDir, join(config.dataDir, 'fetched')], alone)
  undo.push(async () => stopCleaning())
  return createMediaCache({ db, log, store, intake, stored: createStoredMedia(db, media), dataDir: config.dataDir })
}

function jobsOf({ reportSync, ratesUrl }: Config, deps: Parameters<typeof syncJobs>[0]) {
  const endings = endingsJob(deps.connections.platforms)
  const synced = reportSync ? [...syncJobs(deps), anomaliesJob(deps)] : []
  return [...synced, ...(ratesUrl ? [ratesJob(ratesUrl)] : []), endings, watchJob(deps)]
}

/** In the demo the sandbox is part of this process; once a company works with a real platform, it has one of its own. */
async function openSandbox(config: Config, parts: Chosen, ground: { db: Db; log: Logger }, undo: Undo) {
  if (!parts.sandbox || config.sandbox === 'off' || config.sandboxUrl) return null
  if (config.sandbox === 'auto' && !(await sandboxIsNeeded(ground.db, parts.platforms))) return null
  const place = { host: config.sandboxHost, port: config.sandboxPort, dataDir: join(config.dataDir, 'sandbox') }
  const connection = await ground.db.selectFrom('connections').select('id').limit(1).executeTakeFirst()
  const sandbox = connection
    ? await startSandboxProcess(place, ground.log)
    : await startSandbox({ ...place, simulators: parts.simulators })
  undo.push(() => sandbox.close())
  return sandbox
}

function openMetrics({ metrics: isOn }: Config, version: string, pool: Pool): Metrics | null {
  if (!isOn) return null
  const metrics = createMetrics(version)
  addGauges(metrics.registry, pool, journalFigures)
  return metrics
}

/** What users give the address of is fetched through one of these. */
function openFetcher(config: Config, sandboxUrl: string | null, limits: Partial<UrlFetcherOptions>, undo: Undo) {
  const sandboxHost = sandboxUrl ? [new URL(sandboxUrl).host] : []
  return closing(createUrlFetcher({ ...limits, allowPrivateUrls: [...config.allowPrivateUrls, ...sandboxHost] }), undo)
}

async function openMedia(config: Config, sandboxUrl: string | null, publicUrl: () => string, undo: Undo) {
  const fetcher = openFetcher(config, sandboxUrl, {}, undo)
  const prober = createProber()
  undo.push(async () => prober.close())
  const storage = await openMediaStorage(config, createIntake(fetcher, prober), publicUrl)
  undo.push(async () => storage.close())
  return storage
}

function openWorker({ db, listener, connections, launchMedia, log }: Services, journalDb: Db, undo: Undo): Worker {
  const worker = startWorker({ db, journalDb, listener, connections, media: launchMedia, log })
  undo.push(() => worker.stop(stopWorkWithinMs))
  return worker
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

function openWebhooks({ allowPrivateUrls }: Config, { db, seal, eventHub, log }: Services, undo: Undo): void {
  const engine = startWebhooks({ db, seal, eventHub, log, poster: createUrlPoster({ allowPrivateUrls }) })
  undo.push(() => engine.stop())
}

interface ApiParts {
  services: Services
  operations: Operation[]
  alone: boolean
}

async function openApi(config: Config, { services, operations, alone }: ApiParts, undo: Undo): Promise<string> {
  const authenticator = createAuthenticator(services.db, services.listener, services.log)
  undo.push(() => authenticator.close())
  const limits = { key: config.rateLimit, user: limitsOfPeople }
  const rateLimiter = alone ? memoryRateLimiter(limits) : sharedRateLimiter(services.db, limits)
  const server = await createServer({
    operations,
    services,
    authenticator,
    rateLimiter,
    publicUrl: services.publicUrl,
  })
  undo.push(() => server.close())
  const door = { services, operations, rateLimiter, authenticate: authenticator.authenticate.bind(authenticator) }
  addFace(server, door, closing(mcpFace(door), undo))
  addFace(server, door, metadataFace(door))
  await server.listen({ port: config.port, host: config.host })
  return addressOf(server, config.host)
}

function openApprovals(services: Services, undo: Undo): void {
  const keeper = startApprovalKeeper(services)
  undo.push(() => keeper.close())
}

function addressOf(server: FastifyInstance, host: string): string {
  const { port } = server.server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}
