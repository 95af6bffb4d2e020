import type { Logger } from 'pino'
import { missingScopes } from '../../platforms/contract/features.ts'
import type { EntityRef } from '../../platforms/contract/manage.ts'
import type { RehearsalVerbs } from '../../platforms/contract/rehearsal.ts'
import type { ConnectionHealth } from '../../platforms/contract/health.ts'
import { findAccounts, openCached } from '../connections/accounts.ts'
import { isWaiting } from '../connections/working.ts'
import type { CachedAccount, OpenAccount } from '../connections/accounts.ts'
import { discoverAccounts } from '../connections/discover.ts'
import { entityWords } from '../connections/owner.ts'
import { findConnection, openCredentials } from '../connections/store.ts'
import { openOne } from '../connections/state/daily.ts'
import { accountTrouble } from '../connections/state/health.ts'
import { hideSecrets } from '../../platforms/kit/hide-secrets.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { AccountDeps } from '../deps.ts'
import type { Seal } from '../secrets/seal.ts'
import type { TaskRef } from '../tasks.ts'
import { perform } from '../writes/perform.ts'
import { accountItems, describeLeftOut } from './granted.ts'
import type { GrantedNames } from './granted.ts'
import { readAll, refusedFinding } from './reads.ts'
import type { Finding } from './reads.ts'
import {
  endRehearsal,
  endWithoutAccounts,
  maxAttempts,
  noteAccounts,
  noteRehearsal,
  putBackRehearsal,
  takeRehearsal,
} from './store.ts'
import type { ChecklistItem, HeldRehearsal } from './store.ts'

export interface RehearsalDeps extends AccountDeps {
  seal: Seal
  log: Logger
  signal: AbortSignal
}

type Hide = (text: string) => string

/** Does one rehearsal, from taking it up to its end; after a kill it is done again, and looks for what the killed one may have made. */
export async function runRehearsal(deps: RehearsalDeps, task: TaskRef): Promise<void> {
  const { db, signal } = deps
  const held = await takeRehearsal(db, task)
  if (!held) return
  try {
    const checklist = await checklistOf(deps, held)
    if (checklist) await endRehearsal(db, held, checklist)
    else if (signal.aborted) await putBackRehearsal(db, held)
  } catch (error) {
    const why = 'It ended with a fault of the service, which is in its log.'
    const next = `Look on the platform for what is called ${held.marker}, and tell the operator.`
    if (held.attempt > maxAttempts)
      await endRehearsal(db, held, [{ accountId: null, what: 'rehearsal', state: 'problem', why, next }])
    throw error
  }
}

/** null: the service stops, or somebody else has taken it up. */
async function checklistOf(deps: RehearsalDeps, held: HeldRehearsal): Promise<ChecklistItem[] | null> {
  const { db, signal } = deps
  const company: CompanyRef = { id: held.companyId, slug: '' }
  const known = await findConnection(db, company.id, held.connection_id)
  const open = await openOne(deps, { company_id: company.id, slug: '' }, known)
  await open?.ask({ noOftener: false })
  const row = await findConnection(db, company.id, held.connection_id)
  const credentials = openCredentials(deps.seal, row) ?? {}
  const hide: Hide = (text) => hideSecrets(text, Object.values(credentials))
  const checklist: ChecklistItem[] = scopeItems(deps, row)
  let accountIds = await accountsOf(deps, company, held, row.platform)
  if (accountIds.length === 0) {
    const bare = [...checklist, ...(await accountItems(db, company, held.connection_id)), noAccountItem]
    if (await endWithoutAccounts(db, held, bare)) return bare
    // They were chosen while this one ran, which is why no other was begun for them.
    accountIds = await accountsOf(deps, company, held, row.platform)
  }
  checklist.push(...(await accountItems(db, company, held.connection_id)))
  const found: GrantedNames[] = []
  for (const [index, accountId] of accountIds.entries()) {
    const isOurs = await noteRehearsal(db, held, { progress: Math.round((index / accountIds.length) * 100) })
    if (!isOurs || signal.aborted) return null
    const account = (await findAccounts(deps, { company }, [accountId])).get(accountId)
    const findings: Finding[] = account
      ? [
          standingFinding(row.health, account),
          ...(await openCached(deps, { company }, account).then(
            (opened) => rehearseAccount(deps, held, opened, hide),
            refusedConnection,
          )),
        ]
      : [
          {
            what: 'ad account',
            state: 'problem',
            why: 'It is no longer reached through this connection.',
            next: 'Connect it again.',
          },
        ]
    for (const { names, ...finding } of findings) {
      checklist.push({ accountId, ...finding })
      if (names) found.push({ accountId, what: finding.what, names })
    }
  }
  return describeLeftOut(checklist, found)
}

const noAccountItem: ChecklistItem = {
  ...{ accountId: null, what: 'ad accounts', state: 'warning' },
  why: 'No ad account is used through this connection, so nothing was tried in one.',
  next: 'Choose ad accounts: they are rehearsed then.',
}

/** Nothing is tried through what the platform refuses. */
function refusedConnection(error: unknown): Finding[] {
  if (!isWaiting(error)) throw error
  return [{ what: 'connection', state: 'problem', why: error.message, next: 'Connect it again, then rehearse.' }]
}

/** Those that were asked for; one that began right after a consent knows none yet. */
async function accountsOf(
  deps: RehearsalDeps,
  company: CompanyRef,
  held: HeldRehearsal,
  platform: string,
): Promise<string[]> {
  if (held.account_ids.length > 0) return held.account_ids
  await discoverAccounts(deps, { company }, platform)
  return noteAccounts(deps.db, held)
}

