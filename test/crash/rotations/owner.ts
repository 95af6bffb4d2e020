import assert from 'node:assert/strict'
import { begins, comesBack } from '../../support/connect/connecting.ts'
import { consentAt } from '../../support/consent.ts'
import type { Browser } from '../../support/people/browser.ts'
import { signedInTo } from '../../support/people/browser.ts'
import type { Stage } from '../stage.ts'

/** Somebody of the stage's company who connects as people do: from our page to the platform's, and back with the cookie. */
export interface Owner {
  slug: string
  /** Consents, and uses whatever that opens. Answers the connection. */
  connect(platform: string): Promise<number>
  connectAgain(platform: string, connectionId: number): Promise<void>
}

export async function comeIn(stage: Stage): Promise<Owner> {
  const { browser, slug } = await stage.withDatabase(async (db) => {
    // The service has a company of its own, for whoever tries it.
    const company = await db
      .selectFrom('companies')
      .select(['id', 'slug'])
      .where('slug', 'like', 'crash-%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { slug: company.slug, browser: await signedInTo({ url: stage.url, db }, company, 'admin') }
  })
  async function consent(platform: string, connectionId?: number): Promise<number> {
    const wish = { sandbox: true, ...(connectionId === undefined ? {} : { connectionId }) }
    const { authorizeUrl, cookie } = await begins(browser, platform, wish)
    const { chosen, problem } = await comesBack(browser, await consentAt(authorizeUrl, { tenant: slug }), cookie)
    assert.ok(chosen, problem ?? 'The callback led nowhere.')
    return Number(chosen)
  }
  return {
    slug,
    async connect(platform) {
      const id = await consent(platform)
      await useAll(browser, id)
      return id
    },
    async connectAgain(platform, connectionId) {
      assert.equal(await consent(platform, connectionId), connectionId)
    },
  }
}

async function useAll(browser: Browser, connectionId: number): Promise<void> {
  const path = `/v1/connections/${connectionId}/accounts`
  const { body } = await browser.call('GET', path)
  const accounts = (body.accounts as { id: string }[]).map(({ id }) => ({ accountId: id }))
  const { status } = await browser.call('PUT', path, { body: { accounts } })
  assert.equal(status, 200)
}
