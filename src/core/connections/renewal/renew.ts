import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { createPermits, withPermit } from '../../../async/permits.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import type { Tables } from '../../../db/tables/tables.ts'
import { PlatformError } from '../../../errors.ts'
import { isOutage } from '../../../outage.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { AskToken, KeptToken, Renewed, TokenInHand } from '../../../platforms/contract/tokens.ts'
import { timesIn } from '../../../platforms/kit/oauth/oauth.ts'
import { sealPurpose } from '../../secrets/seal.ts'
import type { Seal } from '../../secrets/seal.ts'
import { holdsStill, holdWithin, orBusy } from './hold.ts'
import { createRecentRefusals, noteRefusal } from './refusal.ts'
import type { RecentRefusals } from './refusal.ts'
import { sealToken, storedToken } from './stored-token.ts'

/** Each holds a database connection while it takes another: far fewer at once than there are, or all would wait for each other. */
const maxAtOnce = 4
/** A token with less left than this is not handed to anybody who asks for one. */
const spareMs = 5 * 60_000
/** So soon what nobody can renew now is looked at again: credentials may be replaced, and ends may be learned. */
const lookAgainMs = 86_400_000
/** What the platform gave and the database did not take is offered to it again after so long each time. */
const storeAgainMs = [0, 1_000, 5_000, 20_000]

interface RenewalDeps {
  db: Db
  seal: Seal
  /** The longest time that a request to a platform may take. */
  timeoutMs: number
}

interface RenewedConnection {
  id: number
  company_id: CompanyId
}

/** Why a token is wanted: a session cannot use the one in its hand, or it is time. */
type RenewalCause = TokenInHand | 'ahead'

/** What is stored from now on, sealed as it is. */
type StoredAnew = Renewed & { sealed: Buffer }

export interface Renewals {
  renew(platform: Platform, row: RenewedConnection, cause: RenewalCause, ask: AskToken): Promise<StoredAnew>
}

type Row = Selectable<Tables['connections']>

/** What was found under the lock. */
interface Found {
  row: Row
  credentials: Record<string, string>
  token: KeptToken | null
  /** Somebody asked for a token before, and nobody has the answer. */
  wasLost: boolean
}

/**
 * The one way to a new token of a stored connection. Whoever renews holds the connection's row; it leaves a note of the attempt that outlives
 * it, and what the platform answers is stored before anybody uses it.
 */
export function createRenewals(deps: RenewalDeps): Renewals {
  const permits = createPermits(maxAtOnce)
  const refusals = createRecentRefusals()
  return {
    renew: (platform, row, cause, ask) =>
      withPermit(permits, async () => {
        const ended = await renewOrKeep({ ...deps, refusals }, { platform, row, cause, ask })
        if (!('refusal' in ended)) return ended
        // What nobody has written down is asked for again.
        if (ended.asked && !ended.refusal.retryable) refusals.note(ended.asked, ended.refusal)
        throw ended.refusal
      }),
  }
}

interface Attempt {
  platform: Platform
  row: RenewedConnection
  cause: RenewalCause
  ask: AskToken
}

interface Refused {
  refusal: PlatformError
  /** With what the platform was asked; absent: it was not. */
  asked?: Row
}

type RenewalParts = RenewalDeps & { refusals: RecentRefusals }

/** What the platform has given is not lost with the transaction that was to store it: it ends when this process stands still in it. */
async function renewOrKeep(parts: RenewalParts, attempt: Attempt): Promise<StoredAnew | Refused> {
  let given: Given | null = null
  const asking = async (credentials: Record<string, string>) => {
    const fresh = await attempt.ask(credentials)
    given = { with: credentials, fresh }
    return fresh
  }
  try {
    return await parts.db.transaction().execute((trx) => renewLocked(parts, trx, { ...attempt, ask: asking }))
  } catch (error) {
    if (given && isOutage(error)) return storeLate(parts, attempt, given)
    throw orBusy(attempt.platform, error)
  }
}

/** What the platform gave, and for which credentials. */
interface Given {
  with: Record<string, string>
  fresh: Renewed
}