function scopeItems(
  { connections }: AccountDeps,
  { platform: name, scopes }: { platform: string; scopes: string[] },
): ChecklistItem[] {
  const platform = connections.platforms.driver(name)
  if (!platform) return []
  const item = { accountId: null, what: 'permissions' }
  if (scopes.length === 0)
    return [{ ...item, state: 'notAsked', why: 'The platform does not tell which it gave.', next: null }]
  const missing = missingScopes(platform, scopes)
  if (missing.length === 0) return [{ ...item, state: 'ok', why: 'Every feature has what it needs.', next: null }]
  return missing.map(({ feature, scopes: lacking }) => ({
    accountId: null,
    what: `permissions for ${feature}`,
    state: 'warning',
    why: `It lacks ${lacking.join(', ')}.`,
    next: 'Connect the platform again and leave these permissions in.',
  }))
}

/** As it was found just now, or else as it was known before. */
function standingFinding(health: ConnectionHealth | null, account: CachedAccount): Finding {
  const what = 'ad account'
  const found = health?.accounts.find(({ accountId }) => accountId === account.account_id)
  const standing = found ?? { state: account.status, stateReason: null, spendLimit: null }
  const trouble = accountTrouble(standing, account.currency)
  if (trouble) return { what, state: trouble.isProblem ? 'problem' : 'warning', why: trouble.why, next: trouble.next }
  const { spendLimit } = standing
  const limit = spendLimit
    ? ` It has spent ${spendLimit.spent} of the ${spendLimit.limit} ${account.currency} that it may spend in all.`
    : ''
  return { what, state: 'ok', why: `It is active.${limit}`, next: null }
}

async function rehearseAccount(
  deps: RehearsalDeps,
  held: HeldRehearsal,
  opened: OpenAccount,
  hide: Hide,
): Promise<Finding[]> {
  const reads = await readAll(opened, hide)
  return [...reads, ...(await rehearseCreates(deps, held, opened, hide))]
}

async function rehearseCreates(
  deps: RehearsalDeps,
  held: HeldRehearsal,
  opened: OpenAccount,
  hide: Hide,
): Promise<Finding[]> {
  const { rehearsal } = opened.session
  if (!rehearsal) {
    const why = `${opened.platform.title} has no dry run of its own, so making something was not tried.`
    return [{ what: 'creating', state: 'notAsked', why, next: null }]
  }
  const findings: Finding[] = []
  if (held.attempt <= maxAttempts) findings.push(...(await tryAll(deps, held, opened, { rehearsal, hide })))
  const unconfirmed = rehearsal.unconfirmed.map(({ what, why }) => ({
    what,
    state: 'notAsked' as const,
    why,
    next: null,
  }))
  return [...findings, await lookAndRemove(deps, held, opened, { rehearsal, hide }), ...unconfirmed]
}

interface Trying {
  rehearsal: RehearsalVerbs
  hide: Hide
}

/** That something may have been made is on disk before anything is asked. */
async function tryAll(
  { db }: RehearsalDeps,
  held: HeldRehearsal,
  opened: OpenAccount,
  { rehearsal, hide }: Trying,
): Promise<Finding[]> {
  const what = 'creating'
  try {
    const findings: Finding[] = []
    for (const { level, ask, notAsked } of await rehearsal.dryRuns(opened.ref, held.marker)) {
      const named = `creating a paused ${opened.platform.levels?.[level] ?? entityWords[level]}`
      if (!ask)
        findings.push({ what: named, state: 'notAsked', why: notAsked ?? 'It cannot be asked here.', next: null })
      else if (await noteRehearsal(db, held, { progress: 50, mayHaveMade: true })) {
        const said = {
          what: named,
          state: 'ok' as const,
          why: 'The platform would take it, by its own dry run.',
          next: null,
        }
        findings.push(
          await ask().then(
            () => said,
            (error: unknown) => refusedFinding(named, error, hide),
          ),
        )
      }
    }
    return findings
  } catch (error) {
    return [refusedFinding(what, error, hide)]
  }
}

/** Looks whether something was made after all, removes it, and says so. */
async function lookAndRemove(
  deps: RehearsalDeps,
  held: HeldRehearsal,
  opened: OpenAccount,
  { rehearsal, hide }: Trying,
): Promise<Finding> {
  const what = 'nothing was made'
  try {
    const found = await rehearsal.findMarked(opened.ref, held.marker)
    if (found.length === 0)
      return { what, state: 'ok', why: 'It was looked for afterwards, and nothing is there.', next: null }
    for (const entity of found) await remove(deps, held, opened, entity)
    const left = await rehearsal.findMarked(opened.ref, held.marker)
    const list = found.map(({ type, id }) => `${entityWords[type]} ${id}`).join(', ')
    const why = `The platform made what it was only to look at: ${list}.`
    if (left.length > 0) return { what, state: 'problem', why, next: `Delete by hand what is called ${held.marker}.` }
    return {
      what,
      state: 'problem',
      why: `${why} It was paused, and it was removed.`,
      next: `Tell ${opened.platform.title}; rehearse no further creates until that is settled.`,
    }
  } catch (error) {
    const finding = refusedFinding(what, error, hide)
    return { ...finding, next: `Look on the platform for what is called ${held.marker}, and delete it.` }
  }
}

async function remove(deps: RehearsalDeps, held: HeldRehearsal, opened: OpenAccount, ref: EntityRef): Promise<void> {
  const [entity] = (await opened.session.readEntities?.(opened.ref, [ref])) ?? []
  const write = entity && opened.session.deleteEntity?.(opened.ref, entity)
  if (!write) return
  const context = { company: { id: held.companyId, slug: '' }, operationKey: `rehearsal ${held.id} ${held.attempt}` }
  await perform(deps, context, opened, { kind: `delete ${ref.type}`, part: `delete ${ref.id}`, write })
}
