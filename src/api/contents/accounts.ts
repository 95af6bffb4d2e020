import type { Operation } from '../../call/operation.ts'
import { adaccounts } from '../v1/adaccounts.ts'
import { profiles } from '../v1/profiles.ts'
import { adsets } from '../v1/adsets.ts'
import { campaigns } from '../v1/campaigns.ts'
import { getLaunchDefaults, patchLaunchDefaults } from '../v1/launch-defaults.ts'
import { workspaces } from '../v1/workspaces.ts'
import { user } from '../v1/user.ts'
import { connections, pasteConnection } from '../v1/connections/index.ts'
import { deleteOAuthApp, getOAuthApp, putOAuthApp } from '../v1/connections/app.ts'
import { checkStoredConnection } from '../v1/connections/check.ts'
import { beginConnect, connectUrl } from '../v1/connections/connect.ts'
import { connectProblem } from '../v1/connections/connect-problem.ts'
import { removeConnection } from '../v1/connections/id.ts'
import { rehearseConnection } from '../v1/connections/rehearse.ts'
import { usesOfConnection } from '../v1/connections/uses.ts'
import { connectCallback } from '../connect/callback.ts'
import { calendar } from '../v1/calendar.ts'
import { connectionAccounts, putConnectionAccounts, takeInConnectionAccounts } from '../v1/connections/accounts.ts'
import { putSandboxUse } from '../v1/connections/sandbox.ts'

/** What there is to work with: accounts, profiles, defaults, connections. */
export const accountsOperations: Operation[] = [
  adaccounts,
  profiles,
  adsets,
  campaigns,
  getLaunchDefaults,
  patchLaunchDefaults,
  workspaces,
  user,
  connections,
  connectUrl,
  beginConnect,
  connectCallback,
  connectProblem,
  pasteConnection,
  checkStoredConnection,
  usesOfConnection,
  rehearseConnection,
  removeConnection,
  getOAuthApp,
  putOAuthApp,
  deleteOAuthApp,
  calendar,
  connectionAccounts,
  putConnectionAccounts,
  takeInConnectionAccounts,
  putSandboxUse,
]
