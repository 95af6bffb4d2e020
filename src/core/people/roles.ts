import { roles } from '../../db/tables/people.ts'
import type { Role } from '../../db/tables/people.ts'
import type { Scope } from '../context.ts'

const scopesOf: Record<Role, readonly Scope[]> = {
  viewer: ['read'],
  member: ['read', 'launch', 'manage'],
  admin: ['read', 'launch', 'manage', 'admin'],
  owner: ['read', 'launch', 'manage', 'admin'],
}

/** What a role lets somebody do, in the words of keys. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return scopesOf[role]
}

/** Whether somebody with the one role may give, change or take away the other: nobody reaches above themselves. */
export function mayGive(own: Role, other: Role): boolean {
  return roles.indexOf(own) <= roles.indexOf(other)
}
