import { findAccounts } from '../core/connections/accounts.ts'
import { workspaceIds, workspaceProblem } from '../core/connections/workspaces.ts'
import { brokenRules } from '../errors.ts'
import type { Context } from '../core/context.ts'
import type { Operation } from '../call/operation.ts'
import type { Services } from '../services.ts'

/** One rule for every operation that takes a workspace: it is one of the company's, and the accounts that are named are in it. */
export function inWorkspace(operation: Operation): Operation {
  if (!('workspaceId' in operation.input.shape)) return operation
  return {
    ...operation,
    async handle(deps, call, input) {
      await requireWorkspace(deps, call, input)
      return operation.handle(deps, call, input)
    },
  }
}

async function requireWorkspace(
  deps: Services,
  context: Pick<Context, 'company'>,
  input: Record<string, unknown>,
): Promise<void> {
  const { workspaceId, accountId, accountIds } = input
  if (typeof workspaceId !== 'string') return
  const named = [accountId, accountIds].flat().filter((id) => typeof id === 'string')
  const workspaces = await workspaceIds(deps, context)
  const accounts = await findAccounts(deps, context, named)
  const problems = [undefined, ...accounts.values()].map((account) =>
    workspaceProblem(workspaceId, account, workspaces),
  )
  const problem = problems.find((each) => each !== null)
  if (problem) throw brokenRules([{ path: 'workspaceId', message: problem }])
}
