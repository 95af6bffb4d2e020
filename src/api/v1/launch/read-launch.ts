import { setImmediate } from 'node:timers/promises'
import { withoutFaults } from '../../../core/launch/plan/faults.ts'
import type { LaunchRequest, LaunchSchema } from '../../../core/launch/plan/request.ts'
import { badRequest } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { schemaIssues, readWith } from '../../../call/input/parse.ts'

/** As much of a launch as can be read, and what of it cannot. */
export interface ReadLaunch {
  request: LaunchRequest
  faults: Issue[]
  /** Problems of fields that nobody reads. */
  unread: Issue[]
}

/** A launch that has ads, or 400. */
export async function readLaunch(schema: LaunchSchema, body: unknown, unread: Issue[] = []): Promise<ReadLaunch> {
  const { request, faults } = await readWhatCan(schema, body)
  if (!request) throw badRequest([...faults, ...unread])
  return { request, faults, unread }
}

/** Reads a launch although parts of it have the wrong form: the rules can be asked about the rest. null: there is none. */
export async function readWhatCan(
  schema: LaunchSchema,
  body: unknown,
): Promise<{ request: LaunchRequest | null; faults: Issue[] }> {
  const whole = readWith(schema, body)
  if (whole.success) return { request: whole.data, faults: [] }
  // A large launch may have a great many of them: others have their turn between two looks.
  await setImmediate()
  const faults = schemaIssues(whole.error)
  await setImmediate()
  const rest = readWith(schema, withoutFaults(body, faults))
  return { request: rest.success ? rest.data : null, faults }
}
