import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startSandbox } from '../../sandbox/server.ts'
import type { Platform, Session, Surroundings } from '../../src/platforms/contract/platform.ts'
import { createPacer } from '../../src/platforms/kit/http/pacer.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'
import { recordingProxy } from '../support/platforms/recording-proxy.ts'
import type { Recorded } from '../support/platforms/recording-proxy.ts'

/** The real service, with everything that it says to the platforms and is answered written down. */
export interface RecordedApp {
  app: TestApp
  calls: Recorded[]
  /** Asks the service for something that it must be able to do. */
  ok: <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>
  /** Launches ads that must all come into being. */
  launch: (...ads: object[]) => Promise<number>
  /** A platform opened as the command line opens it, to check a connection. */
  open: (platform: Platform) => Session
  /** What a driver's parts are opened with, for what the service does only with more than a test holds. */
  surroundings: (platform: Platform) => Surroundings
}

export async function startRecordedApp(settings: Record<string, string> = {}): Promise<RecordedApp> {
  const sandbox = await startSandbox({ port: 0 })
  after(() => sandbox.close())
  const proxy = await recordingProxy(sandbox.url)
  after(() => proxy.close())
  const app = await startTestApp({ SANDBOX_URL: proxy.url, ...settings }, { api: true, worker: true, sandbox: false })
  const ok: RecordedApp['ok'] = async <T>(method: string, path: string, body?: object) => {
    const answer = await app.call<T>(method, path, body ? { body } : {})
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    app,
    calls: proxy.calls,
    ok,
    async launch(...ads) {
      const { adBatchId } = await ok<{ adBatchId: number }>('POST', '/v1/launch', { ads })
      const { status, failedAds } = await app.finished(adBatchId)
      assert.equal(status, 'success', JSON.stringify(failedAds))
      return adBatchId
    },
    open(platform) {
      const session = platform.open(platform.sandboxCredentials(null), surroundingsOf(platform, proxy.url))
      after(() => session.close?.())
      return session
    },
    surroundings: (platform) => surroundingsOf(platform, proxy.url),
  }
}

function surroundingsOf(platform: Platform, address: string): Surroundings {
  return {
    baseUrl: address + platform.sandboxPath,
    timeoutMs: 10_000,
    isSandbox: true,
    pacer: createPacer(platform.name, { load: async () => null, save: async () => undefined }),
    settings: {},
    now: () => new Date(),
  }
}
