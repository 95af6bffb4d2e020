import { test } from 'node:test'
import { hangLoops, startRoles } from '../../support/service/roles.ts'

const roles = await startRoles()

/** Two of them in the short half: probes.test.ts. */
test('a worker is not ready within 10 seconds whichever of its loops hangs, and is again when it goes on', () =>
  hangLoops(roles, ['pgboss.job', 'webhooks', 'mails', 'approvals', 'automation_requests', 'kept_ends', 'often_tried']))
