import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropSession, keepSession, sessionCookie } from './cookies.ts'

test('over HTTPS the cookie of a session has a name that no other host can set', () => {
  const kept = keepSession('token', 'https://ads.example.com')
  assert.match(kept, /^__Host-flightdeck_session=token; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  assert.doesNotMatch(kept, /Domain/i)
  assert.match(dropSession('https://ads.example.com'), /^__Host-flightdeck_session=; Max-Age=0/)
  assert.equal(sessionCookie('http://localhost:8080'), 'flightdeck_session')
})

test('below a path the cookie stays below it: what else lives on the host does not see it', () => {
  const kept = keepSession('token', 'https://example.com/tools/ads')
  assert.match(kept, /^__Secure-flightdeck_session=token; .*Path=\/tools\/ads; HttpOnly; SameSite=Strict; Secure$/)
  assert.match(dropSession('http://localhost:8080/ads'), /^flightdeck_session=; Max-Age=0; Path=\/ads; HttpOnly/)
})