/** Unless others are stored by now: then those are used. Where the old ones were found dead meanwhile, the next look finds these. */
async function storeLate({ db, seal, timeoutMs }: RenewalParts, attempt: Attempt, given: Given): Promise<StoredAnew> {
  const { platform, row } = attempt
  for (let time = 0; ; time++) {
    await delay(storeAgainMs[time])
    try {
      return await db.transaction().execute(async (trx) => {
        await holdWithin(trx, timeoutMs)
        const found = await lock(seal, trx, platform, row)
        const isReplaced = !isDeepStrictEqual(found.credentials, given.with)
        return isReplaced ? asFound(found) : store(seal, trx, platform, { found, fresh: given.fresh })
      })
    } catch (error) {
      if (!isOutage(error) || time === storeAgainMs.length - 1) throw orBusy(platform, error)
    }
  }
}

async function renewLocked(
  { db, seal, timeoutMs, refusals }: RenewalParts,
  trx: Db,
  { platform, row, cause, ask }: Attempt,
): Promise<StoredAnew | Refused> {
  await holdWithin(trx, timeoutMs)
  const found = await lock(seal, trx, platform, row)
  if (!isDue(platform, found, cause)) {
    await planNext(trx, platform, found)
    return asFound(found)
  }
  const refusal = refusals.find(found.row)
  if (refusal) return { refusal }
  // Through another connection: it stays when this one ends without an answer.
  await noteAttempt(db, row)
  await holdsStill(trx)
  try {
    return await store(seal, trx, platform, { found, fresh: await ask(found.credentials) })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return { refusal: await fail(trx, platform, { found, cause, error }), asked: found.row }
  }
}

async function lock(seal: Seal, trx: Db, platform: Platform, { id, company_id }: RenewedConnection): Promise<Found> {
  const row = await trx
    .selectFrom('connections')
    .where('company_id', '=', company_id)
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) {
    const message = 'This connection was removed meanwhile.'
    throw new PlatformError({ platform: platform.name, kind: 'auth', message })
  }
  const text = seal.open(row.sealed_credentials, sealPurpose(company_id, row.platform))
  const credentials = JSON.parse(text) as Record<string, string>
  const note = await trx
    .selectFrom('connection_renewals')
    .where('company_id', '=', company_id)
    .select('began_at')
    .where('connection_id', '=', id)
    .executeTakeFirst()
  const token = storedToken(seal, row, credentials) ?? tokenIn(credentials)
  return { row, credentials, token, wasLost: note !== undefined }
}

function tokenIn(credentials: Record<string, string>): KeptToken | null {
  const { accessToken } = credentials
  const { accessTokenEndsAt: end } = timesIn(credentials)
  return accessToken !== undefined && end ? { accessToken, endsAt: end.toISOString() } : null
}

function isDue({ oauth }: Platform, { row, credentials, token, wasLost }: Found, cause: RenewalCause): boolean {
  const renewal = oauth?.renewal
  if (cause === 'ahead' && !renewal?.isPossible(credentials)) return false
  // What it was renewed with may be gone: nobody is served by finding out later.
  if (wasLost && (cause === 'ahead' || renewal?.oldOneLives === false)) return true
  const left = token ? Date.parse(token.endsAt) - Date.now() : null
  if (cause === 'ahead') return row.state !== 'broken' && left !== null && left <= (renewal?.beforeMs ?? 0)
  const accessToken = token?.accessToken ?? credentials.accessToken
  return accessToken === undefined || accessToken === cause.accessToken || (left !== null && left <= spareMs)
}

function asFound({ row, credentials, token }: Found): StoredAnew {
  const { expires_at: expiresAt, renewable_until: renewableUntil, sealed_credentials: sealed } = row
  return { credentials, token, expiresAt, renewableUntil, scopes: [], sealed }
}

