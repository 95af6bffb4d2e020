import { createBrowser } from '../../support/people/browser.ts'
import type { Browser } from '../../support/people/browser.ts'
import { strangers } from '../stage.ts'
import type { Attack } from '../attack.ts'
import type { Stage } from '../stage.ts'

/** A stream of events that somebody holds open. */
interface Held {
  status: number
  /** Resolves when the service ends it; false: it did not, for a long time. */
  ended: Promise<boolean>
}

/** Keys are ended within about two seconds; a busy machine gets more. */
const patienceMs = 60_000

async function hold(stage: Stage, headers: Record<string, string>): Promise<Held> {
  const stop = new AbortController()
  const reply = await fetch(`${stage.url}/v1/events`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  })
  const timer = setTimeout(() => stop.abort(), patienceMs)
  const read = async () => {
    try {
      for await (const chunk of reply.body!) void chunk
    } catch {
      return !stop.signal.aborted
    } finally {
      clearTimeout(timer)
    }
    return true
  }
  return { status: reply.status, ended: read() }
}

async function somebody(stage: Stage, owner: Browser): Promise<{ browser: Browser; id: number; sessionId: number }> {
  const email = `${Math.random().toString(36).slice(2)}@evil.example`
  const { body } = await owner.call('POST', '/v1/people/invites', { body: { email, role: 'member' } })
  const browser = createBrowser(stage.url)
  await browser.call('POST', `/api/invites/${String(body.link).split('/').at(-1)}/accept`, {
    body: { name: 'Soon gone' },
  })
  const people = (await owner.call('GET', '/v1/people?limit=100')).body.data as { id: number; email: string }[]
  const sessions = (await browser.call('GET', '/v1/sessions')).body.data as { id: number }[]
  return { browser, id: people.find((each) => each.email === email)!.id, sessionId: sessions[0]!.id }
}

type Gone = (of: { browser: Browser; id: number; sessionId: number }, owner: Browser) => Promise<unknown>

const ways: [string, Gone][] = [
  ['removed', ({ id }, owner) => owner.call('DELETE', `/v1/people/${id}`)],
  ['signed out', ({ browser }) => browser.call('DELETE', '/v1/session')],
  ['signed out elsewhere', ({ browser, sessionId }) => browser.call('DELETE', `/v1/sessions/${sessionId}`)],
  ['lowered', ({ id }, owner) => owner.call('PATCH', `/v1/people/${id}`, { body: { role: 'viewer' } })],
]

export const streams: Attack = {
  name: 'streams',
  about: 'somebody who was let go listens on',
  async run(stage, note) {
    const owner = await stage.owner(strangers)
    for (const [how, letGo] of ways) {
      const person = await somebody(stage, owner)
      const stream = await hold(stage, { cookie: person.browser.cookie()! })
      note(`a stream of a person is open`, stream.status === 200, stream.status)
      await letGo(person, owner)
      note(`the stream of a person who was ${how} ends`, await stream.ended)
    }
    const made = await stage.command('key', 'create', '--company', strangers, '--name', 'Brief', '--scopes', 'read')
    const stream = await hold(stage, { authorization: `Bearer ${made}` })
    const list = await stage.command('key', 'list')
    const id = list
      .split('\n')
      .find((line) => line.includes('Brief'))!
      .trim()
      .split(/\s+/)[0]!
    await stage.command('key', 'revoke', id, '--company', strangers)
    note('the stream of a revoked key ends', await stream.ended)
  },
}
