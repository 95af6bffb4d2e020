import type { SimReply, SimRequest } from '../simulator.ts'
import { defaultTenant, isTenantName } from '../tenants.ts'
import { appsOf, appWith, isRegistered } from './apps.ts'
import type { BuiltInApp, ConsentApp } from './apps.ts'
import type { Grant, Grants } from './grants.ts'
import { consentPage, errorPage } from './page.ts'
import type { OfferedAccount } from './page.ts'
import { accountsFor, people, personNamed } from './people.ts'
import type { Person } from './people.ts'
import { challengeIn, plainQuery, returnAddress } from './question.ts'
import type { Question } from './question.ts'
import type { ConsentSettings } from './settings.ts'
import { required } from '../required.ts'

/** What a page says that sends nobody back. */
interface ProblemPage {
  status: number
  heading: string
  text: string
}

/** What is wrong with a question: told to the person, or to the app. */
type Problem = { page: ProblemPage } | { back: Record<string, string> }

/** How one platform asks people. */
export interface ConsentSite {
  title: string
  prefix: string
  /** What the service calls the platform in the address of its callback. */
  serviceName: string
  endsWithSlash?: boolean
  /** Whether apps that are live are sent no people over http, whatever the machine. */
  isLiveSafe?: boolean
  /** The parameters that may name the app. */
  clientParams: readonly string[]
  /** Words for people, by scope. */
  scopes: Readonly<Record<string, string>>
  asked(query: URLSearchParams, app: ConsentApp): string[]
  /** Whether people choose among their accounts. */
  picksAccounts: boolean
  /** Whether accounts that the company gets later stay closed although all were chosen. */
  picksForGood?: boolean
  leavesOutScopes: (question: Question) => boolean
  codeBeginning: string
  codeParam: string
  takesPkce?: boolean
  isOffline?(question: Question): boolean
  /** Whether the app wants everything given anew. */
  isForced?(question: Question): boolean
  problem?(question: Question): Problem | undefined
  /** Whether nobody is asked again about this; absent: everybody is. */
  skips?(question: Question): boolean
  /** What goes back beside the code. */
  beside?(grant: Grant): Record<string, string>
  denied: Record<string, string>
  fragment?: string
  unknownApp: ProblemPage
  wrongRedirect: ProblemPage
}

/** What the pages need of a simulator. */
export interface ConsentPlatform {
  world: { grants: Grants; settings(): ConsentSettings }
  app: BuiltInApp
  ensureTenant(tenant: string): void
  accounts(tenant: string): OfferedAccount[]
}

interface ConsentDeps {
  platform: ConsentPlatform
  site: ConsentSite
  request: SimRequest
}

interface Choice {
  scopes: string[]
  accounts: string[]
}

/** `GET` shows the page, its forms come back with `POST`. */
export function askConsent(platform: ConsentPlatform, site: ConsentSite, request: SimRequest): SimReply {
  const deps = { platform, site, request }
  const settings = platform.world.settings()
  const { query, method } = request
  const refuse = (page: ProblemPage) => errorPage(site.title, page.status, page)
  if (method !== 'GET' && method !== 'POST')
    return refuse({ status: 405, heading: 'Method not allowed', text: 'This page is opened in a browser.' })
  const app = appWith(appsOf(platform.app, settings), site.clientParams.map((name) => query.get(name)).find(Boolean))
  if (!app) return refuse(site.unknownApp)
  const redirectUri = query.get('redirect_uri') ?? ''
  const takesLoopback = settings.loopback === 'taken' && !(site.isLiveSafe && app.mode === 'live')
  if (!isRegistered(app, redirectUri, { ...site, takesLoopback })) return refuse(site.wrongRedirect)

  const asked = [...new Set(site.asked(query, app))]
  const hint = query.get('login_hint') ?? ''
  const tenant = isTenantName(hint) ? hint : defaultTenant
  const question: Question = { app, redirectUri, query, asked, tenant, person: required(people[0], 'first person') }
  const problem = site.problem?.(question)
  if (problem) return 'page' in problem ? refuse(problem.page) : sendBack(deps, question, problem.back)
  return method === 'POST' ? decide(deps, question) : ask(deps, question)
}

