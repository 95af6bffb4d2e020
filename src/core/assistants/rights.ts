import type { Role } from '../../db/tables/people.ts'
import type { KeySpends } from '../context.ts'
import { scopesOfRole } from '../people/roles.ts'

/** What a person can let an assistant do: what is for admins stays with people and keys. */
export const assistantScopes = ['read', 'launch', 'manage'] as const
export type AssistantScope = (typeof assistantScopes)[number]

/** In plain words, for whoever consents. */
export const scopeWords: Record<AssistantScope, string> = {
  read: 'See ad accounts, campaigns, ads, reports and what was spent',
  launch: 'Prepare and launch ads, upload pictures and videos, save drafts',
  manage: 'Change, pause, end and copy campaigns, ad sets and ads, and their budgets',
}

/** What somebody with this role could let an assistant do. */
export function scopesToGive(role: Role): AssistantScope[] {
  const own = scopesOfRole(role)
  return assistantScopes.filter((scope) => own.includes(scope))
}

/** What is given and its person has at this moment; reading is part of everything. */
export function scopesLeft(role: Role, ...given: string[][]): AssistantScope[] {
  return scopesToGive(role).filter((scope) => scope === 'read' || given.every((each) => each.includes(scope)))
}

/** It acts only while its person may say yes to what waits for a person: otherwise it would decide more than they do. */
export function spendsNow(role: Role, ...said: KeySpends[]): KeySpends {
  const mayDecide = scopesOfRole(role).includes('admin')
  return mayDecide && said.every((each) => each === 'act') ? 'act' : 'ask'
}

/** The words of a request that mean something here, in our order; none: reading. */
export function scopesIn(text: string): AssistantScope[] {
  const words = text.split(' ')
  const known = assistantScopes.filter((scope) => words.includes(scope))
  return known.includes('read') ? known : ['read', ...known]
}
