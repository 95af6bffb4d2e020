import assert from 'node:assert/strict'
import type { Browser } from '../people/browser.ts'
import type { Provider } from './provider.ts'

/** A way back from a platform, before anybody has gone it. */
export interface Begun {
  authorizeUrl: string
  /** What the browser was told to remember. */
  cookie: string
}

export async function begins(
  browser: Browser,
  platform: string,
  wish: { sandbox?: boolean; connectionId?: number; label?: string } = { sandbox: true },
): Promise<Begun> {
  const reply = await browser.call('POST', `/v1/connections/${platform}/connect`, { body: wish })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const set = reply.headers.getSetCookie().find((each) => each.startsWith('flightdeck_connect_'))
  assert.ok(set)
  return { authorizeUrl: String(reply.body.authorizeUrl), cookie: set.slice(0, set.indexOf(';')) }
}

/** Goes back to us with what the browser has: where it is led, with what it is told there. */
export async function comesBack(browser: Browser, back: URL, cookie: string | null) {
  const own = [browser.cookie(), cookie].filter((each) => each !== null).join('; ')
  const reply = await browser.call('GET', `${back.pathname}${back.search}`, { headers: { cookie: own } })
  const location = reply.headers.get('location')
  const search = location === null ? null : new URL(location).searchParams
  const code = search?.get('problem') ?? null
  return {
    ...{ status: reply.status, location, headers: reply.headers, body: reply.body },
    chosen: search?.get('chosen') ?? null,
    code,
    problem: code && ((await problemOf(browser, search?.get('platform') ?? '', own)) ?? code),
  }
}

/** What the page asks for, to say more than the code; null: nothing more is known in this browser. */
async function problemOf(browser: Browser, platform: string, cookie: string): Promise<string | null> {
  const path = `/v1/connections/${encodeURIComponent(platform)}/connect/problem`
  const { status, body } = await browser.call('GET', path, { headers: { cookie } })
  return status === 200 && typeof body.message === 'string' ? body.message : null
}

/** The whole way: the id of the connection. */
export async function connects(
  browser: Browser,
  provider: Provider,
  platform: string,
  wish?: Parameters<typeof begins>[2],
): Promise<number> {
  const { authorizeUrl, cookie } = await begins(browser, platform, wish)
  const { chosen, problem } = await comesBack(browser, provider.consents(authorizeUrl), cookie)
  assert.ok(chosen, problem ?? '')
  return Number(chosen)
}
