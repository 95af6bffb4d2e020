import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { listWorkspaces } from '../../core/workspaces.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../pages.ts'

const Workspace = z
  .object({
    id: z.string().meta({ description: 'Its id, for workspaceId.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    slug: z.string().meta({ description: 'Its short name, unique in this installation.' }),
    accountIds: z.array(z.string()).meta({ description: 'Ids of the ad accounts in it.' }),
  })
  .meta({ id: 'Workspace' })

export const workspaces = operation({
  name: 'list_workspaces',
  rest: { method: 'GET', path: '/v1/workspaces' },
  section: 'Accounts and people',
  summary: 'Workspaces of the company, each with its ad accounts.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object(pageFields(500, 500)),
  example: {},
  reply: pageOf(Workspace),
  async handle(deps, call, input) {
    const window = windowOf(input)
    const found = await listWorkspaces(deps, call, window)
    return pageWith(found.workspaces, window, found.total)
  },
})
