import { keyIdOf } from '../../core/context.ts'
import type { Actor, Caller } from '../../core/context.ts'
import { livingSessions } from '../../core/people/sessions/sessions.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'

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
  const kinds = { key: keysAre, session: sessionsAre, grant: grantsAre }
  const watched: Record<keyof typeof kinds, Map<number, Set<Watched>>> = {
    ...{ key: new Map(), session: new Map(), grant: new Map() },
  }

  async function check(): Promise<void> {
    for (const kind of ['key', 'session', 'grant'] as const) {
      const ids = [...watched[kind].keys()]
      endThose(watched[kind], ids, await kinds[kind](db, ids))
    }
  }

  async function checkOne(kind: keyof typeof watched, id: number): Promise<void> {
    endThose(watched[kind], [id], await kinds[kind](db, [id]))
  }

  return {
    watch(caller, ended, when) {
      const [kind, id] = placeOf(caller.actor)
      if (id === null) return () => undefined
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

/** By what somebody is let in. */
function placeOf(actor: Actor): ['session' | 'grant' | 'key', number | null] {
  if (actor.kind === 'user') return ['session', actor.sessionId]
  if (actor.kind === 'agent' && actor.assistant) return ['grant', actor.assistant.grantId]
  return ['key', keyIdOf(actor)]
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

/** What assistants may that somebody connected, by their grants. */
async function grantsAre(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { livingGrants } = await import('../../core/assistants/tokens/living.ts')
  return new Map([...(await livingGrants(db, ids))].map(([id, caller]) => [id, rightsOf(caller)]))
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
