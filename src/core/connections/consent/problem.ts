import type { Platform } from '../../../platforms/contract/platform.ts'

/** Why somebody who comes back from a platform has no connection. */
export const problemCodes = [
  ...(['denied', 'empty', 'not-begun', 'signed-out', 'working', 'app', 'refused', 'unavailable'] as const),
  ...(['scopes', 'accounts', 'other-login', 'failed'] as const),
] as const
type ProblemCode = (typeof problemCodes)[number]

/** What people are told, in our words. */
export interface DescribedProblem {
  code: ProblemCode
  message: string
}

/** What came of a consent. */
export type ConsentOutcome = { connectionId: number } | { problem: DescribedProblem }

export class ConsentProblem extends Error {
  readonly description: DescribedProblem

  constructor(code: ProblemCode, message: string) {
    super(message)
    this.name = 'ConsentProblem'
    this.description = { code, message }
  }
}

export const notBegun = new ConsentProblem(
  'not-begun',
  'This was not begun here, was begun more than ten minutes ago, or comes from somebody else. Nothing was connected: begin again.',
)
export const stillWorking = new ConsentProblem(
  'working',
  'This is being finished, or was cut off. Look at the list in a moment; if nothing new is there, connect again.',
)
export const signedOut = new ConsentProblem(
  'signed-out',
  'Whoever began this is not signed in here any more, in the company that it was for, or may not connect any more. Nothing was connected: sign in and begin again.',
)
export const failed = new ConsentProblem(
  'failed',
  'Something went wrong on our side, and nothing was connected. Connect again; if that fails too, ask the operator to look at the log.',
)

export function noApp({ title }: Platform): ConsentProblem {
  return new ConsentProblem('app', `The app at ${title} was removed meanwhile. Set one, then connect again.`)
}
