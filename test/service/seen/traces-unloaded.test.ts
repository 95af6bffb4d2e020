import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { makeApiKey } from '../../../src/core/people/keys.ts'
import { makeDataDir, startTestApp } from '../../support/harness.ts'
import { sharedKey } from '../../support/service/child-env.ts'
import { startCollector } from '../../support/service/collector.ts'
import { startService } from '../../support/service/service-process.ts'

const collector = await startCollector()

test('without a collector nothing that traces is loaded', async () => {
  const { databaseUrl } = await startTestApp({ SANDBOX: 'off' }, { api: true, worker: false, sandbox: false })
  const report = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      if (url.endsWith('/trace/otel.ts') || url.includes('/@opentelemetry/')) console.error('LOADS ' + url)
      return next(url, context)
    } })`
  const dataDir = await makeDataDir()
  const settings = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX: 'off', DEMO_API_KEY: makeApiKey(), ...sharedKey },
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(report)}`,
  }
  for (const endpoint of ['', collector.url]) {
    const service = await startService({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    await service.end('SIGTERM')
    assert.equal(service.output().includes('LOADS'), endpoint !== '', service.output())
    assert.ok(!service.output().includes('@opentelemetry'), service.output())
  }
  await rm(dataDir, { recursive: true })
})
