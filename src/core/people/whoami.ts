import type { Db } from '../../db/connect.ts'
import { keyIdOf, userIdOf } from '../context.ts'
import type { Context, Scope } from '../context.ts'
import { amongWorkspaces } from '../reach.ts'

interface Named {
  id: string
  name: string
}

interface Slugged extends Named {
  slug: string
}

export interface Whoami {
  user: (Named & { email: string }) | null
  company: Slugged
  defaultWorkspace: Slugged | null
  defaultAdAccountId: string | null
  key: (Named & { scopes: Scope[]; expiresAt: string | null; spends: 'act' | 'ask' }) | null
}

type Deps = { db: Db }
type Asking = Pick<Context, 'company' | 'actor'>

/** Who asks, for which company, and what they work with unless they say otherwise. */
export async function whoami(deps: Deps, context: Asking): Promise<Whoami> {
  const { db } = deps
  const { id: companyId } = context.company
  const company = await db.selectFrom('companies').where('id', '=', companyId).selectAll().executeTakeFirstOrThrow()
  const workspace = await db
    .selectFrom('workspaces')
    .where('company_id', '=', companyId)
    .selectAll()
    .where(amongWorkspaces(context.company, 'id'))
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  const account = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(amongWorkspaces(context.company, 'workspace_id'))
    .select('account_id')
    .orderBy('is_connected', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return {
    user: await personBehind(deps, context),
    company: slugged(company),
    defaultWorkspace: workspace ? slugged(workspace) : null,
    defaultAdAccountId: account?.account_id ?? null,
    key: await keyBehind(deps, context),
  }
}

function slugged({ id, name, slug }: { id: number; name: string; slug: string }): Slugged {
  return { id: String(id), name, slug }
}

/** Who has left the company is nobody any more, also where a key of theirs goes on. */
async function personBehind({ db }: Deps, { company, actor }: Asking): Promise<Whoami['user']> {
  const id = userIdOf(actor)
  if (id === null) return null
  const person = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('memberships.company_id', '=', company.id)
    .where('users.id', '=', id)
    .executeTakeFirst()
  return person ? { id: String(person.id), name: person.name, email: person.email } : null
}

async function keyBehind({ db }: Deps, { company, actor }: Asking): Promise<Whoami['key']> {
  const id = keyIdOf(actor)
  if (id === null) return null
  const key = await db
    .selectFrom('api_keys')
    .where('company_id', '=', company.id)
    .select(['id', 'name', 'expires_at', 'spends'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const expiresAt = key.expires_at?.toISOString() ?? null
  return { id: String(key.id), name: key.name, scopes: [...actor.scopes], expiresAt, spends: key.spends }
}
