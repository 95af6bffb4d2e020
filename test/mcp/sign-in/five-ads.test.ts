import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { connectByAddress, consents } from '../../support/mcp/assistant.ts'
import { createScript } from '../../support/mcp/scripted.ts'
import type { Wish } from '../../support/mcp/scripted.ts'
import { signedIn } from '../../support/people/browser.ts'

type Fields = Record<string, unknown>

const app = await startTestApp()
const owner = await signedIn(app)

/** What the person sees in the dashboard: a platform, the name of an account there, and of an ad set in it that runs. */
async function seenOn(platform: string, place = 0): Promise<string[]> {
  const rows = async (path: string) => (await owner.call('GET', path)).body.data as Record<string, string>[]
  for (const account of (await rows('/v1/adaccounts')).filter((each) => each.platform === platform)) {
    const running = await rows(`/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=25`)
    const open = running.filter(({ closed }) => !closed)
    if (open[place]) return [platform, account.name!, open[place].label!]
  }
  throw new Error(`nothing runs on ${platform}`)
}

const wish = (named: string[], name: string, picture: string, more: Record<string, string> = {}): Wish => ({
  named,
  says: {
    'Name of the ad': name,
    Headline: name,
    'Primary text': 'Everything must go.',
    'Where a click leads': 'https://example.com/sale',
    'Where the file is': `${app.sandboxUrl}/_assets/${picture}`,
    ...more,
  },
})

/** What all of it may let run on a day, as the person sees it before they type their limit. */
async function dayOf(ads: unknown): Promise<number> {
  const { body } = await app.call('POST', '/v1/launch', { body: { ads, dryRun: true } })
  const { goesLive } = body as { goesLive: { accounts: { perDay: { inCompany: number } }[] } }
  return goesLive.accounts.reduce((sum, { perDay }) => sum + perDay.inCompany, 0)
}

test('an assistant that knows the schemas alone is asked once for more, and five ads on two platforms are approved and launched; the sixth is stopped by its limit', async () => {
  const [first, second, pins] = [await seenOn('primary'), await seenOn('primary', 1), await seenOn('pinterest')]
  const button = { 'Call to action': 'SHOP_NOW' }
  const three = ['One', 'Two', 'Three'].map((name) => wish(first, name, 'square.png', button))
  const two = ['Four', 'Five'].map((name) => wish(pins, name, 'vertical.png'))
  const script = await createScript(await connectByAddress(app, owner, { metadata: { client_name: 'Scripted' } }))
  const launch = (wishes: Wish[]) => script.plan('Plan a launch', wishes)
  // What it would launch, before it may: the person types a limit that has room for it, and for nothing more.
  const wanted = [...(await script.fill('Plan a launch', three)), ...(await script.fill('Plan a launch', two))]
  const dailyLimit = (await dayOf(wanted)) + 1
  const consent = (asked: URL) => consents(owner, asked.search.slice(1), { dailyLimit, currency: 'USD' })
  const launched: Fields[] = []
  for (const wishes of [three, two]) {
    const plan = await script.asking(() => launch(wishes), consent)
    const waits = await script.follow(plan)
    assert.equal(waits.value.outcome, 'waiting for approval', JSON.stringify(waits.value))
    const [waiting] = (await owner.call('GET', '/v1/approvals?state=waiting')).body.data as Fields[]
    const { body } = await owner.call('GET', `/v1/approvals/${String(waiting!.id)}`)
    const decided = await owner.call('POST', `/v1/approvals/${String(waiting!.id)}/approve`, {
      body: { digest: body.digest },
    })
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    assert.equal((await script.follow(waits)).value.state, 'done', 'it finds out what the person decided')
    const done = await script.follow(waits, 1)
    const over = await script.untilOver(await script.follow(done))
    launched.push(...((await script.follow(over)).value.data as Fields[]))
  }
  assert.equal(script.challenges.length, 1, 'it was asked for more once')
  assert.deepEqual(script.failures, [], 'no other call failed')
  assert.deepEqual(launched.map(({ adName }) => adName).sort(), ['Five', 'Four', 'One', 'Three', 'Two'])
  assert.equal(new Set(launched.map(({ adAccountId }) => adAccountId)).size, 2)

  const sixth = await launch([wish(second, 'Six', 'square.png', button)])
  assert.deepEqual(script.failures, [])
  assert.equal((sixth.value.guards as Fields).verdict, 'would be refused', JSON.stringify(sixth.value))
  const stopped = await script.call('run_plan', { planId: sixth.value.planId, digest: sixth.value.digest })
  assert.equal((stopped.error as Fields).code, 'guard_refused')
  assert.match(JSON.stringify(stopped), /Daily limit of Scripted/)
})
