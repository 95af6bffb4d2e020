import { createCalls } from './calls.ts'
import type { Calls, OperationName } from './calls.ts'
import type { FlightdeckOptions } from './call/connection.ts'
import { operations } from './generated/operations.gen.ts'
import type { Operations, Resources } from './generated/operations.gen.ts'
import { placesOf } from './places.ts'

/** Every operation under its own name and among what it is about, and what takes more than one call. */
export interface Flightdeck extends Calls, Resources {}

/** A client of the Flightdeck at an address. It holds no connection: there is nothing to close. */
export function createFlightdeck(options: FlightdeckOptions): Flightdeck {
  const calls = createCalls(options)
  return { ...calls, ...resourcesOf(calls) }
}

// Bundlers leave it out where nobody asks for it.
const places = /* @__PURE__ */ placesOf(operations)

function resourcesOf(functions: Operations): Resources {
  const resources: Record<string, Record<string, unknown>> = {}
  for (const [name, { resource, method }] of places)
    (resources[resource] ??= {})[method] = functions[name as OperationName]
  return resources as unknown as Resources
}
