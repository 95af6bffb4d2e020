import type { Operation } from '../call/operation.ts'
import { LaunchBody, launchBodyOf } from '../core/launch/plan/request.ts'
import { builtIn } from '../platforms/index.ts'
import type { Platforms } from '../platforms/registry.ts'
import { accountsOperations } from './contents/accounts.ts'
import { launchingOperations } from './contents/launching.ts'
import { libraryOperations } from './contents/library.ts'
import { managingOperations } from './contents/managing.ts'
import { peopleOperations } from './contents/people.ts'
import { platformsOperations } from './contents/platforms.ts'
import { reportingOperations } from './contents/reporting.ts'
import { researchOperations } from './contents/research.ts'
import { safetyOperations } from './contents/safety.ts'
import { serviceOperations } from './contents/service.ts'
import { docsOperations } from './docs.ts'
import { inWorkspace } from './in-workspace.ts'
import { withPlatformWords } from './platform-paths.ts'
import { readSession } from './v1/session/index.ts'

/** The contents page: every operation there is, section by section, in the order in which the documents show them. */
const contents: Operation[] = [
  ...launchingOperations,
  ...managingOperations,
  ...platformsOperations,
  ...reportingOperations,
  ...accountsOperations,
  ...safetyOperations,
  ...libraryOperations,
  ...researchOperations,
  ...peopleOperations,
  ...serviceOperations,
]

/** Every operation of a service that works with these platforms. */
export function operationsFor(platforms: Platforms, launchBody = launchBodyOf(platforms)): Operation[] {
  const whole = contents.map((each) => (each.input === LaunchBody ? { ...each, input: launchBody } : each))
  const operations = withPlatformWords(whole, platforms).map(inWorkspace)
  // The documents describe the table that they are part of, and a session says what in it is for its person.
  operations.push(
    readSession(() => operations),
    ...docsOperations(() => operations),
  )
  return operations
}

/** Those of the service as it comes. */
export const operations = operationsFor(builtIn)
