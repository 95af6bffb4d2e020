import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCaller } from '../../test/support/simulated/snapchat.ts'
import type { Fields } from './world.ts'

test('pixels, what is paid from and what can be aimed at are read; another method is refused', async (context) => {
  const { call, elements, account } = await openCaller(context)
  const pixels = elements(await call('GET', `/adaccounts/${account}/pixels`), 'pixels')
  assert.equal((pixels[0]!['pixel'] as Fields)['ad_account_id'], account)
  const me = elements(await call('GET', '/me/organizations'), 'organizations')
  const organization = (me[0]!['organization'] as Fields)['id']
  const funding = elements(await call('GET', `/organizations/${String(organization)}/fundingsources`), 'fundingsources')
  assert.equal((funding[0]!['fundingsource'] as Fields)['organization_id'], organization)
  const countries = elements(await call('GET', '/targeting/geo/country'), 'targeting_dimensions')
  assert.ok(countries.some(({ country }) => (country as Fields)['code2'] === 'us'))
  assert.equal((await call('GET', '/targeting/geo/moon')).status, 404)
  assert.equal((await call('POST', `/adaccounts/${account}/pixels`, {})).status, 405)
})

test('an audience is made, listed and read; one without a source or for another account is refused', async (context) => {
  const { call, elements, account } = await openCaller(context)
  const path = `/adaccounts/${account}/segments`
  const segment = (more: Fields = {}) => ({
    name: 'Buyers',
    ad_account_id: account,
    source_type: 'FIRST_PARTY',
    ...more,
  })
  const segments = [segment(), segment({ source_type: 'NOWHERE' }), segment({ ad_account_id: 'other' })]
  const made = elements(await call('POST', path, { segments }), 'segments')
  assert.deepEqual(
    made.map((each) => each['sub_request_status']),
    ['SUCCESS', 'ERROR', 'ERROR'],
  )
  const { id } = made[0]!['segment'] as Fields
  const listed = elements(await call('GET', path), 'segments')
  assert.deepEqual(
    listed.map((each) => (each['segment'] as Fields)['id']),
    [id],
  )
  const read = elements(await call('GET', `/segments/${String(id)}`), 'segments')
  assert.equal((read[0]!['segment'] as Fields)['upload_status'], 'NO_UPLOAD')
})