/** When it is looked at next, ahead of its end. */
async function planNext(trx: Db, platform: Platform, { row, credentials, token, wasLost }: Found): Promise<void> {
  if (wasLost && !platform.oauth?.renewal?.isPossible(credentials)) await forgetAttempt(trx, row)
  const renewal = platform.oauth?.renewal
  const isSure = row.state !== 'broken' && renewal?.isPossible(credentials) === true
  const at = isSure && token ? Date.parse(token.endsAt) - renewal.beforeMs : Date.now() + lookAgainMs
  await change(trx, row, { renews_at: new Date(at) })
}

async function noteAttempt(db: Db, { id, company_id }: RenewedConnection): Promise<void> {
  const began_at = new Date()
  await db
    .insertInto('connection_renewals')
    .values({ connection_id: id, company_id, began_at })
    .onConflict((conflict) => conflict.column('connection_id').doUpdateSet({ began_at }))
    .execute()
}

async function forgetAttempt(trx: Db, { id, company_id }: RenewedConnection): Promise<void> {
  await trx
    .deleteFrom('connection_renewals')
    .where('company_id', '=', company_id)
    .where('connection_id', '=', id)
    .execute()
}

/** The new pair and its ends, and the note away: in one commit. */
async function store(
  seal: Seal,
  trx: Db,
  platform: Platform,
  { found, fresh }: { found: Found; fresh: Renewed },
): Promise<StoredAnew> {
  const { row } = found
  const { credentials, token, expiresAt, renewableUntil } = fresh
  const isSame = isDeepStrictEqual(credentials, found.credentials)
  const text = JSON.stringify(credentials)
  const sealed = isSame ? row.sealed_credentials : seal.seal(text, sealPurpose(row.company_id, row.platform))
  await change(trx, row, {
    ...(isSame ? {} : { sealed_credentials: sealed }),
    sealed_token: token && sealToken(seal, { ...row, credentials: isSame ? found.credentials : credentials }, token),
    ...(expiresAt ? { expires_at: expiresAt } : {}),
    ...(renewableUntil ? { renewable_until: renewableUntil } : {}),
    ...(row.state === 'expiring' ? { state: 'ok' as const, state_reason: null } : {}),
    renews_at: renewsAt(platform, token),
  })
  await forgetAttempt(trx, row)
  return { ...fresh, sealed }
}

/** What lives shorter than it is renewed ahead is renewed half way. */
function renewsAt({ oauth }: Platform, token: KeptToken | null): Date {
  const now = Date.now()
  if (!token) return new Date(now + lookAgainMs)
  const left = Date.parse(token.endsAt) - now
  return new Date(now + Math.max(left - (oauth?.renewal?.beforeMs ?? 0), left / 2))
}

interface FailedAttempt {
  found: Found
  cause: RenewalCause
  error: PlatformError
}

/** Whatever the platform said is kept; answers what whoever asked is told. */
async function fail(trx: Db, platform: Platform, { found, cause, error }: FailedAttempt): Promise<PlatformError> {
  const { row, token, wasLost, credentials } = found
  if (error.retryable) {
    // An answer that nobody has leaves the note; so does one that was missing before.
    if (error.kind !== 'unknown' && !wasLost) await forgetAttempt(trx, row)
    // Whatever it was wanted for has not been begun.
    return error.kind === 'unknown' ? new PlatformError({ ...error.failure, kind: 'transient' }) : error
  }
  await forgetAttempt(trx, row)
  const isRefused = cause !== 'ahead' && cause.isRefused
  const livesUntil = token && !isRefused && Date.parse(token.endsAt) > Date.now() ? new Date(token.endsAt) : null
  await noteRefusal(trx, platform, { id: row.id, credentials, livesUntil, wasLost, error })
  await change(trx, row, {
    renews_at: new Date(Date.now() + lookAgainMs),
    ...(livesUntil ? { expires_at: livesUntil, renewable_until: null } : {}),
  })
  return error
}

type Changes = Partial<
  Pick<
    Row,
    'sealed_credentials' | 'sealed_token' | 'expires_at' | 'renewable_until' | 'renews_at' | 'state' | 'state_reason'
  >
>

async function change(trx: Db, { id, company_id }: RenewedConnection, changes: Changes): Promise<void> {
  await trx.updateTable('connections').where('company_id', '=', company_id).set(changes).where('id', '=', id).execute()
}
