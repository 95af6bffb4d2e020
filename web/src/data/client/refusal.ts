import { FlightdeckError } from '../../../../client/src/index.ts'

/** What the service said no to; null: something else went wrong. */
export function refusalIn(error: unknown): FlightdeckError | null {
  return error instanceof FlightdeckError ? error : null
}

/** It is not there, or not any more. */
export function isGone(error: unknown): boolean {
  return refusalIn(error)?.status === 404
}

/** What it has to say about one field. */
export function issueAt(error: unknown, path: string): string | undefined {
  return refusalIn(error)?.issues.find((issue) => issue.path === path)?.message
}
