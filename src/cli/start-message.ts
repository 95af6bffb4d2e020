import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import type { Platforms } from '../platforms/registry.ts'
import { mustShareMedia, sharingWords } from '../core/media/shared-folder.ts'
import type { Research } from '../core/research/research.ts'
import { addressForPeople } from '../core/people/address.ts'
import { firstLinkHours, makeSignInLink, signInAddress } from '../core/people/invites/links.ts'
import type { Member } from '../core/people/invites/links.ts'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import { isHeld, resumeCommand } from '../core/restored.ts'
import type { Restored } from '../core/restored.ts'
import { audited } from './audited.ts'
import { countOf, formatTime, styled } from './print.ts'

/** What stands in a log is read by others too: a link that signs somebody in, and a key, are for a terminal alone. */
export async function startMessage(app: App, isTerminal: boolean): Promise<string> {
  const { config, db, connections, version } = app.services
  const facts: [string, string][] = [
    ['API', app.url ? app.services.publicUrl() : 'not in this process'],
    ...(app.url ? pagesOf(app) : []),
    ['Worker', workerText(app)],
    ['Sandbox', app.sandboxUrl ?? 'off'],
    ['Data', config.dataDir + (config.databaseUrl ? ', with the database of DATABASE_URL' : '')],
    ...(mustShareMedia(config) ? [['Media', sharingWords(config.dataDir)] as [string, string]] : []),
  ]
  const routes = await platformRoutes(db, connections.platforms, app.sandboxUrl !== null)
  const lines = [
    styled('bold', `Flightdeck ${version} is running.`),
    '',
    ...alignPairs(facts),
    '',
    'Platforms',
    ...alignPairs([...routes, researchRoute(app.services.research)]),
    ...demoKeyLines(app, isTerminal),
    ...(isHeld(app.services.restored)
      ? heldLines(app.services.restored)
      : app.url
        ? await nextLines(app, isTerminal)
        : []),
  ]
  return lines.join('\n')
}

function workerText({ worker, probesUrl }: App): string {
  if (!worker) return 'not in this process'
  return probesUrl ? `runs here, watched at ${probesUrl}/ready` : 'runs here'
}

function heldLines({ takenAt }: Restored): string[] {
  return [
    '',
    `It was restored from a backup of ${formatTime(takenAt)} and is held: nothing is done, and keys are refused.`,
    `Next: look around with a link (${styled('cyan', './flightdeck login-link')}), then run ${styled('cyan', `./${resumeCommand}`)}.`,
  ]
}

function pagesOf({ services: { config, publicUrl } }: App): [string, string][] {
  const docs: [string, string] = ['Docs', `${publicUrl()}/docs`]
  return config.dashboard ? [['Dashboard', addressForPeople(publicUrl())], docs] : [docs]
}

/** What to do first, for people and for programs: something that can be opened or pasted as it is, and works. */
async function nextLines(app: App, isTerminal: boolean): Promise<string[]> {
  const [first, ...more] = [...(await openLines(app, isTerminal)), callLines(app)]
  const [words, ...rest] = first
  return ['', `Next: ${words}`, ...rest, ...more.flatMap(([words, ...rest]) => [`Or ${words}`, ...rest])]
}

/** The way into the dashboard. Only the start that made the demo company prints a link: others have their owner already. */
async function openLines(
  { services: { config, db, publicUrl }, newDemo }: App,
  isTerminal: boolean,
): Promise<string[][]> {
  if (!config.dashboard) return []
  const address = addressForPeople(publicUrl())
  const owner = newDemo?.owner
  if (!owner || !isTerminal)
    return [
      [
        `open the dashboard at ${address}. ${styled('cyan', './flightdeck login-link')} prints a link that signs you in.`,
      ],
    ]
  const token = await audited(db, { id: owner.companyId }, async (trx) => {
    const after = { hours: firstLinkHours }
    const entry = { action: 'login-link', targets: [`person:${owner.userId}`], after }
    return { result: await firstLink(trx, owner), entry }
  })
  const words = `open this link. It signs you in to the dashboard, once, within ${firstLinkHours} hours; then ./flightdeck login-link makes others.`
  return [[words, styled('cyan', `  ${signInAddress(address, token)}`)]]
}

/** Whoever starts the service says by it that the owner of its demo company is them. */
function firstLink(trx: Db, owner: Member): Promise<string> {
  return makeSignInLink(trx, owner, { minutes: firstLinkHours * 60, confirms: true })
}

function callLines({ services: { config, publicUrl } }: App): string[] {
  const keyFile = join(config.dataDir, 'demo-key')
  if (!config.demoApiKey && !existsSync(keyFile)) {
    const commands = './flightdeck company create "Acme", then ./flightdeck key create --company acme --name First'
    return [`make a company and a key: ${styled('cyan', commands)}`]
  }
  const key = config.demoApiKey ? '$DEMO_API_KEY' : `$(cat '${keyFile}')`
  return [
    'ask which ad accounts there are, from another terminal. The README goes on to the first launch.',
    styled('cyan', `  curl -s ${publicUrl()}/v1/adaccounts -H "Authorization: Bearer ${key}"`),
  ]
}

function demoKeyLines(app: App, isTerminal: boolean): string[] {
  if (!app.newDemo?.key) return []
  const { config } = app.services
  // A key that the operator chose is known to them, and has no business in a log.
  if (config.demoApiKey) return ['', 'The API key of the demo company is the one in DEMO_API_KEY.']
  const file = join(config.dataDir, 'demo-key')
  if (!isTerminal) return ['', `Your API key for the demo company lies in ${file}.`]
  const where = `shown once, also in ${file}`
  return ['', `Your API key for the demo company (${where}):`, `  ${styled('green', app.newDemo.key)}`]
}

async function platformRoutes(db: Db, platforms: Platforms, hasSandbox: boolean): Promise<[string, string][]> {
  const rows = await everyCompany(db)
    .selectFrom('connections')
    .select(['platform', sql<number>`count(*)::int`.as('count')])
    .where('is_sandbox', '=', false)
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
