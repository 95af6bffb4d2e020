import { FlightdeckError } from '../../../client/src/index.ts'

/** What the service said no to; null: something else went wrong. */
export function refusalIn(error: unknown): FlightdeckError | null {
  return error instanceof FlightdeckError ? (error as FlightdeckError) : null
}

/** It is not there, or not any more. */
export function isGone(error: unknown): boolean {
  return refusalIn(error)?.status === 404
}
