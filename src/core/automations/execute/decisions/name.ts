import type { Entity } from '../../evaluate/checked.ts'

/** Tells entities of a company apart. */
export function nameOf({ accountKey, level, id }: Pick<Entity, 'accountKey' | 'level' | 'id'>): string {
  return `${accountKey} ${level} ${id}`
}
