import assert from 'node:assert/strict'
import { test } from 'node:test'
import { malformedPage } from './malformed-page.ts'
import { waitingPage } from './waiting-page.ts'

test('pages that stand in for the dashboard are in the language of who opens them', () => {
  const waiting = waitingPage({ step: 'building' }, '/deck', 'de')
  assert.match(waiting, /<html lang="de">[^]*Die Oberfläche wird gebaut/)
  assert.match(waitingPage({ step: 'building' }, '', 'en'), /<html lang="en">[^]*The dashboard is being built/)
  const failed = waitingPage({ problem: 'npm <ended>' }, '', 'de')
  assert.match(failed, /lang="en">npm (?:&lt;|&#60;)ended/, 'what the tool said is no German')
  assert.match(
    malformedPage('/deck', 'de'),
    /Das ist keine Adresse von uns[^]*<a href="\/deck\/">Flightdeck öffnen<\/a>/,
  )
})
