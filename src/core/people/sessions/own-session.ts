import type { Role, SignInMethod } from '../../../db/tables/people.ts'
import { roles } from '../../../db/tables/people.ts'
import { notFound } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { amongWorkspaces } from '../../reach.ts'
import { companyCurrency } from '../../currency/company-currency.ts'
import { findPerson } from '../members.ts'
import type { Person } from '../members.ts'
import { isOperator } from '../companies/operators.ts'
import { mayGive } from '../roles.ts'
import type { AccountDeps } from '../../deps.ts'

interface Named {
  id: string
  name: string
  slug: string
}

export interface OwnSession {
  person: Person
  company: Named & { currency: string | null }
  workspaces: Named[]
  session: { id: number; way: SignInMethod; createdAt: Date; expiresAt: Date; provenAt: Date | null }
  mayGiveRoles: Role[]
  /** Whether they see the whole instance. */
  operator: boolean
}

type Asking = Pick<Context, 'company' | 'actor'>

/** Who is signed in, where, and until when. */
export async function readOwnSession(
  deps: AccountDeps,
  context: Asking,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<OwnSession> {
  const { db } = deps
  const { company, actor } = context
  const person = await findPerson(deps, context, id)
  const [found, currency, workspaces, session, operator] = await Promise.all([
    db.selectFrom('companies').where('id', '=', company.id).select(['id', 'name', 'slug']).executeTakeFirstOrThrow(),
    companyCurrency(deps, context, deps.connections.platforms.names),
    db
      .selectFrom('workspaces')
      .where('company_id', '=', company.id)
      .select(['id', 'name', 'slug'])
      .where(amongWorkspaces(company, 'id'))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('sessions')
      .where('company_id', '=', company.id)
      .select(['id', 'way', 'created_at', 'expires_at', 'proven_at'])
      .where('user_id', '=', id)
      .where('id', '=', sessionId)
      .executeTakeFirst(),
    isOperator(db, actor),
  ])
  if (!session) throw notFound('session', sessionId)
  return {
    person,
    company: { ...named(found), currency },
    workspaces: workspaces.map(named),
    session: {
      ...{ id: session.id, way: session.way, provenAt: session.proven_at },
      ...{ createdAt: session.created_at, expiresAt: session.expires_at },
    },
    mayGiveRoles:
      person.role === 'owner' || person.role === 'admin' ? roles.filter((role) => mayGive(person.role, role)) : [],
    operator,
  }
}

function named({ id, name, slug }: { id: number; name: string; slug: string }): Named {
  return { id: String(id), name, slug }
}
