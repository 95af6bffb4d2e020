import { setTimeout as delay } from 'node:timers/promises'
import type { CompanyId } from '../../../db/company-id.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError, PlatformError } from '../../../errors.ts'
import type { OAuthGrant } from '../../../platforms/contract/oauth.ts'
import { recordAudit } from '../../audit/record.ts'
import type { AuditEntry } from '../../audit/record.ts'
import { keepOutcome, noteAnswer, readOutcome } from '../../people/sessions/questions.ts'
import { reasonIn } from '../state/verdict.ts'
import { consentingPlatform, findApp } from './apps.ts'
import { pendingConsent, stateOf } from './begin.ts'
import type { ConsentDeps, PendingConsent } from './begin.ts'
import { acceptGrant } from './accept.ts'
import { ConsentProblem, noApp, notBegun, stillWorking } from './problem.ts'
import type { ConsentOutcome, DescribedProblem } from './problem.ts'

/** With what somebody comes back from the platform. */
export interface ConsentReturn {
  /** What was kept where they set out. */
  token: string
  answer: URLSearchParams
}

type By = Pick<AuditEntry, 'actor' | 'requestId'>

/** What else happens in the transaction that makes the connection, or opens it anew. */
type Connected = (trx: Db, made: { companyId: CompanyId; connectionId: number }) => Promise<unknown>

/**
 * Ends a consent: the code is exchanged once, however often the same answer is sent, and whoever sends it again is told what came
 * of it. Throws nothing that is about the consent: that is its outcome.
 */
export async function finishConsent(
  deps: ConsentDeps,
  { token, answer }: ConsentReturn,
  by: By,
  connected: Connected,
): Promise<ConsentOutcome> {
  const pending = pendingConsent(deps.seal, token)
  if (!pending || answer.get('state') !== stateOf(token)) return { problem: notBegun.description }
  if (!(await noteAnswer(deps, 'consent', token))) return earlierOutcome(deps, token)
  const outcome = await exchangeOnce(deps, { pending, answer, connected }, by).catch(
    (error: unknown): ConsentOutcome => {
      if (error instanceof ConsentProblem) return { problem: error.description }
      if (error instanceof AppError) return { problem: { code: 'refused', message: error.message } }
      throw error
    },
  )
  if ('problem' in outcome) await noteProblem(deps, pending, outcome.problem, by)
  await keepOutcome(deps, token, JSON.stringify(outcome))
  return outcome
}

async function exchangeOnce(
  deps: ConsentDeps,
  { pending, answer, connected }: { pending: PendingConsent; answer: URLSearchParams; connected: Connected },
  by: By,
): Promise<ConsentOutcome> {
  const consenting = consentingPlatform(deps, pending.platform)
  const { platform, oauth } = consenting
  const read = oauth.readAnswer(answer)
  if (read.kind === 'denied') throw new ConsentProblem('denied', read.reason)
  if (read.kind === 'empty')
    throw new ConsentProblem('empty', `${platform.title} sent you back without saying anything. Connect again.`)
  const found = await findApp(deps, { id: pending.companyId }, consenting, pending.isSandbox)
  if (!found) throw noApp(platform)
  const surroundings = { ...deps.connections.tokensAt(platform, pending.isSandbox), app: found.app }
  const { redirectUri, verifier } = pending
  const request = { code: read.code, redirectUri, ...(oauth.usesPkce ? { codeVerifier: verifier } : {}) }
  const grant = await oauth.exchange(surroundings, request).catch((error: unknown): OAuthGrant => {
    throw refusalOf(error, { ...found.app, code: read.code, verifier })
  })
  const accepted = await acceptGrant(deps, consenting, pending, grant)
  return inTransaction(deps.db, async (trx) => {
    const { id, before, after } = await accepted.store(trx)
    const targets = [`connection:${id}`]
    const entry = { ...by, action: 'connect', targets, before, after, outcome: 'done' } as const
    await recordAudit(trx, { id: pending.companyId }, entry)
    await connected(trx, { companyId: pending.companyId, connectionId: id })
    return { connectionId: id }
  })
}

/** What the platform said, without what was sent to it. */
function refusalOf(error: unknown, secrets: Record<string, string>): unknown {
  if (!(error instanceof PlatformError)) return error
  const code = error.retryable ? 'unavailable' : 'refused'
  // Whatever a platform writes is text.
  const said = reasonIn(error, secrets).replaceAll(/[<>]/g, ' ')
  return new ConsentProblem(code, `Nothing was connected. ${said}`)
}

/** Why the consent that was begun with this token connected nothing, for whoever began it; null: nobody knows, or it is none of theirs. */
export async function earlierProblem(
  deps: Pick<ConsentDeps, 'db' | 'seal'>,
  token: string,
  { companyId, sessionId }: { companyId: CompanyId; sessionId: number },
): Promise<DescribedProblem | null> {
  const pending = pendingConsent(deps.seal, token)
  if (pending?.companyId !== companyId || pending.sessionId !== sessionId) return null
  const outcome = JSON.parse((await readOutcome(deps, token)) ?? '{}') as Partial<{ problem: DescribedProblem }>
  return outcome.problem ?? null
}

const lookEveryMs = 200
const lookForMs = 20_000

/** Whoever comes second waits for the first. */
async function earlierOutcome(deps: ConsentDeps, token: string): Promise<ConsentOutcome> {
  const until = Date.now() + lookForMs
  for (;;) {
    const outcome = await readOutcome(deps, token)
    if (outcome !== null) return JSON.parse(outcome) as ConsentOutcome
    if (Date.now() > until) return { problem: stillWorking.description }
    await delay(lookEveryMs)
  }
}

async function noteProblem(
  { db }: ConsentDeps,
  { companyId, platform, connectionId }: PendingConsent,
  { code, message }: { code: string; message: string },
  by: By,
): Promise<void> {
  const targets = connectionId === undefined ? [] : [`connection:${connectionId}`]
  const asked = { platform, ...(connectionId === undefined ? {} : { connectionId }) }
  const error = { code, message }
  await inTransaction(db, (trx) =>
    recordAudit(trx, { id: companyId }, { ...by, action: 'connect', targets, asked, outcome: 'refused', error }),
  )
}
