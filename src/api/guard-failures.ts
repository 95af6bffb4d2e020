import type { ErrorCode } from '../errors.ts'

/** How writes that can cost money fail besides: a spend guard stands against them, or asks a person first. */
export const guardFailures = ['guard_refused', 'approval_required'] as const satisfies ErrorCode[]
