import { findAccounts } from '../core/accounts.ts'
import { workspaceIds, workspaceProblem } from '../core/workspaces.ts'
import { brokenRules } from '../errors.ts'
import type { Caller } from '../core/caller.ts'
import type { Endpoint } from '../call/endpoint.ts'
import type { Services } from '../services.ts'
import { companyOf } from './caller.ts'

type Input = Record<string, unknown> | undefined

/** One rule for every operation that takes a workspace: it is one of the company's, and the accounts that are named are in it. */
export function inWorkspace(endpoint: Endpoint): Endpoint {
  const takesOne = [endpoint.query, endpoint.body].some((schema) => schema && 'workspaceId' in schema.shape)
  if (!takesOne) return endpoint
  return {
    ...endpoint,
    async handle(call) {
      await requireWorkspace(call.services, call.caller!, { ...(call.query as Input), ...(call.body as Input) })
      return endpoint.handle(call)
    },
  }
}

async function requireWorkspace(services: Services, caller: Caller, input: Record<string, unknown>): Promise<void> {
  const { workspaceId, accountId, accountIds } = input
  if (typeof workspaceId !== 'string') return
  const named = [accountId, accountIds].flat().filter((id) => typeof id === 'string')
  const workspaces = await workspaceIds(services.db, caller.companyId)
  const accounts = await findAccounts(services, companyOf(caller), named)
  const problems = [undefined, ...accounts.values()].map((account) =>
    workspaceProblem(workspaceId, account, workspaces),
  )
  const problem = problems.find((each) => each !== null)
  if (problem) throw brokenRules([{ path: 'workspaceId', message: problem }])
}
