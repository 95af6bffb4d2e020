import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { badRequest, brokenRules, notFound } from '../../errors.ts'
import type { UrlPoster } from '../../files/fetch/post-url.ts'
import { userIdOf } from '../context.ts'
import type { Context } from '../context.ts'
import type { EventName } from '../events/catalogue.ts'
import { numberEvents } from '../events/number.ts'
import { lastNumber } from '../events/read.ts'
import type { Seal } from '../secrets/seal.ts'
import { giveUpWaiting } from './disable.ts'
import {
  addressProblem,
  isSecret,
  makeSecret,
  openTarget,
  rotated,
  secretBytes,
  sealTarget,
  shownAddress,
} from './target.ts'
import type { Target, WebhookKind } from './target.ts'

/** As many as a company may have: each is delivered to by itself. */
export const maxWebhooks = 20

export interface WebhookDeps {
  db: Db
  seal: Seal
  poster: UrlPoster
}

type Within = Pick<Context, 'company'>

export interface StoredWebhook {
  id: number
  url: string
  kind: WebhookKind
  events: EventName[]
  enabled: boolean
  disabledReason: 'failing' | 'gone' | null
  failingSince: string | null
  createdAt: string
  updatedAt: string
}

export interface WebhookFields {
  url: string
  kind: WebhookKind
  events: EventName[]
  enabled: boolean
}

const columns = [
  'id',
  'company_id',
  'kind',
  'events',
  'sealed_target',
  'enabled',
  'disabled_reason',
  'failing_since',
] as const
const times = ['created_at', 'updated_at'] as const

type Row = Awaited<ReturnType<typeof findRow>>

