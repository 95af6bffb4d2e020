import assert from 'node:assert/strict'
import { makeSignInLink } from '../../../src/core/people/invites/links.ts'
import type { Member } from '../../../src/core/people/invites/links.ts'
import { createCompany, findCompany } from '../../../src/core/people/companies/companies.ts'
import { acceptInvite } from '../../../src/core/people/sessions/accept-invite.ts'
import { invite } from '../../../src/core/people/invites/invites.ts'
import type { Role } from '../../../src/db/tables/people.ts'
import type { TestApp } from '../harness.ts'
import type { CompanyRef } from '../../../src/core/company-ref.ts'
import type { CompanyId } from '../../../src/db/company-id.ts'
import type { EveryCompany } from '../../../src/db/scoped.ts'

interface BrowserReply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** Calls as a page of the service makes them: with the cookie of its session, and saying where it comes from. */
export interface Browser {
  userId: number
  cookie(): string | null
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<BrowserReply>
}

export function createBrowser(url: string, userId = 0): Browser {
  let cookie: string | null = null
  return {
    userId,
    cookie: () => cookie,
    async call(method, path, { body, headers = {} } = {}) {
      const reply = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie === null ? {} : { cookie }),
          ...(method === 'GET' ? {} : { origin: new URL(url).origin }),
          'user-agent': 'Test browser',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const set of reply.headers.getSetCookie()) {
        const pair = set.slice(0, set.indexOf(';'))
        if (pair.startsWith('flightdeck_session=')) cookie = pair === 'flightdeck_session=' ? null : pair
      }
      const text = await reply.text()
      const isJson = reply.headers.get('content-type')?.includes('json') ?? false
      return {
        status: reply.status,
        headers: reply.headers,
        body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text },
      }
    },
  }
}

/** A service, and the database that it works on. */
interface Location {
  url: string
  db: EveryCompany
}

const placeOf = ({ url, app }: TestApp): Location => ({ url, db: app.services.db })

/** A browser in which somebody of the demo company is signed in: its owner, or somebody new with a role. */
export async function signedIn(app: TestApp, role: Role = 'owner', workspaceIds: number[] = []): Promise<Browser> {
  const { db } = app.app.services
  const company = (await findCompany(db, 'demo'))!
  return browserOf(placeOf(app), await memberWith(app, company, role, workspaceIds))
}

/** A browser in which somebody new of this company is signed in. */
export async function signedInTo(place: Location, company: CompanyRef, role: Role): Promise<Browser> {
  return browserOf(place, await joined(place.db, company, role, []))
}

/** A browser in which the owner of a company made for it is signed in. */
export async function ownerOfNew(app: TestApp, slug: string, email = `owner@${slug}.example`): Promise<Browser> {
  const { db } = app.app.services
  const company = await createCompany(db, { name: slug, slug, owner: { email, name: `Owner of ${slug}` } })
  return browserOf(placeOf(app), await ownerOf(app, company.id))
}

/** A browser in which this person is signed in, by a link that confirms nothing. */
async function browserOf({ url, db }: Location, member: Member): Promise<Browser> {
  const browser = createBrowser(url, member.userId)
  const body = { token: await makeSignInLink(db, member) }
  const reply = await browser.call('POST', '/v1/session', { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return browser
}

/** The owner, or somebody new with a role. */
export function memberWith(
  app: TestApp,
  company: CompanyRef,
  role: Role,
  workspaceIds: number[] = [],
): Promise<Member> {
  return role === 'owner' ? ownerOf(app, company.id) : joined(app.app.services.db, company, role, workspaceIds)
}

async function ownerOf(app: TestApp, companyId: CompanyId) {
  const row = await app.app.services.db
    .selectFrom('memberships')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return { companyId, userId: row.user_id }
}

async function joined(db: EveryCompany, company: CompanyRef, role: Role, workspaceIds: number[]) {
  const actor = { kind: 'system', name: 'test', scopes: [] } as const
  const email = `${role}-${Math.random().toString(36).slice(2)}@example.com`
  const { token } = await invite({ db }, { company, actor }, { email, role, workspaceIds })
  return acceptInvite(db, { token: token!, name: `A ${role}`, as: null })
}