function ask(deps: ConsentDeps, question: Question): SimReply {
  const { consent } = deps.platform.world.settings()
  if (consent === 'denied') return sendBack(deps, question, deps.site.denied)
  if (consent === 'given' || deps.site.skips?.(question)) {
    const accounts = offered(deps, question).map(({ id }) => id)
    return allow(deps, question, { scopes: question.asked, accounts })
  }
  return show(deps, question)
}

/** A form says nothing that its page did not offer. */
function decide(deps: ConsentDeps, question: Question): SimReply {
  const { headers, body } = deps.request
  // Browsers name the page that a form stands on; pages of others are turned away before this.
  const isOurs = headers.origin !== undefined && body.kind === 'form' && body.malformed !== true
  if (!isOurs) return show(deps, question, 'The answer did not come from this page. Answer here.', 403)
  const fields = new URLSearchParams(body.raw.toString())
  const [tenant, person] = [fields.get('tenant') ?? '', personNamed(fields.get('person'))]
  if (!isTenantName(tenant) || !person)
    return show(deps, question, 'A company is named with a-z, 0-9 and -, at most 40 of them.', 422)
  const signedIn = { ...question, tenant, person }
  switch (fields.get('decision')) {
    case 'switch':
      return show(deps, signedIn)
    case 'deny':
      return sendBack(deps, signedIn, deps.site.denied)
    case 'allow':
      return allow(deps, signedIn, choiceIn(deps, signedIn, fields))
    default:
      return show(deps, signedIn, 'Press Allow or Cancel.', 422)
  }
}

function choiceIn(deps: ConsentDeps, question: Question, fields: URLSearchParams): Choice {
  const { picksAccounts, leavesOutScopes } = deps.site
  const all = offered(deps, question).map(({ id }) => id)
  const [scopes, accounts] = [new Set(fields.getAll('scope')), new Set(fields.getAll('account'))]
  return {
    scopes: leavesOutScopes(question) ? question.asked.filter((scope) => scopes.has(scope)) : question.asked,
    accounts: picksAccounts ? all.filter((id) => accounts.has(id)) : all,
  }
}

function offered({ platform }: ConsentDeps, { tenant, person }: { tenant: string; person: Person }): OfferedAccount[] {
  platform.ensureTenant(tenant)
  return accountsFor(person.id, platform.accounts(tenant))
}

function show(deps: ConsentDeps, question: Question, problem?: string, status = 200): SimReply {
  const { site, request } = deps
  const page = consentPage({
    ...question,
    title: site.title,
    action: `${site.prefix}${request.path}?${plainQuery(request)}`,
    scopes: question.asked.map((scope) => ({ scope, words: site.scopes[scope] ?? 'do what it is not said here' })),
    accounts: offered(deps, question),
    picksAccounts: site.picksAccounts,
    leavesOutScopes: site.leavesOutScopes(question),
    problem,
  })
  return { ...page, status }
}

function allow(deps: ConsentDeps, question: Question, choice: Choice): SimReply {
  const { site } = deps
  const { world } = deps.platform
  const { app, tenant, person, redirectUri, query } = question
  const { grantAccounts, codeSeconds } = world.settings()
  const all = offered(deps, question)
  const max = { chosen: all.length, first: 1, none: 0 }[grantAccounts]
  const accounts = choice.accounts.slice(0, max)
  const isWhole = person.id === 'owner' && accounts.length === all.length
  const grant = world.grants.grant({
    ...{ app: app.id, tenant, person: person.id, scopes: choice.scopes },
    declined: question.asked.filter((scope) => !choice.scopes.includes(scope)),
    accounts: isWhole && !site.picksForGood ? null : accounts,
  })
  const code = world.grants.code({
    ...{ grant, redirectUri, beginning: site.codeBeginning, seconds: codeSeconds },
    challenge: site.takesPkce ? challengeIn(query) : null,
    isOffline: site.isOffline?.(question) ?? true,
    isForced: site.isForced?.(question) ?? true,
  })
  return sendBack(deps, question, { [site.codeParam]: code, ...site.beside?.(grant) })
}

function sendBack({ site, request }: ConsentDeps, { redirectUri }: Question, answer: Record<string, string>): SimReply {
  const query = plainQuery(request)
  const location = returnAddress({ redirectUri, answer, query, fragment: site.fragment ?? '' })
  return { status: 302, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: '' }
}
