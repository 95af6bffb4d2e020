import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchService } from '../../bench/service.ts'
import { fetchJudges } from './tools.ts'
import { withKey } from './with-key.ts'

/**
 * `npm run conformance`: the protocol's own suite and its inspector against the real service. The other scenarios of the suite ask
 * for tools, prompts and resources with names of its own, which no product has.
 */
const scenarios = [
  'server-initialize',
  'server-stateless',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
  'input-required-result-missing-input-response',
]

interface Check {
  id: string
  status: string
  errorMessage?: string
  /** The suite says so itself where it lacks a tool of its own. */
  details?: { untestable?: boolean }
}

let failures = 0
function report(isFine: boolean, what: string): void {
  if (!isFine) failures++
  console.log(`${isFine ? 'ok    ' : 'FAILED'} ${what}`)
}

const judge = await fetchJudges()
const service = await benchService()
const proxy = await withKey(service.url, service.key)
const folder = await mkdtemp(join(tmpdir(), 'flightdeck-conformance-'))

for (const scenario of scenarios) {
  const place = join(folder, scenario)
  await judge('conformance', ['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario, '-o', place])
  const checks = globSync('**/checks.json', { cwd: place }).flatMap(
    (file) => JSON.parse(readFileSync(join(place, file), 'utf8')) as Check[],
  )
  const tested = checks.filter(({ details }) => !details?.untestable)
  const failed = tested.filter(({ status }) => status === 'FAILURE')
  const left = checks.length - tested.length
  const note = left > 0 ? `, ${left} left out that need tools of the suite` : ''
  report(
    checks.length > 0 && failed.length === 0,
    `${scenario}: ${tested.length - failed.length} of ${tested.length}${note}`,
  )
  for (const { id, errorMessage } of failed) console.log(`         ${id}: ${errorMessage}`)
}

const http = [`${service.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${service.key}`]
const stdio = [
  ...['-e', `FLIGHTDECK_URL=${service.url}`, '-e', `FLIGHTDECK_KEY=${service.key}`],
  ...[process.execPath, join(import.meta.dirname, '..', '..', 'src', 'main.ts'), 'mcp'],
]
for (const [way, where] of Object.entries({ http, stdio })) {
  for (const [question, answer] of [
    [['tools/list'], /"plan_launch"/],
    [['tools/call', '--tool-name', 'list_ad_accounts', '--tool-arg', 'limit=2'], /act_\d+/],
    [['resources/list'], /flightdeck:\/\/docs\/guards/],
    [['prompts/list'], /"find_waste"/],
  ] as const) {
    const { code, out } = await judge('mcp-inspector', ['--cli', ...where, '--method', ...question])
    report(code === 0 && answer.test(out), `inspector over ${way}: ${question[0]}`)
    if (code !== 0) console.log(`         ${out.slice(0, 500)}`)
  }
}

proxy.close()
await service.remove()
await rm(folder, { recursive: true, force: true })
process.exit(failures === 0 ? 0 : 1)
