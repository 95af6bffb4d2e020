import { keyIdOf } from '../core/context.ts'
import type { Actor, Caller } from '../core/context.ts'
import { livingSessions } from '../core/people/sessions/sessions.ts'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'

/** Whoever is behind answers that go on for long: such an answer ends when they may do less, or other things, than when it began. */
export interface WatchedCallers {
  /** now: looks at once, for answers that go on: what changed since they were let in was said too early to be heard. */
  watch: (caller: Caller, ended: () => void, when?: 'now') => () => void
  /** Looks which of the watched are no longer what they were. */
  check(): Promise<void>
}

interface Watched {
  /** What they may, as it was. */
  was: string
  ended: () => void
}

export function createWatchedCallers(db: Db): WatchedCallers {
  const watched = { key: new Map<number, Set<Watched>>(), session: new Map<number, Set<Watched>>() }

  async function check(): Promise<void> {
    const ids = { key: [...watched.key.keys()], session: [...watched.session.keys()] }
    const [keys, sessions] = await Promise.all([keysAre(db, ids.key), sessionsAre(db, ids.session)])
    endThose(watched.key, ids.key, keys)
    endThose(watched.session, ids.session, sessions)
  }

  async function checkOne(kind: keyof typeof watched, id: number): Promise<void> {
    endThose(watched[kind], [id], await (kind === 'key' ? keysAre : sessionsAre)(db, [id]))
  }

  return {
    watch(caller, ended, when) {
      const { actor } = caller
      const id = keyIdOf(actor) ?? (actor.kind === 'user' ? actor.sessionId : null)
      if (id === null) return () => undefined
      const kind = actor.kind === 'user' ? 'session' : 'key'
      const among = watched[kind]
      const one = { was: rightsOf(caller), ended }
      const all = among.get(id) ?? new Set()
      among.set(id, all.add(one))
      if (when === 'now') void checkOne(kind, id).catch(() => undefined)
      return () => {
        all.delete(one)
        if (all.size === 0 && among.get(id) === all) among.delete(id)
      }
    },
    // Without the database nobody can tell; the next look will.
    check: () => check().catch(() => undefined),
  }
}

function endThose(watched: Map<number, Set<Watched>>, ids: number[], are: Map<number, string>): void {
  for (const id of ids) for (const { was, ended } of [...(watched.get(id) ?? [])]) if (are.get(id) !== was) ended()
}

function rightsOf({ company, actor }: Caller): string {
  return rightsText({ workspaces: company.workspaces ?? null, rights: rightsWord(actor) })
}

function rightsWord(actor: Actor): string {
  return actor.kind === 'user' ? actor.role : actor.scopes.toSorted().join(' ')
}

/** What somebody may, where, in one word that can be compared. */
function rightsText({ workspaces, rights }: { workspaces: readonly number[] | null; rights: string }): string {
  return `${rights} in ${workspaces?.toSorted((a, b) => a - b).join(' ') ?? 'all'}`
}

/** What those who are still signed in may, by their sessions. */
async function sessionsAre(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await livingSessions(db, ids)
  return new Map(rows.map(({ id, role, workspaces }) => [id, rightsText({ workspaces, rights: role })]))
}

/** What living keys may, by their ids. */
async function keysAre(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await everyCompany(db)
    .selectFrom('api_keys')
    .select([
      'id',
      'scopes',
      sql<number[] | null>`workspaces_left(company_id, user_id, workspace_ids)`.as('workspaces'),
    ])
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where((test) => test.or([test('expires_at', 'is', null), test('expires_at', '>', sql<Date>`now()`)]))
    .execute()
  return new Map(
    rows.map(({ id, scopes, workspaces }) => [id, rightsText({ workspaces, rights: scopes.toSorted().join(' ') })]),
  )
}
