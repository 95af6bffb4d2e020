import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { declinedScopes } from '../../../platforms/contract/oauth.ts'
import type { OAuthGrant } from '../../../platforms/contract/oauth.ts'
import type { ConnectionCheck } from '../../../platforms/contract/platform.ts'
import { replaceCredentials, storeConnection } from '../store.ts'
import type { NewCredentials, StoredConnection } from '../store.ts'
import { tryCredentials } from '../trial.ts'
import type { Consenting } from './apps.ts'
import type { ConsentDeps, PendingConsent } from './begin.ts'
import { ConsentProblem } from './problem.ts'

/** A grant that is worth keeping. */
interface AcceptedGrant {
  store(trx: Db): Promise<StoredConnection>
}

/** Looks at what was granted before anything is stored. Throws ConsentProblem where it would be of no use. */
export async function acceptGrant(
  deps: ConsentDeps,
  consenting: Consenting,
  pending: PendingConsent,
  grant: OAuthGrant,
): Promise<AcceptedGrant> {
  const { platform, oauth } = consenting
  requireScopes(consenting, declinedScopes(oauth, grant.scopes))
  if (grant.accountIds?.length === 0) throw noAccounts(platform.title)
  const { isSandbox, companyId, connectionId } = pending
  const trial = await tryCredentials(deps.connections, platform, grant.credentials, isSandbox)
  if (!trial.verdict) throw notLookedAt(platform.title, trial.problem)
  const { check, reason } = trial.verdict
  if (!check) throw new ConsentProblem('refused', `${platform.title} gave a token and then refused it. ${reason}`)
  const lacking = oauth.scopes.filter(({ scope }) => check.missingScopes.includes(scope))
  requireScopes(consenting, lacking)
  if (check.accounts.length === 0) throw noAccounts(platform.title)
  const fresh: NewCredentials = { ...trial, origin: 'consent', grant }
  if (connectionId === undefined) {
    const store = async (trx: Db) => {
      const label = await freeLabel(trx, pending, check)
      return storeConnection(trx, deps.seal, {
        ...fresh,
        companyId,
        platform: platform.name,
        label,
        isSandbox,
        accountsMode: 'chosen',
      })
    }
    return { store }
  }
  await requireSameLogin(deps.db, pending, platform.title, check)
  return { store: (trx) => replaceCredentials(trx, deps.seal, { companyId, id: connectionId }, fresh) }
}

function requireScopes({ platform }: Consenting, declined: { scope: string; feature: string; isRequired: boolean }[]) {
  const needed = declined.filter(({ isRequired }) => isRequired)
  if (needed.length === 0) return
  const names = needed.map(({ scope, feature }) => `${scope} (${feature})`).join(', ')
  const text = `Nothing was connected: ${platform.title} granted less than it takes. Missing: ${names}. Connect again and leave every permission ticked.`
  throw new ConsentProblem('scopes', text)
}

/** Nobody knows what it opens, nor whose it is. */
function notLookedAt(title: string, problem: string | null): ConsentProblem {
  const said = (problem ?? '').replaceAll(/[<>]/g, ' ')
  const text = `Nothing was connected: ${title} gave a token, and could not be asked what it opens. ${said} Wait a minute, then connect again.`
  return new ConsentProblem('unavailable', text)
}

function noAccounts(title: string): ConsentProblem {
  const text = `Nothing was connected: no ad account was opened to us. Connect again and choose at least one at ${title}, as somebody who works in it.`
  return new ConsentProblem('accounts', text)
}

/** Somebody else's login in the place of this one would take its accounts away from it. */
async function requireSameLogin(
  db: Db,
  { companyId, connectionId }: PendingConsent,
  title: string,
  { accounts, identity }: ConnectionCheck,
): Promise<void> {
  const { rows } = await sql<{ known: number; opened: number }>`
    SELECT count(*)::int AS known, count(*) FILTER (WHERE account_id = ANY (${accounts.map(({ id }) => id)}))::int AS opened
    FROM connection_accounts WHERE company_id = ${companyId} AND connection_id = ${connectionId ?? null}`.execute(db)
  const [{ known, opened } = { known: 0, opened: 0 }] = rows
  if (known === 0 || opened > 0) return
  const who = identity ? ` as ${identity}` : ''
  const text = `Nothing was changed: the login at ${title}${who} opens none of the accounts of this connection. Sign in there as somebody who works in them, or connect this login as a new connection.`
  throw new ConsentProblem('other-login', text)
}

const maxLabelLength = 100

/** What it is to be called, or as whom the platform knows them, with a number where that is taken. */
async function freeLabel(
  trx: Db,
  { companyId, platform, label }: PendingConsent,
  check: ConnectionCheck,
): Promise<string> {
  const wanted = (label ?? (check.identity || 'main')).slice(0, maxLabelLength)
  await sql`SELECT id FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`.execute(trx)
  const rows = await trx
    .selectFrom('connections')
    .where('company_id', '=', companyId)
    .select('label')
    .where('platform', '=', platform)
    .execute()
  const taken = new Set(rows.map((row) => row.label))
  let free = wanted
  for (let number = 2; taken.has(free); number++) free = `${wanted} ${number}`
  return free
}
