import type { Role } from '../../../../client/src/index.ts'
import { t } from '../../languages/t.ts'

export const roleTitles: Record<Role, string> = {
  viewer: t('viewer: reads'),
  member: t('member: launches and manages'),
  admin: t('admin: also administers and approves'),
  owner: t('owner: also decides about owners'),
}

export const roleOptions = Object.entries(roleTitles).map(([value, label]) => ({ value, label }))
