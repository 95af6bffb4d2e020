import { z } from 'zod'
import { TextId } from '../../core/launch/plan/request.ts'
import { operation } from '../../call/operation.ts'
import {
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  isSlug,
  listWorkspaces,
  slugRule,
} from '../../core/connections/workspaces.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../pages.ts'

export const Workspace = z
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

const section = 'People'
const Name = z.string().trim().min(1).max(100).meta({ description: 'What people call it.' })
export const WorkspaceSlug = z
  .string()
  .refine(isSlug, slugRule)
  .meta({ description: `Its short name, unique in this installation: ${slugRule}.` })
const WorkspaceId = z.string().max(20).meta({ description: 'Id of the workspace.' })

export const addWorkspace = operation({
  name: 'create_workspace',
  rest: { method: 'POST', path: '/v1/workspaces', status: 201 },
  section,
  summary: 'Make a workspace.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: true,
  failures: ['conflict'],
  input: z.object({ name: Name, slug: WorkspaceSlug }),
  reply: Workspace,
  handle: (deps, call, input) => createWorkspace(deps, call, input),
})

export const patchWorkspace = operation({
  name: 'update_workspace',
  rest: { method: 'PATCH', path: '/v1/workspaces/{id}' },
  section,
  summary: 'Rename a workspace, or move ad accounts into it.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: true,
  failures: ['conflict'],
  input: z.object({
    id: WorkspaceId,
    name: Name.optional(),
    slug: WorkspaceSlug.optional(),
    accountIds: z
      .array(TextId)
      .max(1000)
      .optional()
      .meta({ description: 'Ad accounts that are to be in it; they leave the workspaces that they are in.' }),
  }),
  reply: Workspace,
  async handle(deps, call, input) {
    const { before, after } = await changeWorkspace(deps, call, input)
    call.touched({ before, after })
    return after
  },
})

export const removeWorkspace = operation({
  name: 'delete_workspace',
  rest: { method: 'DELETE', path: '/v1/workspaces/{id}' },
  section,
  summary: 'Delete a workspace. Its ad accounts go to the first one, which cannot be deleted.',
  scope: 'admin',
  effect: 'destroys',
  wholeCompany: true,
  forPeople: true,
  failures: ['conflict'],
  input: z.object({ id: WorkspaceId }),
  reply: Workspace,
  async handle(deps, call, { id }) {
    const gone = await deleteWorkspace(deps, call, id)
    call.touched({ before: gone })
    return gone
  },
})
