import { createBrowser } from '../../support/people/browser.ts'
import type { Attack } from '../attack.ts'

/** More than any limit on failed tries. */
const tries = 40

export const signIn: Attack = {
  name: 'sign-in',
  about: 'a stranger guesses links, so that nobody else can sign in',
  async run(stage, note) {
    const link = await stage.command('login-link', '--company', 'demo')
    const stranger = createBrowser(stage.url)
    const answers = new Set<number>()
    for (let nth = 0; nth < tries; nth++) {
      const token = `wrong-${nth}-${'x'.repeat(36)}`
      answers.add((await stranger.call('POST', '/v1/session', { body: { token } })).status)
      const response = { id: `wrong${nth}`, rawId: `wrong${nth}`, type: 'public-key', response: {} }
      answers.add((await stranger.call('POST', '/v1/session/passkey', { body: { response } })).status)
    }
    note(
      'no guess opens anything',
      [...answers].every((status) => status >= 400 && status < 500),
      [...answers],
    )
    const owner = createBrowser(stage.url)
    const { status } = await owner.call('POST', '/v1/session', { body: { token: link.split('/').at(-1) } })
    note(`the owner signs in after ${2 * tries} guesses from the same address`, status === 200, status)
    const headers = { 'x-forwarded-for': '203.0.113.99' }
    const mallory = await stage.owner('evil')
    await mallory.call('GET', '/v1/session', { headers })
    const { body } = await mallory.call('GET', '/v1/sessions', { headers })
    note('an address that a caller makes up is not believed', !JSON.stringify(body).includes('203.0.113.99'), body)
    const twice = await createBrowser(stage.url).call('POST', '/v1/session', {
      body: { token: link.split('/').at(-1) },
    })
    note('a link opens nothing twice', twice.status >= 400, twice.status)
  },
}
