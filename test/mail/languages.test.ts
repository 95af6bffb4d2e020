import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { startTestApp } from '../support/harness.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { withAddress } from '../support/mail/people.ts'
import { startMailServer } from '../support/mail/server.ts'

const server = await startMailServer()
const app = await startTestApp(server.settings)
const [asker, german, english] = [
  await withAddress(app, 'admin'),
  await withAddress(app, 'admin'),
  await withAddress(app, 'admin'),
]
const keeps = (language: string | null) => german.call('PATCH', '/v1/session/mails', { body: { language } })

/** The question itself: that a key of the demo was made is mailed to admins, too, sooner or later. */
async function askedOf(address: string) {
  for (;;) {
    const mail = await server.latestTo(address)
    if (/\/approvals\//.test(mail.text)) return mail
    await server.nextMail()
  }
}

test('a language is kept, told again, and forgotten; another than ours is refused', async () => {
  assert.equal((await german.call('GET', '/v1/session/mails')).body.language, null)
  assert.equal((await keeps('xx')).status, 400)
  assert.equal((await keeps('de')).body.language, 'de')
  assert.equal((await german.call('PATCH', '/v1/session/mails', { body: { launches: true } })).body.language, 'de')
  assert.equal((await english.call('GET', '/v1/session/mails')).body.language, null)
  assert.equal((await keeps(null)).body.language, null)
})

test('each is mailed in the language that they keep, and the page behind their link is in it', async () => {
  await keeps('de')
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 60 }
  const asked = await asker.call('POST', '/v1/manage/update-budget', { body })
  assert.equal(asked.status, 409, JSON.stringify(asked.body))
  const inGerman = await askedOf(german.email)
  assert.match(inGerman.text, /fragt: .*\(Freigabe \d+\)/)
  assert.match(inGerman.html, /<html lang="de">[^]*Oder öffnen Sie diese Adresse/)
  const inEnglish = await askedOf(english.email)
  assert.match(inEnglish.text, /asks: .*\(Approval \d+\)/)

  const page = async (link: string, read: string) =>
    (await fetch(link, { headers: { 'accept-language': read } })).text()
  const kept = await page(inGerman.link, 'en')
  assert.match(kept, /<html lang="de">/)
  assert.match(kept, />Freigeben</)
  assert.match(kept, /Sie wartet auf eine Entscheidung/)
  assert.match(await page(inEnglish.link, 'de-DE,de;q=0.9'), /<html lang="de">/, 'who keeps none reads as the browser')
  const plain = await page(inEnglish.link, 'fr')
  assert.match(plain, /<html lang="en">/)
  assert.match(plain, />Approve</)
})

test('pages of nobody are in the language of the browser', async () => {
  const ask = async (path: string) => {
    const headers = { 'accept-language': 'de', accept: 'text/html' }
    return (await fetch(`${app.url}${path}`, { headers })).text()
  }
  assert.match(await ask('/approvals/nothing'), /Diesen Link gibt es nicht/)
  assert.match(await ask('/connect/primary/callback?state=x&code=y'), /Es wurde nichts verbunden/)
})
