import type { AccountRef, EntityRef, EntityType } from './manage.ts'

/** A create that the platform is asked about by its own dry run, paused and named by a marker. */
export interface DryRun {
  level: EntityType
  /** Why it cannot be asked in this account; absent: it can. */
  notAsked?: string
  /** Has the platform look at it. It makes nothing, if the platform does as it says. */
  ask?: () => Promise<void>
}

/** Something that the platform has not confirmed to anybody, and how it is dealt with. */
interface Unconfirmed {
  what: string
  why: string
}

/**
 * Trying creates by the platform's own dry run, where the maker's description of the call lists one. Platforms without this have none:
 * nothing is made there to try it.
 */
export interface RehearsalVerbs {
  /** Reads what the creates would lie in. Nothing is sent before `ask`. */
  dryRuns(account: AccountRef, marker: string): Promise<DryRun[]>
  /** Whatever carries the marker in its name, whoever made it. */
  findMarked(account: AccountRef, marker: string): Promise<EntityRef[]>
  unconfirmed: readonly Unconfirmed[]
}
