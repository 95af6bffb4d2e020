import type { Fields } from '../objects.ts'
import { textOf } from '../objects.ts'
import type { Problems } from './problems.ts'

export const groupStatuses = ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELLED', 'PENDING_DELETION', 'REMOVED']
export const campaignStatuses = [
  'ACTIVE',
  'PAUSED',
  'ARCHIVED',
  'COMPLETED',
  'CANCELED',
  'DRAFT',
  'PENDING_DELETION',
  'REMOVED',
]
export const creativeStatuses = ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED']

/** Nothing comes after these. */
const last = ['CANCELLED', 'CANCELED', 'PENDING_DELETION', 'REMOVED']
/** Only the platform itself says these. */
const ofPlatform = ['COMPLETED', 'REMOVED']

export function isGone(status: unknown): boolean {
  return last.includes(textOf(status))
}

/** Why a status cannot follow another one; undefined when it can. */
export function statusProblem(from: string, to: string): string | undefined {
  if (from === to) return undefined
  if (last.includes(from)) return `${from} is final`
  if (to === 'DRAFT') return 'What has left DRAFT does not return to it'
  if (ofPlatform.includes(to)) return `${to} cannot be set`
  if (from === 'DRAFT' && to === 'PENDING_DELETION') return 'A draft is deleted with DELETE'
  return undefined
}

export function checkStatus(problems: Problems, fields: Fields, before: Fields): void {
  const problem = statusProblem(textOf(before['status']), textOf(fields['status']))
  if (problem) problems.add('STATUS_CHANGE_NOT_ALLOWED', 'status', problem)
}

/** What a new thing may be, of all that things can be. */
export function checkFirstStatus(problems: Problems, fields: Fields, all: string[]): void {
  const status = textOf(fields['status'])
  if (all.includes(status) && !['ACTIVE', 'PAUSED', 'DRAFT'].includes(status))
    problems.invalid('status', 'What is new is ACTIVE, PAUSED or DRAFT')
}
