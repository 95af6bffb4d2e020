import { z } from 'zod'
import { Answer, fileReply, operation } from '../../call/operation.ts'
import type { Origin } from '../../call/operation.ts'
import { consentingPlatform } from '../../core/connections/consent/apps.ts'
import type { Consenting } from '../../core/connections/consent/apps.ts'
import { pendingConsent, stateOf } from '../../core/connections/consent/begin.ts'
import type { PendingConsent } from '../../core/connections/consent/begin.ts'
import { finishConsent } from '../../core/connections/consent/finish.ts'
import { failed, notBegun, signedOut } from '../../core/connections/consent/problem.ts'
import type { ConsentOutcome } from '../../core/connections/consent/problem.ts'
import type { Caller } from '../../core/context.ts'
import { beginRehearsal } from '../../core/rehearsals/store.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { pathIn } from '../../config/address.ts'
import { addressForPeople } from '../../core/people/address.ts'
import { findOwnSession, readSession } from '../../core/people/sessions/sessions.ts'
import { AppError } from '../../errors.ts'
import { hideSecrets } from '../../platforms/kit/hide-secrets.ts'
import type { Services } from '../../services.ts'
import { PlatformParam } from '../v1/connections/connection-view.ts'
import { consentCookie } from './cookie.ts'
import { closedHeaders, onceMorePage, terminalPage } from './pages.ts'

const text = (description: string) => z.unknown().optional().meta({ description })

/** Set by our own page, so that a browser brings its session along: it keeps that back where another site leads here. */
const onceMore = 'flightdeck_again'

export const connectCallback = operation({
  name: 'end_connect',
  rest: { method: 'GET', path: '/connect/{platform}/callback' },
  section: 'Open',
  summary: "Where a platform sends people back to who consented there. For people's browsers.",
  description:
    'It finishes only in the browser that set out, where whoever began is still signed in to the same company, and once. It leads to the ' +
    "dashboard's connections, with `chosen` or with `problem`, a code.",
  scope: null,
  effect: 'changes',
  readsInput: true,
  input: z.object({
    platform: PlatformParam,
    state: text('Names the consent that was begun.'),
    code: text('What the consent is exchanged with; some platforms call it otherwise.'),
    error: text('Why there is none.'),
    [onceMore]: text('Set by our own page.'),
  }),
  reply: fileReply('text/html'),
  unread: (deps, { platform }) => landing(deps, String(platform), { problem: notBegun.description }),
  async handle(deps, call, input) {
    const { platform: word, ...given } = input as Record<string, unknown> & { platform: string }
    try {
      return await comeBack(deps, call, consentingPlatform(deps, word), given)
    } catch (error) {
      // A platform that does not exist has sent nobody here.
      if (error instanceof AppError) return landing(deps, word, { problem: notBegun.description })
      logFailure(deps, call.requestId, error, given)
      return landing(deps, word, { problem: failed.description })
    }
  },
})

interface ComingCall {
  requestId: string
  from: Pick<Origin, 'cookies' | 'session' | 'language'>
}

async function comeBack(
  deps: Services,
  call: ComingCall,
  { platform }: Consenting,
  { [onceMore]: again, ...given }: Record<string, unknown>,
): Promise<Answer> {
  const answer = answerIn(given)
  if (!answer) return landing(deps, platform.name, { problem: notBegun.description })
  const token = call.from.cookies[consentCookie(platform.name)]
  if (token === undefined) return terminalPage(platform.title, addressForPeople(deps.publicUrl()), call.from.language)
  const pending = pendingConsent(deps.seal, token)
  if (pending?.platform !== platform.name || answer.get('state') !== stateOf(token))
    return landing(deps, platform.name, { problem: notBegun.description })
  if (call.from.session === null && again === undefined)
    return onceMorePage(
      `?${new URLSearchParams([...answer, [onceMore, '1']]).toString()}`,
      pathIn(deps.publicUrl()),
      call.from.language,
    )
  const caller = await whoBegan(deps, call.from.session, pending)
  if (!caller) return landing(deps, platform.name, { problem: signedOut.description })
  const by = { actor: caller.actor, requestId: call.requestId }
  const rehearses = (db: Db, { companyId: id, connectionId }: { companyId: CompanyId; connectionId: number }) =>
    beginRehearsal({ db, tasks: deps.tasks }, { company: { id, slug: '' }, actor: caller.actor }, { connectionId })
  return landing(deps, platform.name, await finishConsent(deps, { token, answer }, by, rehearses))
}

/** What came along, each field once; null: one came several times, and nobody can tell which counts. */
function answerIn(given: Record<string, unknown>): URLSearchParams | null {
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  const isPlain = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string'
  return fields.every(isPlain) ? new URLSearchParams(fields) : null
}

/** Whoever set out, where this very browser is still theirs and they may still connect; null: they are not. */
async function whoBegan(
  { db }: Services,
  session: string | null,
  { companyId, userId, sessionId }: PendingConsent,
): Promise<Caller | null> {
  if (session === null || userId === undefined || sessionId === undefined) return null
  const here = await readSession(db, session)
  if (here?.sessionId !== sessionId || here.userId !== userId) return null
  const caller = await findOwnSession(db, { companyId, userId, sessionId })
  const mayConnect = caller?.actor.scopes.includes('admin') && caller.company.workspaces === undefined
  return caller && mayConnect ? caller : null
}

/** What stood against it is told as a code alone: anybody can send people to an address with words in it. */
function landing({ publicUrl, connections }: Services, word: string, outcome: ConsentOutcome): Answer {
  const platform = connections.platforms.driver(word)?.name
  const search = new URLSearchParams(
    'problem' in outcome
      ? { problem: outcome.problem.code, ...(platform ? { platform } : {}) }
      : { chosen: String(outcome.connectionId) },
  )
  const location = `${addressForPeople(publicUrl())}/connections?${search.toString()}`
  return new Answer(302, '', { ...closedHeaders, location })
}

/** What went wrong, without what opens anything. */
function logFailure({ log }: Services, requestId: string, error: unknown, given: Record<string, unknown>): void {
  const secrets = Object.values(given).filter((value) => typeof value === 'string')
  const stack = hideSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error), secrets)
  log.error({ requestId, stack }, 'a consent could not be finished')
}
