import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { missingScopes } from '../../platforms/contract/features.ts'
import { meta } from '../../platforms/meta/index.ts'
import { createPacer } from '../../platforms/kit/http/pacer.ts'
import { hideSecrets } from '../../platforms/kit/hide-secrets.ts'
import { judge } from '../../core/connections/state/verdict.ts'
import { askPlatform } from './verdict.ts'
import { CommandProblem } from '../problem.ts'

const now = new Date('2027-01-01T00:00:00Z')
const check = { identity: 'Ann', accounts: [], scopes: ['ads_read'], missingScopes: [], expiresAt: null }
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

let sandbox: Sandbox

before(async () => {
  sandbox = await startSandbox()
})

after(() => sandbox.close())

function openMeta(credentials: Record<string, string>, baseUrl: string) {
  const pacer = createPacer('primary', { load: async () => null, save: async () => undefined })
  const surroundings = {
    baseUrl,
    timeoutMs: 10_000,
    isSandbox: true,
    pacer,
    settings: {},
    now: () => new Date(),
  }
  return meta.open(credentials, surroundings)
}

test('credentials that the platform takes are told with the accounts they open', async () => {
  const credentials = meta.sandboxCredentials(null)
  const session = openMeta(credentials, sandbox.url + meta.sandboxPath)
  const verdict = await askPlatform(session, credentials)
  assert.equal(verdict.state, 'ok')
  assert.deepEqual(verdict.check?.accounts, await session.listAccounts())
  assert.ok(verdict.check.accounts.length > 0)
  await session.close?.()
})

test('a connection that lacks the permissions of single features works, and is told what each lacks', async () => {
  const decline = (declinedScopes: string[]) =>
    fetch(`${sandbox.url}/_control/meta`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ declinedScopes }),
    })
  await decline(['instagram_basic', 'pages_manage_engagement'])
  const credentials = meta.sandboxCredentials(null)
  const session = openMeta(credentials, sandbox.url + meta.sandboxPath)
  const verdict = await askPlatform(session, credentials)
  assert.equal(verdict.state, 'ok')
  assert.deepEqual(missingScopes(meta, verdict.check!.scopes), [
    { feature: 'secondary profiles', scopes: ['instagram_basic'] },
    { feature: 'comments', scopes: ['pages_manage_engagement'] },
    { feature: 'secondary comments', scopes: ['instagram_basic'] },
  ])
  await decline([])
  await session.close?.()
})

test('credentials that the platform refuses are broken', async () => {
  const credentials = { accessToken: 'EAAthis0token0opens0nothing' }
  const session = openMeta(credentials, sandbox.url + meta.sandboxPath)
  const verdict = await askPlatform(session, credentials)
  assert.equal(verdict.state, 'broken')
  assert.equal(verdict.check, null)
  assert.ok(verdict.reason && !verdict.reason.includes(credentials.accessToken))
  await session.close?.()
})

test('a platform that cannot be reached says nothing about the credentials', async () => {
  const gone = await startSandbox()
  await gone.close()
  const credentials = meta.sandboxCredentials(null)
  const session = openMeta(credentials, gone.url + meta.sandboxPath)
  await assert.rejects(askPlatform(session, credentials), CommandProblem)
  await session.close?.()
})

test('a connection is expiring in its last 14 days and broken after its end', () => {
  assert.equal(judge({ ...check, expiresAt: inDays(15) }, now).state, 'ok')
  assert.equal(judge({ ...check, expiresAt: inDays(13) }, now).state, 'expiring')
  assert.equal(judge({ ...check, expiresAt: inDays(-1) }, now).state, 'broken')
})

test('a connection that lacks a permission is broken, and the permission is named', () => {
  const verdict = judge({ ...check, missingScopes: ['ads_management'] }, now)
  assert.equal(verdict.state, 'broken')
  assert.match(verdict.reason ?? '', /ads_management/)
})

test('a secret that a platform quotes is hidden, also as part of an address', () => {
  const credentials = { accessToken: 'EAA+secret/1', appSecret: 'EAA+secret/1-and-more' }
  const text = 'Malformed token EAA+secret/1 in ?t=EAA%2Bsecret%2F1 with EAA+secret/1-and-more'
  assert.equal(hideSecrets(text, Object.values(credentials)), 'Malformed token [hidden] in ?t=[hidden] with [hidden]')
})
