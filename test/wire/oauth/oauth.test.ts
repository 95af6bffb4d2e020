import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import { required } from '../../../src/lookup.ts'
import type { OAuthSurroundings } from '../../../src/platforms/contract/oauth.ts'
import type { Platform } from '../../../src/platforms/contract/platform.ts'
import { builtIn } from '../../../src/platforms/index.ts'
import { consentAt } from '../../support/consent.ts'
import { recordingProxy } from '../../support/platforms/recording-proxy.ts'
import { checkCalls, unused } from '../check.ts'
import type { Interface } from '../interface.ts'
import described from './operations.json' with { type: 'json' }

const sandbox = await startSandbox({ port: 0 })
after(() => sandbox.close())
const proxy = await recordingProxy(sandbox.url)
after(() => proxy.close())

/** Somebody consents, the code is exchanged, what can be renewed is renewed, and all is taken back. */
async function connectAndLeave(platform: Platform): Promise<void> {
  const oauth = required(platform.oauth, 'consent')
  const surroundings: OAuthSurroundings = {
    ...{ app: oauth.sandboxApp, sandboxUrl: proxy.url, timeoutMs: 10_000, now: () => new Date() },
  }
  const redirectUri = `http://localhost:8080/connect/${platform.name}/callback`
  const codeVerifier = randomBytes(48).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const pkce = oauth.usesPkce ? { codeChallenge } : {}
  const asked = oauth.authorizeUrl(surroundings, { state: 'state-1', redirectUri, ...pkce })
  // Only how the page is asked for is the platform's; what is pressed on it is the simulator's own.
  await fetch(asked)
  const back = await consentAt(asked.replace(proxy.url, sandbox.url))
  const answer = oauth.readAnswer(back.searchParams)
  assert.ok(answer.kind === 'code', JSON.stringify(answer))
  const proof = oauth.usesPkce ? { codeVerifier } : {}
  const { credentials } = await oauth.exchange(surroundings, { code: answer.code, redirectUri, ...proof })
  const renewed = oauth.renewal?.isPossible(credentials) ? await oauth.renewal.renew(surroundings, credentials) : null
  await oauth.revoke?.(surroundings, renewed?.credentials ?? credentials)
}

for (const platform of builtIn.all.filter(({ oauth }) => oauth !== undefined))
  test(`${platform.name}: consent, exchange, renewal and leaving keep to what its maker describes`, async () => {
    const known = (described as unknown as Record<string, Interface>)[platform.name]
    assert.ok(known, `operations.json describes no consent of ${platform.name}`)
    await connectAndLeave(platform)
    const findings = await checkCalls(known, proxy.calls)
    assert.deepEqual(findings.problems, [])
    assert.deepEqual(unused(known, findings), [])
  })
