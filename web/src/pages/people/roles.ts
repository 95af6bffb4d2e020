import type { Role } from '../../../../client/src/index.ts'

export const roleTitles: Record<Role, string> = {
  viewer: 'viewer: reads',
  member: 'member: launches and manages',
  admin: 'admin: also administers and approves',
  owner: 'owner: also decides about owners',
}

export const roleOptions = Object.entries(roleTitles).map(([value, label]) => ({ value, label }))
