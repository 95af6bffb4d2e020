import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { createWorkspace, listWorkspaces } from '../../core/connections/workspaces.ts'
import { pageFields, windowOf } from '../pages.ts'
import { Workspace, WorkspaceSlug } from '../v1/workspaces.ts'

const section = 'Older surface'
const { page, limit } = pageFields(100, 20)

export const olderWorkspaces = operation({
  name: 'list_older_workspaces',
  rest: { method: 'GET', path: '/api/workspaces', surface: 'older' },
  section,
  summary: 'Workspaces of the company.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    page: page.unwrap().default(1).meta({ description: 'Which page, counted from 1.' }),
    pageSize: limit,
  }),
  example: {},
  reply: z.object({
    data: z.array(Workspace).meta({ description: 'The workspaces.' }),
    page: z.number().int().meta({ description: 'Which page this is, counted from 1.' }),
    pageSize: z.number().int().meta({ description: 'How many workspaces a page has at most.' }),
    total: z.number().int().meta({ description: 'How many workspaces there are in all.' }),
  }),
  async handle(deps, call, { page: number, pageSize }) {
    const { workspaces, total } = await listWorkspaces(deps, call, windowOf({ page: number, limit: pageSize }))
    return { data: workspaces, page: number, pageSize, total }
  },
})

export const olderCreateWorkspace = operation({
  name: 'create_older_workspace',
  rest: { method: 'POST', path: '/api/workspaces', surface: 'older', status: 201 },
  section,
  summary: 'Make a workspace; its slug must be free (409).',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  failures: ['conflict'],
  takesLeftovers: true,
  input: z.object({
    name: z.string().trim().min(1).max(100).meta({ description: 'What people call it.' }),
    slug: WorkspaceSlug,
  }),
  example: { name: 'Spring launch', slug: 'spring-launch' },
  reply: Workspace,
  async handle(deps, call, input) {
    const created = await createWorkspace(deps, call, input)
    call.touched({ targets: [`workspace:${created.id}`], after: created })
    return created
  },
})