function view(seal: Seal, row: Row): StoredWebhook {
  return {
    id: row.id,
    url: shownAddress(openTarget(seal, row.company_id, row.sealed_target).url, row.kind),
    kind: row.kind,
    events: row.events as EventName[],
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Makes a webhook; it is told what happens from now on. The secret is shown this once. */
export async function createWebhook(
  deps: WebhookDeps,
  context: Pick<Context, 'company' | 'actor'>,
  { url, kind, events, enabled, secret: given }: WebhookFields & { secret?: string },
): Promise<{ webhook: StoredWebhook; secret: string | null }> {
  const { db, seal, poster } = deps
  const companyId = context.company.id
  requireAddress(poster, url, kind)
  const secret = kind === 'standard' ? (given ?? makeSecret()) : null
  if (secret !== null) requireSecret(secret)
  const target: Target = { url, secrets: secret === null ? [] : [{ secret, until: null }] }
  await numberEvents(db)
  const cursor = await lastNumber(deps, context)
  await requireRoom(db, companyId)
  const row = await db
    .insertInto('webhooks')
    .values({
      company_id: companyId,
      kind,
      events,
      enabled,
      cursor,
      sealed_target: sealTarget(seal, companyId, target),
      made_by: userIdOf(context.actor),
      workspace_ids: context.company.workspaces ? [...context.company.workspaces] : null,
    })
    .returning([...columns, ...times])
    .executeTakeFirstOrThrow()
  return { webhook: view(seal, row), secret }
}

async function requireRoom(db: Db, companyId: CompanyId): Promise<void> {
  await sql`SELECT id FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`.execute(db)
  const { count } = await db
    .selectFrom('webhooks')
    .where('company_id', '=', companyId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxWebhooks)
    throw brokenRules([{ path: '', message: `a company has at most ${maxWebhooks} webhooks; delete one first` }])
}

function requireAddress(poster: UrlPoster, url: string, kind: WebhookKind): void {
  const message = addressProblem(url, kind, (target) => poster.isNamed(target))
  if (message) throw badRequest([{ path: 'url', message }])
}

function requireSecret(secret: string): void {
  if (isSecret(secret)) return
  const message = `must be whsec_ and ${secretBytes.min} to ${secretBytes.max} bytes in base64`
  throw badRequest([{ path: 'secret', message }])
}

export async function listWebhooks({ db, seal }: WebhookDeps, { company }: Within): Promise<StoredWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .where('company_id', '=', company.id)
    .select([...columns, ...times])
    .orderBy('id')
    .execute()
  return rows.map((row) => view(seal, row))
}

export async function findWebhook(deps: WebhookDeps, context: Within, { id }: { id: number }): Promise<StoredWebhook> {
  return view(deps.seal, await findRow(deps, context, { id }))
}

async function findRow({ db }: { db: Db }, { company }: Within, { id }: { id: number }) {
  const row = await db
    .selectFrom('webhooks')
    .where('company_id', '=', company.id)
    .select([...columns, ...times])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('webhook', id)
  return row
}

/** Where it goes and what opens it, for whoever sends to it. */
export async function targetOf(
  deps: WebhookDeps,
  context: Within,
  ref: { id: number },
): Promise<{ kind: WebhookKind; target: Target; events: EventName[] }> {
  const { kind, events, sealed_target: sealed } = await findRow(deps, context, ref)
  return { kind, target: openTarget(deps.seal, context.company.id, sealed), events: events as EventName[] }
}

/** Changes what is given. One that is switched on again is told what happens from then on. */
export async function changeWebhook(
  deps: WebhookDeps,
  context: Within,
  { id, ...changes }: { id: number } & Partial<Omit<WebhookFields, 'kind'>>,
): Promise<{ before: StoredWebhook; after: StoredWebhook }> {
  const { db, seal, poster } = deps
  const row = await findRow(deps, context, { id })
  const companyId = context.company.id
  const target = openTarget(seal, companyId, row.sealed_target)
  if (changes.url !== undefined) requireAddress(poster, changes.url, row.kind)
  const isSwitchedOn = changes.enabled === true && !row.enabled
  if (isSwitchedOn) await numberEvents(db)
  const restart = isSwitchedOn
    ? { cursor: await lastNumber(deps, context), failures: 0, failing_since: null, disabled_reason: null }
    : {}
  const after = await inTransaction(db, async (trx) => {
    const changed = await trx
      .updateTable('webhooks')
      .where('company_id', '=', companyId)
      .set({
        ...restart,
        ...(changes.events ? { events: changes.events } : {}),
        ...(changes.enabled === undefined ? {} : { enabled: changes.enabled }),
        ...(changes.url === undefined
          ? {}
          : { sealed_target: sealTarget(seal, companyId, { ...target, url: changes.url }) }),
        // Whoever delivers to it now has it as it was.
        owner: null,
        lease_until: '-infinity',
        paused_until: '-infinity',
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returning([...columns, ...times])
      .executeTakeFirstOrThrow()
    if (row.enabled && changes.enabled === false) await giveUpWaiting(trx, context.company, { id })
    return changed
  })
  return { before: view(seal, row), after: view(seal, after) }
}

export async function deleteWebhook({ db }: { db: Db }, { company }: Within, { id }: { id: number }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('webhook', id)
}

/** Replaces the secret. The new one is shown this once; the one before signs as well for a day. */
export async function rotateSecret(
  deps: WebhookDeps,
  context: Within,
  { id, secret = makeSecret(), now }: { id: number; secret?: string; now: Date },
): Promise<string> {
  const { kind, target } = await targetOf(deps, context, { id })
  if (kind !== 'standard') throw brokenRules([{ path: '', message: `a webhook of the kind ${kind} has no secret` }])
  requireSecret(secret)
  const sealed = sealTarget(deps.seal, context.company.id, rotated(target, secret, now))
  await deps.db
    .updateTable('webhooks')
    .where('company_id', '=', context.company.id)
    .set({ sealed_target: sealed, owner: null, lease_until: '-infinity', updated_at: now })
    .where('id', '=', id)
    .execute()
  return secret
}
