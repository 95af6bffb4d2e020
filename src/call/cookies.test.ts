import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropSession, keepSession, sessionCookie } from './cookies.ts'

test('over HTTPS the cookie of a session has a name that no other host can set', () => {
  const kept = keepSession('token', 'https://ads.example.com/flightdeck')
  assert.match(kept, /^__Host-flightdeck_session=token; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  assert.doesNotMatch(kept, /Domain/i)
  assert.match(dropSession('https://ads.example.com'), /^__Host-flightdeck_session=; Max-Age=0/)
  assert.equal(sessionCookie('http://localhost:8080'), 'flightdeck_session')
})
