import { FlightdeckError } from '../src/index.ts'

/** What the service said no with; null: it is something else that went wrong. */
export function refusalIn(error: unknown): FlightdeckError | null {
  return error instanceof FlightdeckError ? error : null
}
