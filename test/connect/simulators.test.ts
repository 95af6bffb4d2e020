import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { begins, comesBack } from '../support/connect/connecting.ts'
import { consentAt, openConsent } from '../support/consent.ts'
import type { ConsentChoices } from '../support/consent.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

/** As on a fresh start: the service, its sandbox, and nothing set. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '5' })
const owner = await signedIn(app)

interface Listed {
  data: { id: string; platform: string; sandbox: boolean; state: string; origin: string; identity: string | null }[]
}

/** People there grant all that is asked for, or nothing. */
const grantsAllOrNothing = new Set(['linkedin', 'snapchat', 'pinterest', 'google-ads'])

/** Those whose simulators have consent pages. */
for (const platform of builtIn.all.flatMap(({ oauth, name }) => (oauth ? [name] : []))) {
  test(`somebody connects ${platform} at its simulator, looks, connects it again and leaves`, async () => {
    const { body: page } = await owner.call('GET', `/v1/connections/${platform}/connect?sandbox=true`)
    assert.deepEqual([page.app, page.problem], ['sandbox', null])
    const begun = await begins(owner, platform)
    const back = await consentAt(begun.authorizeUrl)
    assert.equal(`${back.origin}${back.pathname}`, page.redirectUrl)
    const { chosen, problem } = await comesBack(owner, back, begun.cookie)
    assert.ok(chosen, problem ?? '')
    const listed = async () =>
      (await app.call<Listed>('GET', '/v1/connections')).body.data.find(({ id }) => id === chosen)
    const found = (await listed())!
    assert.deepEqual(
      [found.platform, found.sandbox, found.state, found.origin],
      [platform, true, 'ok', 'consent'],
      JSON.stringify(found),
    )
    const check = await owner.call('POST', `/v1/connections/${chosen}/check`, { body: {} })
    assert.deepEqual([check.status, check.body.state], [200, 'ok'], JSON.stringify(check.body))
    const again = await begins(owner, platform, { sandbox: true, connectionId: Number(chosen) })
    const second = await comesBack(owner, await consentAt(again.authorizeUrl), again.cookie)
    assert.equal(second.chosen, chosen, second.problem ?? '')
    const left = await owner.call('DELETE', `/v1/connections/${chosen}`)
    assert.equal(left.status, 200, JSON.stringify(left.body))
    assert.ok(left.body.revoked === true || typeof left.body.revokeByHand === 'string')
    assert.equal(await listed(), undefined)
  })

  test(`${platform}: whoever says no, or sends the answer twice, learns so in words`, async () => {
    const denied = await begins(owner, platform)
    const no = await consentAt(denied.authorizeUrl, { decision: 'deny' })
    const refused = await comesBack(owner, no, denied.cookie)
    assert.equal(refused.code, 'denied')
    assert.match(refused.problem!, /[A-Z].*\.$/)
    const begun = await begins(owner, platform)
    const back = await consentAt(begun.authorizeUrl)
    const all = await Promise.all([1, 2, 3].map(() => comesBack(owner, back, begun.cookie)))
    assert.equal(new Set(all.map(({ location }) => location)).size, 1)
    const taken = new URL(back)
    const other = await begins(owner, platform)
    taken.searchParams.set('state', new URL(other.authorizeUrl).searchParams.get('state')!)
    const used = await comesBack(owner, taken, other.cookie)
    assert.equal(used.code, 'refused', 'a code that was used')
    assert.doesNotMatch(used.problem!, new RegExp(back.searchParams.get('code') ?? 'never'))
  })

  test(`${platform}: what is left out at the simulator is missing, and nothing is connected where nothing is left`, async () => {
    const ticked = async (box: string) => {
      const { authorizeUrl } = await begins(owner, platform)
      return (await openConsent(authorizeUrl)).forms[1]!.fields.getAll(box)
    }
    const connect = async (choices: ConsentChoices) => {
      const { authorizeUrl, cookie } = await begins(owner, platform)
      return comesBack(owner, await consentAt(authorizeUrl, choices), cookie)
    }
    const [scopes, accounts] = [await ticked('scope'), await ticked('account')]
    if (scopes.length > 0) {
      const bare = await connect({ scopes: [] })
      assert.ok(['scopes', 'denied', 'refused'].includes(bare.code ?? ''), `${bare.code}: ${bare.problem}`)
      assert.match(bare.problem!, /permission|granted|agree/i, platform)
    }
    const [first] = accounts
    if (first !== undefined) {
      const none = await connect({ accounts: [] })
      assert.equal(none.code, 'accounts', none.problem ?? '')
      const one = await connect({ accounts: [first] })
      assert.ok(one.chosen, one.problem ?? '')
      const opened = await owner.call('GET', `/v1/connections/${one.chosen}/accounts`)
      assert.deepEqual(
        (opened.body.accounts as { id: string }[]).map(({ id }) => id.replace(/^act_/, '')),
        [first.replace(/^act_/, '')],
      )
    }
    assert.ok(scopes.length > 0 || accounts.length > 0 || grantsAllOrNothing.has(platform), platform)
  })
}
