import { createAuthenticator } from '../../support/people/authenticator.ts'
import { createBrowser } from '../../support/people/browser.ts'
import type { Browser } from '../../support/people/browser.ts'
import type { Attack, Note } from '../attack.ts'
import { strangers } from '../stage.ts'
import type { Stage } from '../stage.ts'

interface Person {
  id: number
  name: string
  email: string
}

async function ownerOf(browser: Browser): Promise<Person> {
  const { body } = await browser.call('GET', '/v1/people')
  return (body.data as (Person & { role: string })[]).find(({ role }) => role === 'owner')!
}

async function inviteAs(browser: Browser, email: string): Promise<string> {
  const { body } = await browser.call('POST', '/v1/people/invites', { body: { email, role: 'viewer' } })
  return String(body.link).split('/').at(-1)!
}

/** Whatever session the attacker got by an invite: it must lead nowhere but to their own company. */
async function useSession(stage: Stage, note: Note, session: Browser): Promise<void> {
  const origin = `http://localhost:${new URL(stage.url).port}`
  const key = createAuthenticator(origin)
  const { body } = await session.call('POST', '/v1/passkeys/options', { body: {} })
  const options = (body.options ?? {}) as Record<string, unknown>
  await session.call('POST', '/v1/passkeys', { body: { name: 'Mine', response: key.register(options) } })
  const thief = createBrowser(stage.url)
  const asked = await thief.call('POST', '/v1/session/passkey/options', { body: {} })
  const response = key.answer((asked.body.options ?? {}) as Record<string, unknown>)
  const reply = await thief.call('POST', '/v1/session/passkey', { body: { company: 'demo', response } })
  note('a passkey made in one company signs in to another', reply.status >= 400, reply.status)
  const made = await thief.call('POST', '/v1/keys', { body: { name: 'Stolen', scopes: ['admin'] } })
  note('and makes an admin key there', made.status >= 400, made.status)
}

/** The owner's address is confirmed: it is theirs everywhere. */
async function byInvite(stage: Stage, note: Note): Promise<void> {
  const { email } = await ownerOf(await stage.owner('demo'))
  const victim = await stage.owner('demo', email)
  const mallory = await stage.owner(strangers)
  const { id, name } = await ownerOf(victim)
  const passkeys = await victim.call('GET', '/v1/passkeys')
  const token = await inviteAs(mallory, email)
  const session = createBrowser(stage.url)
  const accepted = await session.call('POST', `/api/invites/${token}/accept`, { body: { name: 'x' } })
  note('an invite to somebody who has an account is accepted by its sender', accepted.status >= 400, accepted.status)
  await useSession(stage, note, session)
  const again = await mallory.call('POST', `/api/invites/${token}/accept`, { body: { name: 'x' } })
  note('or by its sender while signed in as themselves', again.status >= 400, again.status)
  await mallory.call('PATCH', `/v1/people/${id}`, { body: { name: 'Mallory was here', email: 'mallory@evil.example' } })
  await mallory.call('DELETE', `/v1/people/${id}`)
  const after = await ownerOf(victim)
  note('the owner is who they were', after?.id === id && after.name === name && after.email === email, after)
  const left = await victim.call('GET', '/v1/passkeys')
  note('and has the passkeys that they had', JSON.stringify(left.body) === JSON.stringify(passkeys.body), left.status)
}

/** An address that nobody has confirmed is nobody's: each company has its own person of that name. */
async function apart(stage: Stage, note: Note): Promise<void> {
  const owner = await stage.owner('demo')
  const mallory = await stage.owner(strangers)
  const address = 'ann@agency.example'
  const ann = createBrowser(stage.url)
  const joined = await ann.call('POST', `/api/invites/${await inviteAs(owner, address)}/accept`, {
    body: { name: 'Ann' },
  })
  note('somebody new joins by an invite', joined.status === 200, joined.status)
  const impostor = createBrowser(stage.url)
  const token = await inviteAs(mallory, address)
  await impostor.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Not Ann' } })
  await useSession(stage, note, impostor)
  const seen = await ann.call('GET', '/v1/session')
  note('her name stays hers', JSON.stringify(seen.body).includes('"Ann"'), seen.body)
  const foreign = await impostor.call('GET', '/v1/session')
  note('and the other one is not in her company', !JSON.stringify(foreign.body).includes('"demo"'), foreign.status)
}

async function stepUp(stage: Stage, note: Note): Promise<void> {
  const words = ['--company', 'demo', '--name', 'Inviter', '--scopes', 'admin']
  const key = await stage.command('key', 'create', ...words)
  const asked = await stage.call('POST', '/api/invites', { body: { email: 'eve@evil.example', role: 'admin' }, key })
  note('a key invites an admin and gets the link', !asked.text.includes('/invite'), asked.status)
  const list = await stage.call('GET', '/v1/people', { key })
  note('a key lists people by the dashboard’s operation', list.status === 403, list.status)
}

export const takeover: Attack = {
  name: 'takeover',
  about: 'the owner of one company wants to be the owner of another',
  async run(stage, note) {
    await byInvite(stage, note)
    await apart(stage, note)
    await stepUp(stage, note)
  },
}
