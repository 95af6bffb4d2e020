import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Platforms } from '../platforms/registry.ts'
import type { Research } from '../core/research/research.ts'
import type { Db } from '../db/connect.ts'
import { countOf, styled } from './print.ts'

export async function startMessage(app: App): Promise<string> {
  const { config, db, connections, version } = app.services
  const facts: [string, string][] = [
    ['API', app.url ? app.services.publicUrl() : 'not in this process'],
    ...(app.url ? [['Docs', `${app.services.publicUrl()}/docs`] as [string, string]] : []),
    ['Worker', app.worker ? 'runs here' : 'not in this process'],
    ['Sandbox', app.sandboxUrl ?? 'off'],
    ['Data', config.dataDir + (config.databaseUrl ? ', with the database of DATABASE_URL' : '')],
  ]
  const routes = await platformRoutes(db, connections.platforms, app.sandboxUrl !== null)
  const lines = [
    styled('bold', `Flightdeck ${version} is running.`),
    '',
    ...alignPairs(facts),
    '',
    'Platforms',
    ...alignPairs([...routes, researchRoute(app.services.research)]),
    ...demoKeyLines(app),
    ...(app.url ? nextLines(app) : []),
  ]
  return lines.join('\n')
}

/** Something that can be pasted as it is, and works. */
function nextLines({ services: { config, publicUrl } }: App): string[] {
  const keyFile = join(config.dataDir, 'demo-key')
  if (!config.demoApiKey && !existsSync(keyFile)) {
    const commands = './flightdeck company create "Acme", then ./flightdeck key create --company acme --name First'
    return ['', `Next: ${styled('cyan', commands)}`]
  }
  const key = config.demoApiKey ? '$DEMO_API_KEY' : `$(cat '${keyFile}')`
  return [
    '',
    'Next: ask which ad accounts there are, from another terminal. The README goes on to the first launch.',
    styled('cyan', `  curl -s ${publicUrl()}/v1/adaccounts -H "Authorization: Bearer ${key}"`),
  ]
}

function demoKeyLines(app: App): string[] {
  if (!app.newDemoKey) return []
  const { config } = app.services
  // A key that the operator chose is known to them, and has no business in a log.
  if (config.demoApiKey) return ['', 'The API key of the demo company is the one in DEMO_API_KEY.']
  const where = `shown once, also in ${join(config.dataDir, 'demo-key')}`
  return ['', `Your API key for the demo company (${where}):`, `  ${styled('green', app.newDemoKey)}`]
}

async function platformRoutes(db: Db, platforms: Platforms, hasSandbox: boolean): Promise<[string, string][]> {
  const rows = await db
    .selectFrom('connections')
    .select(['platform', sql<number>`count(*)::int`.as('count')])
    .groupBy('platform')
    .execute()
  return platforms.all.map(({ name, title }) => {
    const count = rows.find((row) => row.platform === name)?.count ?? 0
    if (count > 0) return [name, `${title}: the real platform, ${countOf(count, 'connection')}`]
    return [name, `${title}: ${hasSandbox ? 'the sandbox' : `nothing yet (flightdeck connection add ${name})`}`]
  })
}

function researchRoute({ address, isSandbox }: Research): [string, string] {
  const where = address === null ? 'nothing yet (set RESEARCH_URL)' : isSandbox ? 'the sandbox' : new URL(address).host
  return ['research', `Research tool: ${where}`]
}

function alignPairs(pairs: [string, string][]): string[] {
  const width = Math.max(...pairs.map(([label]) => label.length))
  return pairs.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`)
}
