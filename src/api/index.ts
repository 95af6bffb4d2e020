import type { Endpoint } from '../http/endpoint.ts'
import { docsEndpoints } from './docs.ts'
import { adaccounts } from './v1/adaccounts.ts'
import { adsets } from './v1/adsets.ts'
import { batchStatus } from './v1/batch-status.ts'
import { batches } from './v1/batches.ts'
import { batchById } from './v1/batches/id.ts'
import { campaigns } from './v1/campaigns.ts'
import { connections } from './v1/connections.ts'
import { health } from './v1/health.ts'
import { getLaunchDefaults, patchLaunchDefaults } from './v1/launch-defaults.ts'
import { launch } from './v1/launch.ts'
import { validateLaunch } from './v1/launch/validate.ts'
import { profiles } from './v1/profiles.ts'
import { user } from './v1/user.ts'
import { workspaces } from './v1/workspaces.ts'

/** The contents page: every operation there is, in the order in which the documents show them. */
export const endpoints: Endpoint[] = [
  launch,
  validateLaunch,
  batchStatus,
  batches,
  batchById,
  adaccounts,
  profiles,
  adsets,
  campaigns,
  getLaunchDefaults,
  patchLaunchDefaults,
  workspaces,
  user,
  connections,
  health,
]

// The documents describe the table that they are part of.
endpoints.push(...docsEndpoints(() => endpoints))
