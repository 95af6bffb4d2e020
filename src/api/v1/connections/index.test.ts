import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { sealPurpose } from '../../../core/secrets/seal.ts'

const app = await startTestApp()

interface Listed {
  data: { platform: string; sandbox: boolean; missingScopes: { feature: string; scopes: string[] }[] }[]
}

test('a connection says which features lack which permissions; the sandbox lacks none', async () => {
  const { db, seal } = app.app.services
  // The accounts are known from now on, so the platform itself is not asked for them.
  await app.call('GET', '/v1/connections')
  const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const credentials = JSON.stringify({ accessToken: 'EAAnever0used0here' })
  await db
    .insertInto('connections')
    .values({
      company_id: company.id,
      platform: 'primary',
      label: 'main',
      sealed_credentials: seal.seal(credentials, sealPurpose(company.id, 'primary')),
      scopes: ['ads_management', 'ads_read', 'pages_show_list', 'pages_read_engagement', 'pages_manage_ads'],
    })
    .execute()
  const { body } = await app.call<Listed>('GET', '/v1/connections')
  const primary = body.data.find(({ platform }) => platform === 'primary')!
  assert.equal(primary.sandbox, false)
  assert.deepEqual(primary.missingScopes, [
    { feature: 'secondary profiles', scopes: ['instagram_basic'] },
    { feature: 'comments', scopes: ['pages_read_user_content', 'pages_manage_engagement'] },
    { feature: 'secondary comments', scopes: ['instagram_basic', 'instagram_manage_comments'] },
    { feature: 'partnership ads', scopes: ['instagram_branded_content_ads_brand', 'business_management'] },
  ])
  for (const other of body.data.filter(({ sandbox }) => sandbox)) assert.deepEqual(other.missingScopes, [])
})

test('what ends on a platform is told beside its connection', async () => {
  interface Endings {
    data: { platform: string; platformEndings: { on: string; what: string }[] }[]
  }
  const { body } = await app.call<Endings>('GET', '/v1/connections')
  const endings = body.data.flatMap(({ platformEndings }) => platformEndings)
  assert.ok(endings.length > 0)
  assert.ok(endings.every(({ on, what }) => /^\d{4}-\d\d-\d\d$/.test(on) && what.length > 0))
})
