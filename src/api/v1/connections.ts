import { z } from 'zod'
import { listConnections } from '../../core/list-connections.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { listOf } from '../shapes.ts'

export const connections = defineEndpoint({
  method: 'GET',
  path: '/v1/connections',
  section: 'Accounts and people',
  summary: 'How the company reaches each platform, how long that lasts, and how much of each allowance is used.',
  scope: 'read',
  tool: 'list_connections',
  reply: listOf(
    z.object({
      id: z.string().nullable(),
      platform: z.string(),
      label: z.string(),
      sandbox: z.boolean(),
      state: z.enum(['ok', 'expiring', 'broken']),
      stateReason: z.string().nullable(),
      expiresAt: z.string().nullable(),
      scopes: z.array(z.string()),
      missingScopes: z
        .array(z.object({ feature: z.string(), scopes: z.array(z.string()) }))
        .meta({ description: 'Features that cannot work yet, each with the permissions that the connection lacks.' }),
      accounts: z.array(
        z.object({ id: z.string(), name: z.string(), usagePercent: z.number(), blockedUntil: z.string().nullable() }),
      ),
      platformVersion: z.string(),
      platformVersionEndsOn: z.string().nullable(),
      platformEndings: z
        .array(z.object({ on: z.string(), what: z.string() }))
        .meta({ description: 'What else ends on the platform, and on which day, for you to prepare for.' }),
    }),
  ),
  async handle({ caller, services }) {
    const data = await listConnections(services, companyOf(caller))
    return { data, count: data.length }
  },
})
